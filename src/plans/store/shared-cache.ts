import KeyvRedis from '@keyv/redis';
import { Keyv } from 'keyv';
import { z } from 'zod';

import type { Log } from '../../log.ts';
import type { Redis } from '../../redis.ts';
import { PLANS_KEPT_MS, type PlanCache, type SavedPlan } from './cache.ts';
import { storedPlan } from './stored-plan.ts';

/**
 * Other processes, perhaps of another version, write to a shared cache: an entry that does not fit counts as a miss.
 */
const savedPlan: z.ZodType<SavedPlan> = z.object({
  plan: storedPlan,
  checkedAt: z.number(),
  freshUntil: z.number(),
});

/**
 * A cache in Redis, shared between processes. Looks empty when Redis is away or slow.
 *
 * @param options.source - where the plans come from (the identity service's URL): plans of different sources never mix
 */
export function createSharedCache(options: { redis: Redis; source: string; log: Log }): PlanCache {
  const { redis, source, log } = options;
  const store = new KeyvRedis(redis.client, { throwOnConnectError: false });
  const keyv = new Keyv<unknown>({ store, namespace: redis.keyOf('plan', source), ttl: PLANS_KEPT_MS });
  keyv.on('error', (error: unknown) => {
    log.debug({ err: error }, 'the plan cache failed');
  });
  const orNothing = <T>(operation: Promise<T>) => redis.patiently(operation).catch(() => undefined);

  return {
    async get(entityId) {
      return savedPlan.safeParse(await orNothing(keyv.get(entityId))).data;
    },
    async set(entityId, saved) {
      await orNothing(keyv.set(entityId, saved));
    },
  };
}
