/**
 * Equal for names that differ only in case or in how their characters are encoded. Upper case is needed as well as
 * lower case, because only it turns "ß" into "SS", and the second normalisation because changing the case can undo the
 * first.
 */
export function foldName(playername: string): string {
  return playername.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
