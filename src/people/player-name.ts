/** In code points. */
export const MAX_PLAYER_NAME_LENGTH = 100;

/**
 * The name as it will be sent: trimmed, 1 to 100 characters, no control characters, case kept; undefined when it is not
 * valid. Half a surrogate pair is no character.
 */
export function parsePlayerName(raw: string): string | undefined {
  const name = raw.trim();
  const length = Array.from(name).length;
  const isText = name.isWellFormed() && !/\p{Cc}/u.test(name);
  return isText && length >= 1 && length <= MAX_PLAYER_NAME_LENGTH ? name : undefined;
}
