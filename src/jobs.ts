import { randomUUID } from 'node:crypto';

import { createRecovery } from './claims/recovery.ts';
import { type ClaimTimings, DOUBT_LASTS_MS } from './claims/timings.ts';
import { type Clock, DAY_MS, MINUTE_MS } from './clock.ts';
import type { Connections } from './connections.ts';
import { createRetention } from './database/retention.ts';
import { createPostKinds } from './discord/post-kinds.ts';
import { createPosting } from './discord/posting.ts';
import { createPurge } from './discord/purge.ts';
import { createRequestShare } from './discord/request-share.ts';
import { createGoalPanels } from './guilds/goal-panels.ts';
import { PENDING_LINK_LASTS_MS } from './guilds/store/pending-links.ts';
import { createPosts } from './guilds/store/posts.ts';
import type { Log } from './log.ts';
import { createPlanSnapshots } from './plans/store/snapshots.ts';
import { createPlanWatch, createWatching, type WatchTimings } from './plans/watch.ts';
import { createReminderSending, type ReminderResult } from './reminders/sending.ts';
import { MESSAGE_EVERY_MS } from './reminders/reminder.ts';
import { type Job, repeat } from './repeat.ts';
import { createDelivering, type DeliveryResult } from './rewards/delivering.ts';
import { createRoleKeeping } from './rewards/role-keeping.ts';
import type { createServices } from './services.ts';

const PURGE_EVERY_MS = DAY_MS;
const OWNERSHIP_EVERY_MS = MINUTE_MS;
const REQUEST_SHARE_EVERY_MS = 15_000;
/** A player waits for the reward. Without anything due, a round is one look at the hooks, or at the voter roles. */
const REWARDS_EVERY_MS = 2_000;

type JobsOptions = {
  timings: ClaimTimings;
  watchTimings: WatchTimings;
  claimsKeptMs: number;
  /** whether the bot is still private, or has a home */
  rereadOwnership: () => Promise<void>;
  onRecovered: () => void;
  onDeliveryTried: (result: DeliveryResult) => void;
  onReminderEnded: (result: ReminderResult) => void;
  clock: Clock;
  log: Log;
};

/**
 * Starts what runs on a clock: recovery of claims, posts in channels, panels, the delivery of rewards, voter
 * roles, reminders, the watch over plans, and the purge of what is no longer needed.
 */
export function startJobs(
  { store, leases, sender, client }: Connections,
  {
    ledger,
    runner,
    replies,
    messenger,
    deliveries,
    roleGrants,
    roleCalls,
    reminding,
    goals,
    guilds,
    services: { plans, panels, settings },
  }: ReturnType<typeof createServices>,
  options: JobsOptions,
): Job[] {
  const {
    timings,
    watchTimings,
    claimsKeptMs,
    rereadOwnership,
    onRecovered,
    onDeliveryTried,
    onReminderEnded,
    clock,
    log,
  } = options;
  const { recoveryEveryMs, leaseMs } = timings;
  const processId = randomUUID();
  const recovery = createRecovery({ ledger, runner, replies });
  const posts = createPosts({ store, leaseMs, kinds: createPostKinds(settings.manageUrl), log });
  const post = createPosting({ posts, messenger, log });
  const goalPanels = createGoalPanels({ goals, guilds, panels, log });
  const delivering = createDelivering({ deliveries, sender, onTried: onDeliveryTried, now: clock.now, log });
  const roleKeeping = createRoleKeeping({ grants: roleGrants, calls: roleCalls, log });
  const sendReminder = createReminderSending({
    ...reminding,
    leases,
    onEnded: onReminderEnded,
    clock,
    log,
  });
  const purge = createPurge({
    rest: client.rest,
    retention: createRetention(store, {
      doubtMs: DOUBT_LASTS_MS,
      pendingLinkMs: PENDING_LINK_LASTS_MS,
      closedClaimMs: claimsKeptMs,
    }),
  });
  const watchPlans = createWatching({
    planWatch: createPlanWatch({
      snapshots: createPlanSnapshots(store),
      listPlans: (entityIds) => plans.readMany(entityIds),
      timings: watchTimings,
      now: clock.now,
      log,
    }),
    leases,
    holder: processId,
    leaseMs: watchTimings.leaseMs,
  });
  const requestShare = createRequestShare({ id: processId, leases, rest: client.rest, log });
  const works: readonly [name: string, everyMs: number, work: (stopping: AbortSignal) => Promise<void>][] = [
    ['recovery of claims', recoveryEveryMs, (stopping) => recovery.claims(stopping).finally(onRecovered)],
    ['recovery of verdicts', recoveryEveryMs, (stopping) => recovery.verdicts(stopping)],
    ['posts', recoveryEveryMs, post],
    ['panels', recoveryEveryMs, (stopping) => panels.goOn().then(() => goalPanels(stopping))],
    ['reminders', Math.min(MESSAGE_EVERY_MS, recoveryEveryMs), sendReminder],
    ['watching', watchTimings.pollEveryMs, watchPlans],
    ['ownership', OWNERSHIP_EVERY_MS, rereadOwnership],
    ['purge', PURGE_EVERY_MS, purge],
  ];
  const rewardsEvery = { everyMs: Math.min(REWARDS_EVERY_MS, recoveryEveryMs), clock, log };
  const delivery = repeat(delivering.round, { name: 'reward deliveries', ...rewardsEvery });
  const roles = repeat(roleKeeping.round, { name: 'voter roles', ...rewardsEvery });
  const share = repeat(requestShare.round, { name: 'request share', everyMs: REQUEST_SHARE_EVERY_MS, clock, log });
  return [
    ...works.map(([name, everyMs, work]) => repeat(work, { name, everyMs, clock, log })),
    { stop: () => delivery.stop().then(delivering.idle) },
    { stop: () => roles.stop().then(roleKeeping.idle) },
    { stop: () => share.stop().then(requestShare.leave) },
  ];
}
