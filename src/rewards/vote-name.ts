import { trimmed } from '../formats.ts';

/** In UTF-16 units: NuVotifier refuses a vote for a longer name. */
export const MAX_VOTE_NAME_LENGTH = 16;

/**
 * Letters and digits of any script and `_`, behind at most one `.`, with the marks that scripts put on their letters. A
 * character that nobody sees is none of them, even where Unicode calls it a letter.
 */
const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})\.?[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_]*$/u;

/**
 * The name that a vote has. Plugins put it into commands, where `@a` is everybody and a blank ends the name. So a name
 * that a command could take for anything else goes into no vote. Unseen characters at its ends were copied along, and are
 * taken off. Floodgate puts a `.` before the names of players from Bedrock, and `_` for their blanks. The receiver of
 * docs/rewards.md keeps the same rule.
 *
 * @returns undefined for a name that no vote has
 */
export function voteName(playername: string): string | undefined {
  const shown = trimmed(playername);
  const name = shown.startsWith('.') ? shown.replaceAll(' ', '_') : shown;
  return name.length <= MAX_VOTE_NAME_LENGTH && NAME.test(name) ? name : undefined;
}
