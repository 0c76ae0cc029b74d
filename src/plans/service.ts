import { chunksOf } from '../work/chunks.ts';
import type { Clock } from '../work/clock.ts';
import { isCredentialRefused, UpstreamError } from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { type IdentityClient, MAX_ENTITIES_PER_LISTING } from './identity-client.ts';
import type { Plan, PlanRead } from './plan.ts';
import type { PlanCache, SavedPlan } from './store/cache.ts';

/** A plan is fresh for the TTL ± this share of it, so that plans saved together are read again at different times. */
const TTL_JITTER = 0.1;
const MIN_REFRESH_INTERVAL_MS = 5_000;

/** `checkedAt`: ms since the epoch. `stale`: a saved copy, because the service is not answering. */
export type PlanAnswer = { plan: Plan; checkedAt: number; stale: boolean };

export type Plans = ReturnType<typeof createPlans>;

type PlanOptions = { identity: IdentityClient; cache: PlanCache; ttlMs: number; clock: Clock; log: Log };

export function createPlans({ identity, cache, ttlMs, clock, log }: PlanOptions) {
  const underWay = new Map<string, Promise<SavedPlan>>();

  /**
   * The plan of an entity, from the cache while it is fresh. At most one read per entity is in flight.
   *
   * @param options.refresh - the person asked for a new read: only a copy from the last five seconds will do
   * @throws {@link UpstreamError} when the service fails and no copy from the last 24 hours is saved
   */
  async function lookUp(entityId: string, { refresh = false } = {}): Promise<PlanAnswer> {
    const saved = await cache.get(entityId);
    if (saved && isGoodEnough(saved, refresh)) return toAnswer(saved);
    try {
      return toAnswer(await readOnce(entityId));
    } catch (error) {
      if (!saved || !isOutage(error)) throw error;
      log.warn({ err: error, entityId }, 'serving a saved plan');
      return toAnswer(saved, true);
    }
  }

  function readOnce(entityId: string): Promise<SavedPlan> {
    const read =
      underWay.get(entityId) ??
      identity
        .readPlan(entityId)
        .then((plan) => save(entityId, plan))
        .finally(() => underWay.delete(entityId));
    underWay.set(entityId, read);
    return read;
  }

  /**
   * The plans of many entities, from the cache while they are fresh, the others by listing. A plan that cannot be read
   * has no entry and does not affect the others.
   *
   * @param onProgress - called with the number done so far, while some are missing
   * @throws {@link UpstreamError} when no plan could be read, and as soon as the service refuses the key
   */
  async function lookUpMany(
    entityIds: readonly string[],
    onProgress?: (done: number) => void,
  ): Promise<Map<string, PlanAnswer>> {
    const ids = [...new Set(entityIds)];
    const found = await Promise.all(ids.map(async (id) => ({ id, saved: await cache.get(id) })));
    const answers = new Map<string, PlanAnswer>();
    for (const { id, saved } of found) if (saved && isGoodEnough(saved)) answers.set(id, toAnswer(saved));
    const unread = found.filter(({ id }) => !answers.has(id));
    let done = answers.size;
    let isKeyAccepted = false;
    let failure: UpstreamError | undefined;
    for (const chunk of chunksOf(unread, MAX_ENTITIES_PER_LISTING)) {
      const reads = await readMany(chunk.map(({ id }) => id));
      const errors = [...reads.values()].filter((read) => read instanceof UpstreamError);
      isKeyAccepted ||= errors.length < reads.size;
      const refusal = errors.find(isCredentialRefused);
      if (refusal && !isKeyAccepted) throw refusal;
      if (errors[0]) log.warn({ err: errors[0], count: errors.length }, 'plans could not be read');
      failure ??= errors[0];
      for (const { id, saved } of chunk) {
        const read = reads.get(id);
        if (read && !(read instanceof UpstreamError)) answers.set(id, toAnswer({ plan: read, checkedAt: clock.now() }));
        else if (saved && isOutage(read)) answers.set(id, toAnswer(saved, true));
      }
      done += chunk.length;
      if (done < ids.length) onProgress?.(done);
    }
    if (failure && answers.size === 0) throw failure;
    return answers;
  }

  /** Reads plans from the service, and saves them for later look-ups. Every id gets an entry. */
  async function readMany(entityIds: readonly string[]): Promise<Map<string, PlanRead>> {
    const reads = await identity.listPlans(entityIds);
    await Promise.all(Array.from(reads, async ([id, read]) => read instanceof UpstreamError || (await save(id, read))));
    return reads;
  }

  async function save(entityId: string, plan: Plan): Promise<SavedPlan> {
    const checkedAt = clock.now();
    const freshUntil = checkedAt + ttlMs * (1 + TTL_JITTER * (2 * clock.random() - 1));
    const saved = { plan, checkedAt, freshUntil };
    await cache.set(entityId, saved);
    return saved;
  }

  function isGoodEnough(saved: SavedPlan, refresh = false): boolean {
    return clock.now() < (refresh ? saved.checkedAt + MIN_REFRESH_INTERVAL_MS : saved.freshUntil);
  }

  return { lookUp, lookUpMany, readMany };
}

function toAnswer({ plan, checkedAt }: Pick<SavedPlan, 'plan' | 'checkedAt'>, stale = false): PlanAnswer {
  return { plan, checkedAt, stale };
}

/** Whether a saved copy may stand in. Not for a refused key: the operator must learn of it. */
function isOutage(error: unknown): boolean {
  return error instanceof UpstreamError && !isCredentialRefused(error);
}
