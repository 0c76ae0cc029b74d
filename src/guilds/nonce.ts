import { MINUTE_MS, SECOND_MS } from '../clock.ts';

/**
 * How long Discord remembers a nonce, at the least: it says "the past few minutes" (its documentation, "Create
 * Message"), of which we rely on two. Until then another post with the same nonce returns the message that is there.
 */
export const NONCE_KNOWN_MS = 2 * MINUTE_MS;

/** How long a message is left alone whose answer was lost: short, so that it is sent again while its nonce is known. */
export const UNCLEAR_PAUSE_MS = 5 * SECOND_MS;
