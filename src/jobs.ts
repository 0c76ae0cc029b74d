import { randomUUID } from 'node:crypto';

import { createRecovery } from './claims/recovery.ts';
import { createAnnouncements } from './claims/store/announcements.ts';
import { createEscalations } from './claims/store/escalations.ts';
import { type ClaimTimings, DOUBT_LASTS_MS } from './claims/timings.ts';
import { type Clock, DAY_MS, MINUTE_MS } from './clock.ts';
import type { Connections } from './connections.ts';
import { createLeases } from './database/leases.ts';
import { createRetention } from './database/retention.ts';
import { createPosting } from './discord/posting.ts';
import { createPurge } from './discord/purge.ts';
import { PENDING_LINK_LASTS_MS } from './guilds/store/pending-links.ts';
import type { Log } from './log.ts';
import { createAlerts } from './plans/store/alerts.ts';
import { createPlanSnapshots } from './plans/store/snapshots.ts';
import { createPlanWatch, createWatching, type WatchTimings } from './plans/watch.ts';
import { type Job, repeat } from './repeat.ts';
import type { createServices } from './services.ts';

const PURGE_EVERY_MS = DAY_MS;
const OWNERSHIP_EVERY_MS = MINUTE_MS;

type JobsOptions = {
  timings: ClaimTimings;
  watchTimings: WatchTimings;
  /** whether the bot is still private, or has a home */
  rereadOwnership: () => Promise<void>;
  onRecovered: () => void;
  clock: Clock;
  log: Log;
};

/**
 * Starts what runs on a clock: recovery of claims, posts in channels, the watch over plans, and the purge of what is no
 * longer needed.
 */
export function startJobs(
  { store, client }: Connections,
  { ledger, runner, replies, messenger, services: { plans } }: ReturnType<typeof createServices>,
  options: JobsOptions,
): Job[] {
  const { timings, watchTimings, rereadOwnership, onRecovered, clock, log } = options;
  const { recoveryEveryMs, leaseMs } = timings;
  const recovery = createRecovery({ ledger, runner, replies });
  const post = createPosting({ messenger, log });
  const announcements = createAnnouncements({ store, leaseMs });
  const alerts = createAlerts({ store, leaseMs, log });
  const escalations = createEscalations({ store, leaseMs });
  const purge = createPurge({
    rest: client.rest,
    retention: createRetention(store, { doubtMs: DOUBT_LASTS_MS, pendingLinkMs: PENDING_LINK_LASTS_MS }),
  });
  const watching = createWatching({
    planWatch: createPlanWatch({
      snapshots: createPlanSnapshots(store),
      listPlans: (entityIds) => plans.readMany(entityIds),
      timings: watchTimings,
      now: clock.now,
      log,
    }),
    leases: createLeases(store),
    holder: randomUUID(),
    leaseMs: watchTimings.leaseMs,
  });
  const works: readonly [name: string, everyMs: number, work: (stopping: AbortSignal) => Promise<void>][] = [
    ['recovery of claims', recoveryEveryMs, (stopping) => recovery.claims(stopping).finally(onRecovered)],
    ['recovery of verdicts', recoveryEveryMs, (stopping) => recovery.verdicts(stopping)],
    ['announcements', recoveryEveryMs, () => post(announcements)],
    ['escalations', recoveryEveryMs, () => post(escalations)],
    ['alerts', recoveryEveryMs, () => post(alerts)],
    ['watching', watchTimings.pollEveryMs, watching],
    ['ownership', OWNERSHIP_EVERY_MS, rereadOwnership],
    ['purge', PURGE_EVERY_MS, purge],
  ];
  return works.map(([name, everyMs, work]) => repeat(work, { name, everyMs, clock, log }));
}
