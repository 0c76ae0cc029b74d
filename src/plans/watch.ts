import { isDeepStrictEqual } from 'node:util';

import type { Leases } from '../database/leases.ts';
import { MINUTE_MS } from '../work/clock.ts';
import { StorageUnavailableError, UpstreamError } from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { learn } from './changes.ts';
import { MAX_ENTITIES_PER_LISTING } from './identity-client.ts';
import type { Plan, PlanRead } from './plan.ts';
import type { PlanSnapshot, PlanSnapshots, WatchState } from './store/snapshots.ts';

export const WATCH_TIMINGS = {
  /** how long one pass over all watched entities takes */
  intervalMs: 15 * MINUTE_MS,
  /** how often to look whether some of them are due */
  pollEveryMs: 2_000,
  /** how often, at most, to look for entities that guilds have begun or ceased to watch */
  followEveryMs: MINUTE_MS,
  /** how long the process that watches keeps the others from watching */
  leaseMs: MINUTE_MS,
};
export type WatchTimings = typeof WATCH_TIMINGS;

const LEASE = 'watch-plans';

/**
 * Watches the plans that guilds want alerts about. A round reads those that are due: each plan once per interval, in as
 * few calls as possible, spread evenly. Any process may look whether plans are due; the one that gets the lease
 * (`holder`) goes on where another stopped, as all state is in the database.
 */
export function createPlanWatch(options: {
  snapshots: PlanSnapshots;
  listPlans: (entityIds: readonly string[]) => Promise<ReadonlyMap<string, PlanRead>>;
  leases: Pick<Leases, 'hold'>;
  holder: string;
  timings: WatchTimings;
  now: () => number;
  log: Log;
}): () => Promise<void> {
  const { snapshots, listPlans, leases, holder, timings, now, log } = options;
  let followAgainAt = 0;

  /**
   * How many plans to read now, and how late this batch is; whole intervals that were missed do not count. For 250
   * plans in a quarter of an hour it is three calls, one every five minutes.
   */
  function dueBatch({ watched, askedMsAgo }: WatchState): { max: number; lateMs: number } | undefined {
    if (watched === 0) return undefined;
    const calls = Math.ceil(watched / MAX_ENTITIES_PER_LISTING);
    const callsAtOnce = Math.ceil((calls * timings.pollEveryMs) / timings.intervalMs);
    const everyMs = Math.ceil((timings.intervalMs * callsAtOnce) / calls);
    const max = callsAtOnce * MAX_ENTITIES_PER_LISTING;
    if (askedMsAgo === undefined) return { max, lateMs: 0 };
    return askedMsAgo < everyMs ? undefined : { max, lateMs: askedMsAgo % everyMs };
  }

  async function ask({ max, lateMs }: { max: number; lateMs: number }): Promise<void> {
    const batch = await snapshots.takeOldest(max, lateMs);
    const reads = await listPlans(batch.map(({ entityId }) => entityId));
    const failures: unknown[] = [];
    for (const snapshot of batch) {
      const read = reads.get(snapshot.entityId);
      if (!read || read instanceof UpstreamError) {
        failures.push(read);
        continue;
      }
      await note(snapshot, read).catch((error: unknown) => {
        // The database would fail for the others too, so the round ends.
        if (error instanceof StorageUnavailableError) throw error;
        failures.push(error);
      });
    }
    if (failures.length > 0) {
      log.warn({ count: failures.length, err: failures[0] }, 'plans could not be watched, they are asked for again');
    }
  }

  async function note(snapshot: PlanSnapshot, answer: Plan): Promise<void> {
    const { known, news } = learn(snapshot.known, answer, now());
    if (isDeepStrictEqual(known, snapshot.known)) return;
    const replaced = await snapshots.replace(snapshot, known, news);
    if (!replaced || news.length === 0) return;
    log.info({ entityId: snapshot.entityId, count: news.length }, 'there is news of a plan');
  }

  return async () => {
    if (!dueBatch(await snapshots.watchState()) || !(await leases.hold(LEASE, holder, timings.leaseMs))) return;
    if (now() >= followAgainAt) {
      followAgainAt = now() + timings.followEveryMs;
      await snapshots.follow();
    }
    const batch = dueBatch(await snapshots.watchState());
    if (batch) await ask(batch);
  };
}
