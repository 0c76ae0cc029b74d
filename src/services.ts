import type { z } from 'zod';

import type { Capacity } from './claims/capacity.ts';
import { createCrowd } from './claims/crowd.ts';
import { createClaimReplies } from './claims/replies.ts';
import { createClaimReview } from './claims/review.ts';
import { createClaimRunner } from './claims/runner.ts';
import { createClaims } from './claims/service.ts';
import { createSlots } from './claims/slots.ts';
import { claimFilter } from './claims/store/filter.ts';
import { createClaimHistory } from './claims/store/history.ts';
import { type ClaimLedger, createClaimLedger } from './claims/store/ledger.ts';
import type { ClaimTimings } from './claims/timings.ts';
import { createVoteClient, type VoteClient } from './claims/vote-client.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Connections } from './connections.ts';
import { findGuild } from './discord/application.ts';
import type { Services } from './discord/command.ts';
import { createReminderCalls, messageLink } from './discord/direct-messages.ts';
import { createMessenger, type Messenger } from './discord/messenger.ts';
import type { Ownership } from './discord/ownership.ts';
import { createOwnMember } from './discord/own-member.ts';
import { createPanelMessages } from './discord/panel-messages.ts';
import { createPlaces } from './discord/places.ts';
import { createRoleCalls } from './discord/roles.ts';
import { createEntities } from './guilds/entities.ts';
import { createEntityLinks } from './guilds/entity-links.ts';
import { createGoalService } from './guilds/goal-service.ts';
import { createPanelPosting } from './guilds/panel-posting.ts';
import { createPanels } from './guilds/panels.ts';
import { createSettings } from './guilds/settings.ts';
import { createGoals } from './guilds/store/goals.ts';
import { createGuilds } from './guilds/store/guilds.ts';
import { createLinkedEntities } from './guilds/store/linked-entities.ts';
import { createPanelPosts } from './guilds/store/panel-posts.ts';
import type { Limiter } from './limits.ts';
import type { Log } from './log.ts';
import type { Member } from './member.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createSavedNames } from './people/saved-names.ts';
import { createOwed } from './people/store/owed.ts';
import { createPrivacy } from './people/store/privacy.ts';
import { createStoredNames } from './people/store/saved-names.ts';
import { createIdentityClient } from './plans/identity-client.ts';
import { createPlanReports, planReport } from './plans/reports.ts';
import { createPlans } from './plans/service.ts';
import { createReminders } from './reminders/service.ts';
import { createReminderQueue, type ReminderQueue } from './reminders/store/queue.ts';
import { createStoredReminders } from './reminders/store/reminders.ts';
import { createRewards } from './rewards/service.ts';
import { createDeliveries, type Deliveries } from './rewards/store/deliveries.ts';
import { createHooks } from './rewards/store/hooks.ts';
import { createRoleGrants, type RoleGrants } from './rewards/store/role-grants.ts';
import { createVoterRoles } from './rewards/store/voter-roles.ts';
import { createVoterRoleService } from './rewards/voter-role-service.ts';
import { noneIfSealed } from './secrets/sealer.ts';
import { createTurns } from './turns.ts';
import { createPagedLists, type PagedLists } from './ui/paged-lists.ts';
import { shareLists } from './ui/shared-lists.ts';

/** Files that are built at once: more would not be ready sooner, and each holds its rows in memory. */
const FILES_AT_ONCE = 3;

/** What claims, and what follows from them, pass through on their way. */
export type ClaimParts = {
  ledger: ClaimLedger;
  votes: VoteClient;
  messenger: Messenger;
  deliveries: Deliveries;
  reminderQueue: ReminderQueue;
  roleGrants: RoleGrants;
};

type ServicesOptions = {
  config: Config;
  log: Log;
  clock: Clock;
  claimLimiter: Limiter;
  timings: ClaimTimings;
  capacity: Capacity;
  /** how long before they are due reminders come */
  remindersEarlyMs: number;
  decorate: (parts: ClaimParts) => ClaimParts;
  ownership: Ownership;
  commandIds: ReadonlyMap<string, string>;
  metrics: Metrics;
  stopping: AbortSignal;
};

