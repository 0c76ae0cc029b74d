import { LRUCache } from 'lru-cache';

import { atMost } from '../../work/at-most.ts';
import type { Redis } from '../../work/redis.ts';

/** Remembers ids for a while: in this process, and in Redis for the others while Redis answers. */
export function rememberIds(options: {
  /** keeps ids of different kinds apart in Redis */
  name: 'interaction' | 'opened';
  /** how many in this process */
  max: number;
  keptMs: number;
  /** ms since the epoch */
  now: () => number;
  redis: Redis | undefined;
}) {
  const { name, max, keptMs, now, redis } = options;
  const ids = new LRUCache<string, true>({ ...atMost(max), ttl: keptMs, ttlResolution: 0, perf: { now } });
  return {
    /** @returns whether the id was new, as far as is known */
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
