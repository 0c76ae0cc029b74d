import KeyvRedis, { createClient } from '@keyv/redis';
import { Keyv, type KeyvMapType } from 'keyv';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { type Clock, withinTime, DAY_MS } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Secret } from '../../secret.ts';
import type { Plan } from '../plan.ts';
import { storedPlan } from './stored-plan.ts';

/** How long a look-up waits for the cache. */
export const CACHE_PATIENCE_MS = 50;
const KEPT_FOR_MS = DAY_MS;
const MEMORY_CHARACTERS = 32 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_STEP_MS = 100;
const MAX_RECONNECT_MS = 2_000;

/** A plan as the service gave it. Times in ms since the epoch. */
export type SavedPlan = { plan: Plan; checkedAt: number; freshUntil: number };

/**
 * Saved plans by entity id, kept for 24 hours. A cache that is down, or slower than {@link CACHE_PATIENCE_MS}, looks
 * empty; nothing here throws.
 */
export type PlanCache = {
  get(entityId: string): Promise<SavedPlan | undefined>;
  set(entityId: string, saved: SavedPlan): Promise<void>;
  /** Does not wait: a write under way may be lost. */
  close(): Promise<void>;
};

/**
 * Other processes, perhaps of another version, write to a shared cache: an entry that does not fit counts as a miss.
 */
const savedPlan: z.ZodType<SavedPlan> = z.object({
  plan: storedPlan,
  checkedAt: z.number(),
  freshUntil: z.number(),
});

/**
 * @param options.redisUrl - a cache shared between processes; without it the cache is in memory, bounded, least
 * recently used out first
 * @param options.source - where the plans come from (the identity service's URL): plans of different sources never mix
 */
export function createPlanCache(options: {
  redisUrl: Secret | undefined;
  source: string;
  clock: Clock;
  log: Log;
}): PlanCache {
  const { redisUrl, source, clock, log } = options;
  const redis = redisUrl && redisStore(redisUrl, log);
  const keyv = new Keyv<unknown>({
    store: redis ?? memoryStore(),
    namespace: `plan:${source}`,
    ttl: KEPT_FOR_MS,
  });
  keyv.on('error', (error: unknown) => {
    log.debug({ err: error }, 'the plan cache failed');
  });

  /** Undefined when the operation fails or takes too long. */
  const withPatience = <T>(operation: Promise<T>) =>
    withinTime(
      operation.catch(() => undefined),
      CACHE_PATIENCE_MS,
      clock,
    );

  return {
    async get(entityId) {
      return savedPlan.safeParse(await withPatience(keyv.get(entityId))).data;
    },
    async set(entityId, saved) {
      await withPatience(keyv.set(entityId, saved));
    },
    close: async () => redis?.disconnect(true),
  };
}

/** Keyv passes a map an expiry that lru-cache would take for its options, hence this adapter. */
function memoryStore(): KeyvMapType {
  const entries = new LRUCache<string, { value: string }>({
    maxSize: MEMORY_CHARACTERS,
    sizeCalculation: ({ value }, key) => value.length + key.length,
  });
  return {
    get: (key) => entries.get(key),
    set: (key, entry: { value: string }) => entries.set(key, entry),
    delete: (key) => entries.delete(key),
    has: (key) => entries.has(key),
    clear: () => {
      entries.clear();
    },
  };
}

/** Commands fail at once while there is no connection; the client keeps trying to reconnect. */
function redisStore(redisUrl: Secret, log: Log): KeyvRedis<unknown> {
  const client = createClient({
    url: redisUrl.reveal(),
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (attempts) => Math.min(attempts * RECONNECT_STEP_MS, MAX_RECONNECT_MS),
    },
  });
  let reachable = true;
  client.on('ready', () => {
    reachable = true;
    log.info('connected to Redis');
  });
  client.on('error', (error: unknown) => {
    if (reachable) log.warn({ err: error }, 'Redis is not reachable, plans are read without the shared cache');
    reachable = false;
  });
  return new KeyvRedis(client, { throwOnConnectError: false });
}
