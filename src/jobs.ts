import { randomUUID } from 'node:crypto';

import { createRecovery } from './claims/recovery.ts';
import { type ClaimTimings, DOUBT_LASTS_MS } from './claims/timings.ts';
import { type Clock, DAY_MS, SECOND_MS } from './clock.ts';
import type { Connections } from './connections.ts';
import { createRetention } from './database/retention.ts';
import { createPostKinds } from './discord/post-kinds.ts';
import { createPosting } from './discord/posting.ts';
import { createPurge } from './discord/purge.ts';
import { createRequestShare } from './discord/request-share.ts';
import { createPanelKeeping } from './guilds/panel-keeping.ts';
import { PENDING_LINK_LASTS_MS } from './guilds/store/linked-entities.ts';
import { createPosts } from './guilds/store/posts.ts';
import type { Log } from './log.ts';
import { createPlanSnapshots } from './plans/store/snapshots.ts';
import { createPlanWatch, type WatchTimings } from './plans/watch.ts';
import { createReminderSending } from './reminders/sending.ts';
import { MESSAGE_EVERY_MS, type ReminderResult } from './reminders/reminder.ts';
import { createDelivering, type DeliveryResult } from './rewards/delivering.ts';
import { createRoleKeeping } from './rewards/role-keeping.ts';
import type { createServices } from './services.ts';
import { type Job, repeat, start } from './worker.ts';

/** One purge in this time, whichever process it is of. */
const PURGE_EVERY_MS = DAY_MS;
const UPKEEP_EVERY_MS = 30 * SECOND_MS;
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
    panelPosts,
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
  const purgeAll = createPurge({
    rest: client.rest,
    retention: createRetention(store, {
      doubtMs: DOUBT_LASTS_MS,
      pendingLinkMs: PENDING_LINK_LASTS_MS,
      closedClaimMs: claimsKeptMs,
    }),
  });
  const watchPlans = createPlanWatch({
    snapshots: createPlanSnapshots(store),
    listPlans: (entityIds) => plans.readMany(entityIds),
    leases,
    holder: processId,
    timings: watchTimings,
    now: clock.now,
    log,
  });
  const requestShare = createRequestShare({ id: processId, leases, rest: client.rest, log });
  const recovering = [
    (stopping: AbortSignal) => recovery.claims(stopping).finally(onRecovered),
    (stopping: AbortSignal) => recovery.verdicts(stopping),
  ];
  const posting = createPosting({ posts, messenger, log });
  const delivering = createDelivering({ deliveries, sender, onTried: onDeliveryTried, clock, log });
  const roleKeeping = createRoleKeeping({ grants: roleGrants, calls: roleCalls, clock, log });
  const reminders = createReminderSending({ ...reminding, leases, onEnded: onReminderEnded, clock, log });
  const panelKeeping = createPanelKeeping({ posts: panelPosts, goals, panels, log });

  /** Where claims are recovered more often than usual, this is done as often. */
  const every = (everyMs: number) => ({ everyMs: Math.min(everyMs, recoveryEveryMs), clock });
  const purge = async () => {
    if (await leases.hold('purge', randomUUID(), PURGE_EVERY_MS)) await purgeAll();
  };
  const upkeep = repeat([requestShare.round, rereadOwnership, purge], {
    name: 'upkeep',
    everyMs: UPKEEP_EVERY_MS,
    clock,
    log,
  });
  return [
    start(posting, every(recoveryEveryMs)),
    start(delivering, every(REWARDS_EVERY_MS)),
    start(roleKeeping, every(REWARDS_EVERY_MS)),
    start(reminders, every(MESSAGE_EVERY_MS)),
    start(panelKeeping, every(recoveryEveryMs)),
    repeat(recovering, { name: 'recovery', everyMs: recoveryEveryMs, clock, log }),
    repeat([watchPlans], { name: 'watching', everyMs: watchTimings.pollEveryMs, clock, log }),
    { stop: () => upkeep.stop().then(requestShare.leave) },
  ];
}