/** Builds everything that the bot knows how to do, on top of what it talks to. */
export function createServices(connections: Connections, options: ServicesOptions) {
  const { store, sealer, identityHttp, mainHttp, redis, planCache, sender, interactionRest, client } = connections;
  const { config, log, clock, claimLimiter, timings, capacity, remindersEarlyMs, decorate } = options;
  const { ownership, commandIds, metrics, stopping } = options;
  const { homeGuildId } = config.discord;
  const listsOf = <T>(name: string, schema: z.ZodType<T>): PagedLists<T> => {
    const own = createPagedLists<T>(clock.now);
    return redis ? shareLists(own, { redis, name, schema, now: clock.now }) : own;
  };

  const guilds = createGuilds({ store, sealer });
  const settings = createSettings({
    guilds,
    homeGuildId,
    accessToken: config.main.accessToken,
    mainServiceUrl: config.main.url,
    ...config.links,
  });
  const reminders = createReminders({
    stored: createStoredReminders(store),
    hoursOf: async (guildId) => (await guilds.find(guildId))?.reminderHours,
    log,
  });
  const { ledger, votes, messenger, deliveries, reminderQueue, roleGrants } = decorate({
    ledger: metrics.ofLedger(createClaimLedger({ store, sealer, timings })),
    votes: createVoteClient(mainHttp, log),
    messenger: createMessenger({
      interactions: interactionRest,
      rest: client.rest,
      settings,
      commandIds,
      offersReminder: reminders.isOffered,
      log,
    }),
    deliveries: createDeliveries({ store, sealer }),
    reminderQueue: createReminderQueue(store, remindersEarlyMs),
    roleGrants: createRoleGrants(store),
  });
  const { claimCredential: credentialOf } = settings;
  const replies = createClaimReplies({ ledger, messenger, clock, timings, stopping, log });
  const slots = {
    fresh: createSlots(capacity.freshSlots, clock),
    recovered: createSlots(capacity.recoveredSlots, clock),
  };
  const runner = createClaimRunner({
    ledger,
    votes,
    credentialOf,
    replies,
    slots,
    clock,
    timings,
    stopping,
    log,
  });
  const crowd = createCrowd(capacity.claimsUnderWay);
  const claims = createClaims({
    ledger,
    runner,
    replies,
    credentialOf,
    claimLimiter,
    crowd,
    clock,
    timings,
    stopping,
    log,
  });
  const identity = createIdentityClient({
    host: identityHttp,
    applicationKey: config.identity.applicationKey,
    log,
    clock,
  });
  const { isHome } = settings;
  const linked = createLinkedEntities(store);
  const entities = createEntities({ linked, isHome });
  const plans = createPlans({ identity, cache: planCache, ttlMs: config.planCache.ttlMs, clock, log });
  const names = createStoredNames(store);
  const ownMember = createOwnMember(client.rest);
  const roleCalls = createRoleCalls(client.rest, ownMember);
  const goals = createGoals(store);
  const panelMessages = createPanelMessages({ rest: client.rest, commandIds });
  const panelPosts = createPanelPosts(store);
  const services: Services = {
    claims,
    entities,
    entityLinks: createEntityLinks({
      linked,
      isHome,
      isInGuild: async (guildId) => (await findGuild(client.rest, guildId)) !== undefined,
      isOperator: ownership.isOperator,
    }),
    plans,
    goals: createGoalService(goals),
    owed: createOwed(store),
    panels: createPanels({
      guilds,
      settings,
      goals,
      messages: panelMessages,
      posting: createPanelPosting({ posts: panelPosts, messages: panelMessages, clock, log }),
      log,
    }),
    places: createPlaces(client.rest, ownMember),
    planReports: createPlanReports({
      entities,
      plans,
      pagedLists: listsOf('plans', planReport),
      // A service that is slow for one guild's must not keep those of others waiting.
      turns: createTurns({ atOnce: Infinity, now: clock.now }),
    }),
    fileTurns: createTurns({ atOnce: FILES_AT_ONCE, now: clock.now }),
    claimReview: createClaimReview({
      ledger,
      history: createClaimHistory(store),
      lists: listsOf('claims', claimFilter),
    }),
    settings,
    rewards: createRewards({
      hooks: createHooks({ store, sealer }),
      sender,
      allowedHosts: config.webhookAllowedHosts,
      credentialIdOf: async (guildId) => (await credentialOf(guildId).catch(noneIfSealed))?.credentialId,
      now: clock.now,
    }),
    voterRole: createVoterRoleService({ roles: createVoterRoles(store), calls: roleCalls }),
    privacy: createPrivacy({ store, now: clock.now }),
    reminders,
    savedNames: createSavedNames({ names, clock, log }),
  };
  const claimState = {
    claims: crowd.counts,
    posts: () => ({ fresh: slots.fresh.counts(), recovered: slots.recovered.counts() }),
  };
  const reminding = {
    queue: reminderQueue,
    calls: createReminderCalls({ rest: client.rest, commandIds, log }),
    async detailsOf({ guildId, userId }: Member) {
      const [voteLinks, [playername], guild] = await Promise.all([
        settings.voteLinks(guildId),
        names.of({ guildId, userId }),
        guilds.find(guildId),
      ]);
      return { voteLinks, playername, claimUrl: messageLink(guildId, guild?.panel) };
    },
  };
  return {
    services,
    claimState,
    ledger,
    runner,
    replies,
    messenger,
    deliveries,
    roleGrants,
    roleCalls,
    goals,
    panelPosts,
    reminding,
    identity,
  };
}
