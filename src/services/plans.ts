import type { Clock } from '../clock.ts';
import { StatusError, UpstreamError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { PlanCache, SavedPlan } from '../storage/plan-cache.ts';
import type { IdentityHost } from '../upstream/identity.ts';
import type { Plan } from '../upstream/plan.ts';

/** Fresh for the TTL give or take this share of it, so that plans saved together are not read again together. */
const TTL_JITTER = 0.1;
const REFRESH_AT_MOST_EVERY_MS = 5_000;

/** `checkedAt`: ms since the epoch. `stale`: a saved copy, because the service is not answering. */
export type PlanAnswer = { plan: Plan; checkedAt: number; stale: boolean };

export type Plans = {
  /**
   * The plan of an entity, from the cache while it is fresh. However many ask at once, one read goes out for an entity at a time.
   *
   * @param options - `refresh`: the person asked for a new read; a copy of the last five seconds still serves
   * @throws {@link UpstreamError} when the service fails and no copy of the last 24 hours is saved
   */
  lookUp(entityId: string, options?: { refresh?: boolean }): Promise<PlanAnswer>;
};

export function createPlans(options: {
  identity: IdentityHost;
  cache: PlanCache;
  ttlMs: number;
  clock: Clock;
  log: Log;
}): Plans {
  const { identity, cache, ttlMs, clock, log } = options;
  const lookUps = new Map<string, Promise<PlanAnswer>>();
  const reads = new Map<string, Promise<SavedPlan>>();

  async function find(entityId: string, refresh: boolean): Promise<PlanAnswer> {
    const saved = await cache.get(entityId);
    if (saved && isGoodEnough(saved, refresh)) return { plan: saved.plan, checkedAt: saved.checkedAt, stale: false };
    try {
      const { plan, checkedAt } = await oneAtATime(reads, entityId, () => read(entityId));
      return { plan, checkedAt, stale: false };
    } catch (error) {
      if (!saved || !isOutage(error)) throw error;
      log.warn({ err: error, entityId }, 'serving a saved plan');
      return { plan: saved.plan, checkedAt: saved.checkedAt, stale: true };
    }
  }

  async function read(entityId: string): Promise<SavedPlan> {
    const plan = await identity.readPlan(entityId);
    const checkedAt = clock.now();
    const freshUntil = checkedAt + ttlMs * (1 + TTL_JITTER * (2 * clock.random() - 1));
    const saved = { plan, checkedAt, freshUntil };
    await cache.set(entityId, saved);
    return saved;
  }

  function isGoodEnough(saved: SavedPlan, refresh: boolean): boolean {
    return clock.now() < (refresh ? saved.checkedAt + REFRESH_AT_MOST_EVERY_MS : saved.freshUntil);
  }

  return {
    lookUp: (entityId, { refresh = false } = {}) =>
      oneAtATime(lookUps, `${refresh ? 'refresh' : 'read'}:${entityId}`, () => find(entityId, refresh)),
  };
}

/** Joins the work under way for a key, or starts it. */
function oneAtATime<T>(underWay: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const existing = underWay.get(key);
  if (existing) return existing;
  const started = work().finally(() => underWay.delete(key));
  underWay.set(key, started);
  return started;
}

/** A refused key is an answer that the operator has to know of; everything else hides the service from us. */
function isOutage(error: unknown): boolean {
  const keyRefused = error instanceof StatusError && (error.status === 401 || error.status === 403);
  return error instanceof UpstreamError && !keyRefused;
}
