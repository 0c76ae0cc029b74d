import { trimmed } from '../formats.ts';

/** In code points. */
export const MAX_PLAYER_NAME_LENGTH = 100;
/** Of a member in a guild. */
export const MAX_SAVED_NAMES = 5;

/**
 * The name as it will be sent: without blanks and hidden characters at its ends, case kept. Undefined if it is empty or
 * too long, or has control characters or half a surrogate pair.
 */
export function parsePlayerName(raw: string): string | undefined {
  const name = trimmed(raw);
  const length = Array.from(name).length;
  return name.isWellFormed() && !/\p{Cc}/u.test(name) && length >= 1 && length <= MAX_PLAYER_NAME_LENGTH
    ? name
    : undefined;
}
