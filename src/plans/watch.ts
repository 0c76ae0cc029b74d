import { isDeepStrictEqual } from 'node:util';

import { MINUTE_MS } from '../clock.ts';
import type { Leases } from '../database/leases.ts';
import { StorageUnavailableError } from '../errors.ts';
import type { Log } from '../log.ts';
import { learn } from './changes.ts';
import { MAX_ENTITIES_PER_LISTING } from './identity-client.ts';
import type { Plan, PlanRead } from './plan.ts';
import type { PlanSnapshot, PlanSnapshots, WatchOverview } from './store/snapshots.ts';

export type WatchTimings = {
  /** how long one pass over all watched entities takes */
  intervalMs: number;
  /** how often to check whether some of them are due */
  pollEveryMs: number;
  /** how often, at most, to check which entities guilds have started or stopped watching */
  followEveryMs: number;
  /** how long the process that watches keeps the others from watching */
  leaseMs: number;
};

export const WATCH_TIMINGS = {
  intervalMs: 15 * MINUTE_MS,
  pollEveryMs: 2_000,
  followEveryMs: MINUTE_MS,
  leaseMs: MINUTE_MS,
} as const satisfies WatchTimings;

const LEASE = 'watch-plans';

/** Reads plans in as few calls as possible. Every id has an entry. */
type ListPlans = (entityIds: readonly string[]) => Promise<ReadonlyMap<string, PlanRead>>;

/** Watches the plans that guilds want alerts about. Only one process at a time should do it. */
export type PlanWatch = {
  /** Whether some of the plans are due to be read: cheap enough for every process to poll. */
  isDue(): Promise<boolean>;
  /**
   * Reads some of the plans if they are due: each of them once per interval, in as few calls as possible, spread
   * evenly. Its state is kept in the database only, so a process continues where another one stopped. It also picks up
   * what guilds have started to watch.
   */
  askIfDue(): Promise<void>;
};

export function createPlanWatch(options: {
  snapshots: PlanSnapshots;
  listPlans: ListPlans;
  timings: Omit<WatchTimings, 'leaseMs'>;
  /** ms since the epoch */
  now: () => number;
  log: Log;
}): PlanWatch {
  const { snapshots, listPlans, timings, now, log } = options;
  let followAgainAt = 0;

  /**
   * How many to read now, and how late that is, not counting turns missed entirely; undefined when none are due yet.
   */
  function dueBatch({ watched, askedMsAgo }: WatchOverview): { max: number; lateMs: number } | undefined {
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
      if (read?.kind !== 'plan') failures.push(read?.error);
      else await note(snapshot, read.plan).catch(isolate(failures));
    }
    if (failures.length > 0) {
      log.warn({ count: failures.length, err: failures[0] }, 'plans could not be watched, they are asked for again');
    }
  }

  async function note(snapshot: PlanSnapshot, answer: Plan): Promise<void> {
    const { entityId, plan, doubtful, reminders } = snapshot;
    const { known, news } = learn({ plan, doubtful, reminders }, answer, now());
    if (isDeepStrictEqual(known, { plan, doubtful, reminders })) return;
    const replaced = await snapshots.replace(snapshot, known, news);
    if (replaced && news.length > 0) log.info({ entityId, count: news.length }, 'there is news of a plan');
  }

  return {
    isDue: async () => dueBatch(await snapshots.overview()) !== undefined,
    async askIfDue() {
      if (now() >= followAgainAt) {
        followAgainAt = now() + timings.followEveryMs;
        await snapshots.follow();
      }
      const batch = dueBatch(await snapshots.overview());
      if (batch) await ask(batch);
    },
  };
}

/**
 * Checks whether plans are due to be read. Every process checks, but only the one with the lease reads them.
 *
 * @param options.holder - identifies this process
 */
export function createWatching(options: {
  planWatch: PlanWatch;
  leases: Leases;
  holder: string;
  leaseMs: number;
}): () => Promise<void> {
  const { planWatch, leases, holder, leaseMs } = options;
  return async () => {
    if ((await planWatch.isDue()) && (await leases.hold(LEASE, holder, leaseMs))) await planWatch.askIfDue();
  };
}

/**
 * Keeps what goes wrong with one plan from its neighbours. A database that fails would fail them too, so that ends the
 * round.
 */
function isolate(failures: unknown[]): (error: unknown) => void {
  return (error) => {
    if (error instanceof StorageUnavailableError) throw error;
    failures.push(error);
  };
}
