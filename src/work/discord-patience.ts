import { MINUTE_MS, SECOND_MS } from './clock.ts';

/** How long Discord waits for a first response, and takes edits (its documentation, "Interaction Callback"). */
export const DISCORD_WAITS_MS = 3 * SECOND_MS;
export const DISCORD_TOKEN_LASTS_MS = 15 * MINUTE_MS;

/**
 * The least time for which Discord remembers a nonce: "the past few minutes", says its documentation ("Create
 * Message"). Meanwhile another post with the same nonce returns the message of the first.
 */
export const NONCE_KNOWN_MS = 2 * MINUTE_MS;

/** A post that Discord may have. `begunAt`: since when, undefined for never; `takenAt`: now. Both in ms since the epoch */
type Begun = { begunAt: number | undefined; takenAt: number };

/** Whether the first try of a post is so long ago that another one, which takes a while itself, may be a second post. */
export function mayBeASecondPost({ begunAt, takenAt }: Begun, againWithinMs: number): boolean {
  return begunAt !== undefined && takenAt > begunAt + againWithinMs;
}

/** The pause after a post whose answer was lost: short, so that it is repeated while its nonce is known. */
export const UNCLEAR_PAUSE_MS = 5 * SECOND_MS;
