import { randomUUID } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { MINUTE_MS } from '../clock.ts';
import type { Leases } from '../database/leases.ts';
import type { Redis } from '../redis.ts';

const REMEMBERED_HERE = 50_000;
/** As long as an interaction can be answered (Discord's documentation, "Interaction Callback"). */
const REMEMBERED_MS = 15 * MINUTE_MS;

/** Discord may send an interaction again, and to more than one process: during a handover it does. */
export type HandledOnce = {
  /**
   * Whether an interaction is to be handled by this process. It is cheap and asked of every interaction: each process
   * knows its own, and those of the others too while there is Redis.
   */
  isFirst(interactionId: string): Promise<boolean>;
  /**
   * Takes an interaction, which succeeds once for each id, whatever processes there are and however often they start.
   * Asked before anything is changed in a person's name.
   *
   * @throws StorageUnavailableError
   */
  take(interactionId: string): Promise<boolean>;
};

/** @param redis - shared with the other processes */
export function createHandledOnce(leases: Leases, redis?: Redis): HandledOnce {
  const seen = new LRUCache<string, true>({ max: REMEMBERED_HERE });
  return {
    async isFirst(interactionId) {
      if (seen.has(interactionId)) return false;
      seen.set(interactionId, true);
      if (!redis) return true;
      const taking = redis.client.set(redis.keyOf('interaction', interactionId), '', {
        condition: 'NX',
        expiration: { type: 'PX', value: REMEMBERED_MS },
      });
      return redis.patiently(taking).then(
        (answer) => answer !== null,
        () => true,
      );
    },
    take: (interactionId) => leases.hold(`interaction ${interactionId}`, randomUUID(), REMEMBERED_MS),
  };
}
