/**
 * Equal for names that differ only in case or in how their characters are encoded. Lower case alone would keep "ß"
 * apart from "SS"; a change of case can undo the first normalisation.
 */
export function foldName(playername: string): string {
  return playername.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
