import { randomBytes } from 'node:crypto';

/**
 * What has to differ from all others, in every process. Each is drawn here, so that a simulated history draws the same
 * again from its seed. Nothing here is a secret: keys are made in `src/secrets/`, by `node:crypto` alone.
 */

/**
 * An id, of a row or of whoever holds one. Rows of one time are neighbours in every index, so that a claim changes few
 * pages of the database: with random ids, it wrote four times as much where there are two million (docs/performance.md).
 */
export { v7 as newId } from 'uuid';

/** A nonce as text: in base64url, three bytes are four characters. */
export const newNonce = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** A whole number from 0 up to, not including, `below`. */
export { randomInt as randomBelow } from 'node:crypto';
