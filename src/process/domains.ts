import type { z } from 'zod';

import type { Capacity } from '../claims/capacity.ts';
import { createClaimContext } from '../claims/claim-context.ts';
import { directAnswers } from '../claims/direct-answers.ts';
import { createClaimDomain } from '../claims/domain.ts';
import { createDirectAnswers } from '../claims/store/direct-answers.ts';
import { claimFilter } from '../claims/store/filter.ts';
import { createOwnClaims } from '../claims/store/own-claims.ts';
import { type ClaimTimings, DOUBT_LASTS_MS } from '../claims/timings.ts';
import type { Config } from '../config.ts';
import { createRetention } from '../database/retention.ts';
import type { Services } from '../discord/incoming/command.ts';
import { createReminderCalls } from '../discord/outgoing/direct-messages.ts';
import { createMessenger } from '../discord/outgoing/messenger.ts';
import { createPanelMessages } from '../discord/outgoing/panel-messages.ts';
import { createReachCheck } from '../discord/outgoing/reach-check.ts';
import { createPostKinds } from '../discord/outgoing/post-kinds.ts';
import { createPosting } from '../discord/outgoing/posting.ts';
import { createRefusedPosts } from '../discord/outgoing/refused-posts.ts';
import { createRoleCalls } from '../discord/outgoing/roles.ts';
import type { Ownership } from '../discord/ownership.ts';
import { createPurge } from '../discord/purge.ts';
import { findGuild } from '../discord/rest/application.ts';
import { createOwnMember } from '../discord/rest/own-member.ts';
import { createRequestShare } from '../discord/rest/request-share.ts';
import { createGuildDomain } from '../guilds/domain.ts';
import { PENDING_LINK_LASTS_MS } from '../guilds/store/linked-entities.ts';
import { createPosts } from '../guilds/store/posts.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createPeopleDomain } from '../people/domain.ts';
import { createPlanDomain } from '../plans/domain.ts';
import { planReport } from '../plans/reports.ts';
import type { WatchTimings } from '../plans/watch.ts';
import { createReminderDomain } from '../reminders/domain.ts';
import { MESSAGE_EVERY_MS } from '../reminders/reminder.ts';
import { createRewardDomain } from '../rewards/domain.ts';
import { createPagedLists, type PagedLists } from '../ui/paged-lists.ts';
import { shareLists } from '../ui/shared-lists.ts';
import { type Clock, SECOND_MS } from '../work/clock.ts';
import { newId } from '../work/ids.ts';
import type { Limiters } from '../work/limits.ts';
import type { Log } from '../work/log.ts';
import { createTurns } from '../work/turns.ts';
import { type Job, repeat, start } from '../work/worker.ts';
import type { Connections } from './connections.ts';

/** Files that are built at once: more would not be ready sooner, and each holds its rows in memory. */
const FILES_AT_ONCE = 3;
const UPKEEP_EVERY_MS = 30 * SECOND_MS;
/** A player waits for the reward. Without anything due, a round is one look at the hooks, or at the voter roles. */
const REWARDS_EVERY_MS = 2_000;
/** Most people read the countdown to the next look. */
const LOOKS_EVERY_MS = 2_000;

export type Timings = {
  claims: ClaimTimings;
  watch: WatchTimings;
  /** how long before they are due reminders come: 0 but for the sandbox */
  remindersEarlyMs: number;
  /** how long one try of an answer to Discord may take */
  discordTryMs: number;
};

type Surroundings = { config: Config; clock: Clock; log: Log; metrics: Metrics; stopping: AbortSignal };
type Choices = {
  timings: Timings;
  capacity: Capacity;
  limiters: Pick<Limiters, 'claim' | 'look'>;
  ownership: Ownership;
  commandIds: ReadonlyMap<string, string>;
};

export type Domains = ReturnType<typeof createDomains>;

