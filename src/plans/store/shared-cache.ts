import KeyvRedis from '@keyv/redis';
import { Keyv } from 'keyv';

import type { Log } from '../../work/log.ts';
import type { Redis } from '../../work/redis.ts';
import { PLANS_KEPT_MS, type PlanCache, savedPlan } from './cache.ts';

/** A cache in Redis, which looks empty while Redis is away or slow. Plans of different sources (URLs) never mix. */
export function createSharedCache({ redis, source, log }: { redis: Redis; source: string; log: Log }): PlanCache {
  const store = new KeyvRedis(redis.client, { throwOnConnectError: false });
  const keyv = new Keyv<unknown>({ store, namespace: redis.keyOf('plan', source), ttl: PLANS_KEPT_MS });
  keyv.on('error', (error: unknown) => {
    log.debug({ err: error }, 'the plan cache failed');
  });
  const orNothing = <T>(operation: Promise<T>) => redis.patiently(operation).catch(() => undefined);

  return {
    async get(entityId) {
      // Processes of other versions may write to it: an entry that does not fit counts as a miss.
      return savedPlan.safeParse(await orNothing(keyv.get(entityId))).data;
    },
    async set(entityId, saved) {
      await orNothing(keyv.set(entityId, saved));
    },
  };
}
