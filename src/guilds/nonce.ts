import { MINUTE_MS } from '../clock.ts';

/**
 * How long Discord remembers a nonce, at the least: it says "the past few minutes" (its documentation, "Create
 * Message"), of which we rely on two. Until then another post with the same nonce returns the message that is there.
 */
export const NONCE_KNOWN_MS = 2 * MINUTE_MS;
