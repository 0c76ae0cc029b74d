import { LRUCache } from 'lru-cache';

import { MINUTE_MS } from '../clock.ts';
import type { Redis } from '../redis.ts';

const REMEMBERED_HERE = 50_000;
/** As long as an interaction can be answered (Discord's documentation, "Interaction Callback"). */
const REMEMBERED_MS = 15 * MINUTE_MS;

/**
 * Tells whether an interaction is to be handled by whoever asks, which is true once for each id: Discord may send one
 * again, and to more than one process. While Redis is away, each process knows only its own; then the first one that
 * Discord hears has the interaction.
 *
 * @param redis - shared with the other processes
 */
export function createHandledOnce(redis?: Redis): (interactionId: string) => Promise<boolean> {
  const seen = new LRUCache<string, true>({ max: REMEMBERED_HERE });
  return async (interactionId) => {
    if (seen.has(interactionId)) return false;
    seen.set(interactionId, true);
    if (!redis) return true;
    const taking = redis.client.set(`interaction:${interactionId}`, '', {
      condition: 'NX',
      expiration: { type: 'PX', value: REMEMBERED_MS },
    });
    return redis.patiently(taking).then(
      (answer) => answer !== null,
      () => true,
    );
  };
}
