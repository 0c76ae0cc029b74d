import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { type Clock, DAY_MS } from '../../work/clock.ts';
import { storedPlan } from '../plan.ts';

export const PLANS_KEPT_MS = DAY_MS;
const MEMORY_CHARACTERS = 32 * 1024 * 1024;

/** A plan as the service gave it. Times in ms since the epoch. */
export const savedPlan = z.object({ plan: storedPlan, checkedAt: z.number(), freshUntil: z.number() });
export type SavedPlan = z.infer<typeof savedPlan>;

/** Saved plans by entity id, kept for 24 hours. A cache that is down or slow looks empty; nothing here throws. */
export type PlanCache = {
  get(entityId: string): Promise<SavedPlan | undefined>;
  set(entityId: string, saved: SavedPlan): Promise<void>;
};

/** A cache of this process alone, bounded by the size of the plans as JSON; the least recently used go first. */
export function createMemoryCache({ now }: Pick<Clock, 'now'>): PlanCache {
  const plans = new LRUCache<string, SavedPlan>({
    maxSize: MEMORY_CHARACTERS,
    sizeCalculation: (saved, entityId) => JSON.stringify(saved).length + entityId.length,
    ttl: PLANS_KEPT_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    get: (entityId) => Promise.resolve(plans.get(entityId)),
    set(entityId, saved) {
      plans.set(entityId, saved);
      return Promise.resolve();
    },
  };
}
