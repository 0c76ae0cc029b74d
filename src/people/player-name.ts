/** In code points. */
export const PLAYER_NAME_MAX_LENGTH = 100;

/** The name as it will be sent: trimmed, 1 to 100 characters, no control characters, case kept; undefined when it is not valid. */
export function parsePlayerName(raw: string): string | undefined {
  const name = raw.trim();
  const length = Array.from(name).length;
  return length >= 1 && length <= PLAYER_NAME_MAX_LENGTH && !/\p{Cc}/u.test(name) ? name : undefined;
}
