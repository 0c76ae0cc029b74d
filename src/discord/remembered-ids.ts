import { LRUCache } from 'lru-cache';

import type { Redis } from '../redis.ts';

/**
 * Remembers ids for a while: in this process, and in Redis for the others, as long as it is there.
 *
 * @param options - `name`: keeps those of different kinds apart; `max`: in this process; `now`: ms since the epoch
 */
export function rememberIds(options: {
  name: 'interaction' | 'opened';
  max: number;
  keptMs: number;
  now: () => number;
  redis: Redis | undefined;
}) {
  const { name, max, keptMs, now, redis } = options;
  const ids = new LRUCache<string, true>({ max, ttl: keptMs, ttlResolution: 0, perf: { now } });
  return {
    /** @returns whether it was new, as far as is known */
    add: async (id: string): Promise<boolean> => {
      if (ids.has(id)) return false;
      ids.set(id, true);
      if (!redis) return true;
      const expiration = { type: 'PX', value: keptMs } as const;
      const adding = redis.client.set(redis.keyOf(name, id), '', { condition: 'NX', expiration });
      return redis.patiently(adding).then(
        (answer) => answer !== null,
        () => true,
      );
    },
    has: async (id: string): Promise<boolean> => {
      if (ids.has(id) || !redis) return ids.has(id);
      return redis.patiently(redis.client.exists(redis.keyOf(name, id))).then(
        (count) => count > 0,
        () => false,
      );
    },
  };
}