/** Builds everything that the bot knows how to do, domain by domain, on top of what it talks to. */
export function createDomains(connections: Connections, around: Surroundings, choices: Choices) {
  const { store, sealer, leases, sender, interactionRest: interactions } = connections;
  const { rest } = connections.client;
  const { config, clock, log, metrics, stopping } = around;
  const { timings, capacity, limiters, ownership, commandIds } = choices;
  const listsOf = listsIn(connections, clock);
  const base = { store, sealer, leases, clock, count: metrics.count, log };
  const ownMember = createOwnMember(rest);

  const people = createPeopleDomain(base);
  const guilds = createGuildDomain(base, config, {
    messages: createPanelMessages({ rest, commandIds, clock }),
    isInGuild: async (guildId) => (await findGuild(rest, guildId)) !== undefined,
    isOperator: ownership.isOperator,
  });
  const { settings, entities } = guilds.services;
  const plans = createPlanDomain(base, config, {
    host: connections.identityHttp,
    cache: connections.planCache,
    entities,
    lists: listsOf('plans', planReport),
    timings: timings.watch,
  });
  const reminders = createReminderDomain(
    base,
    { guilds: guilds.guilds, settings, names: people.services.savedNames },
    {
      calls: createReminderCalls({ rest, commandIds, clock, log }),
      answers: directAnswers(createDirectAnswers(store, sealer), (...about) => claimContext(...about)),
      earlyMs: timings.remindersEarlyMs,
    },
  );
  const claimContext = createClaimContext({
    settings,
    offersReminder: (member) => reminders.services.reminders.isOffered(member),
    ownClaims: createOwnClaims(store),
    timings: timings.claims,
    now: clock.now,
    log,
  });
  const postWithinMs = timings.claims.leaseMs / 2;
  const messenger = createMessenger({ interactions, rest, claimContext, commandIds, postWithinMs, clock });
  const claims = createClaimDomain(
    base,
    { timings: timings.claims, capacity, stopping },
    {
      host: connections.mainHttp,
      messenger,
      settings,
      names: guilds.ownNames,
      limiters,
      lists: listsOf('claims', claimFilter),
    },
  );
  const rewards = createRewardDomain(base, {
    settings,
    sender,
    allowedHosts: config.webhookAllowedHosts,
    roleCalls: createRoleCalls(rest, ownMember, clock),
    onDelivered: (claimId) => void claims.services.claims.tellArrived(claimId),
  });
  const services: Services = {
    ...people.services,
    ...guilds.services,
    ...plans.services,
    ...reminders.services,
    ...rewards.services,
    ...claims.services,
    claimContext,
    reach: createReachCheck(rest, ownMember, clock),
    fileTurns: createTurns({ atOnce: FILES_AT_ONCE, now: clock.now }),
  };
  return { services, guilds, plans, reminders, rewards, claims, messenger, commandIds };
}

/** Lists that people page through: every process knows those of all where there is Redis. */
function listsIn({ redis }: Connections, { now }: Clock) {
  return <T>(name: string, schema: z.ZodType<T>): PagedLists<T> => {
    const own = createPagedLists<T>(now);
    return redis ? shareLists(own, { redis, name, schema, now }) : own;
  };
}

/** If claims are recovered more often than usual, the other jobs run as often. */
const mostly = (everyMs: number, { claims: { recoveryEveryMs } }: Timings) => Math.min(everyMs, recoveryEveryMs);

/** Starts what needs no answer of Discord: claims that are left are settled, and rewards delivered. */
export function startSettling(
  { rewards, claims }: Domains,
  { clock, log }: Pick<Surroundings, 'clock' | 'log'>,
  timings: Timings,
): Job[] {
  const recovering = [
    (stopping: AbortSignal) => claims.recovery.claims(stopping),
    (stopping: AbortSignal) => claims.recovery.verdicts(stopping),
  ];
  return [
    start(rewards.delivering, { everyMs: mostly(REWARDS_EVERY_MS, timings), clock }),
    repeat(recovering, { name: 'recovery', everyMs: timings.claims.recoveryEveryMs, clock, log }),
  ];
}

/** Starts what else runs on a clock. @param rereadOwnership - fails if the bot became public without a home */
export function startJobs(
  { store, leases, client: { rest } }: Connections,
  { guilds, plans, reminders, rewards, claims, messenger, commandIds }: Domains,
  { config, clock, log }: Pick<Surroundings, 'config' | 'clock' | 'log'>,
  { timings, rereadOwnership }: { timings: Timings; rereadOwnership: () => Promise<void> },
): Job[] {
  const { recoveryEveryMs, tellForOthersEveryMs, leaseMs } = timings.claims;
  const kinds = createPostKinds(guilds.services.settings.manageUrl);
  const refused = createRefusedPosts({ leases, rest, settings: guilds.services.settings, commandIds, clock, log });
  const posting = createPosting({ posts: createPosts({ store, leaseMs, kinds, log }), messenger, refused, log });
  const requestShare = createRequestShare({ id: newId(), leases, rest, log });
  const purge = createPurge({
    rest,
    leases,
    retention: createRetention(store, {
      doubtMs: DOUBT_LASTS_MS,
      pendingLinkMs: PENDING_LINK_LASTS_MS,
      closedClaimMs: config.claimsKeptMs,
    }),
  });
  const every = (everyMs: number) => ({ everyMs: mostly(everyMs, timings), clock });
  const again = (name: string, everyMs: number, tasks: Parameters<typeof repeat>[0]) =>
    repeat(tasks, { name, everyMs, clock, log });
  const upkeep = again('upkeep', UPKEEP_EVERY_MS, [
    () => requestShare.round(),
    rereadOwnership,
    purge,
    () => guilds.ownNames.settleForgotten(),
  ]);
  return [
    start(posting, every(recoveryEveryMs)),
    start(claims.looking, every(LOOKS_EVERY_MS)),
    start(rewards.roleKeeping, every(REWARDS_EVERY_MS)),
    start(reminders.sending, every(MESSAGE_EVERY_MS)),
    start(guilds.panelKeeping, every(recoveryEveryMs)),
    again('recovery', tellForOthersEveryMs, [(stopping) => claims.recovery.waiting(stopping)]),
    again('watching', timings.watch.pollEveryMs, [plans.watch]),
    { stop: () => upkeep.stop().then(() => requestShare.leave()) },
  ];
}
