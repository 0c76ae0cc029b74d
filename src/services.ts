import { type ClaimLimits, createClaimLimiter } from './claims/limits.ts';
import { createClaimReplies } from './claims/replies.ts';
import { createClaimReview } from './claims/review.ts';
import { createClaimRunner } from './claims/runner.ts';
import { createClaims } from './claims/service.ts';
import { createClaimHistory } from './claims/store/history.ts';
import { type ClaimLedger, createClaimLedger } from './claims/store/ledger.ts';
import type { ClaimTimings } from './claims/timings.ts';
import { createVoteClient, type VoteClient } from './claims/vote-client.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Connections } from './connections.ts';
import { findGuild } from './discord/application.ts';
import type { Services } from './discord/command.ts';
import { createMessenger, type Messenger } from './discord/messenger.ts';
import type { Ownership } from './discord/ownership.ts';
import { createEntities } from './guilds/entities.ts';
import { createEntityLinks } from './guilds/entity-links.ts';
import { createSettings } from './guilds/settings.ts';
import { createGuilds } from './guilds/store/guilds.ts';
import { createLinkedEntities } from './guilds/store/linked-entities.ts';
import { createPendingLinks } from './guilds/store/pending-links.ts';
import type { Log } from './log.ts';
import { createSavedNames } from './people/saved-names.ts';
import { createPrivacy } from './people/store/privacy.ts';
import { createStoredNames } from './people/store/saved-names.ts';
import { createIdentityClient } from './plans/identity-client.ts';
import { createPlanReports } from './plans/reports.ts';
import { createPlans } from './plans/service.ts';
import { createPagedLists } from './ui/paged-lists.ts';

/** What claims pass through on their way. */
export type ClaimParts = { ledger: ClaimLedger; votes: VoteClient; messenger: Messenger };

type ServicesOptions = {
  config: Config;
  log: Log;
  clock: Clock;
  limits: ClaimLimits;
  timings: ClaimTimings;
  decorate: (parts: ClaimParts) => ClaimParts;
  ownership: Ownership;
  commandIds: ReadonlyMap<string, string>;
  stopping: AbortSignal;
};

/** Builds everything that the bot knows how to do, on top of what it talks to. */
export function createServices(connections: Connections, options: ServicesOptions) {
  const { store, sealer, identityHttp, mainHttp, planCache, interactionRest, client } = connections;
  const { config, log, clock, limits, timings, decorate, ownership, commandIds, stopping } = options;
  const { homeGuildId } = config.discord;

  const settings = createSettings({
    guilds: createGuilds({ store, sealer }),
    homeGuildId,
    accessToken: config.main.accessToken,
    mainServiceUrl: config.main.url,
    ...config.links,
  });
  const { ledger, votes, messenger } = decorate({
    ledger: createClaimLedger({ store, sealer, timings }),
    votes: createVoteClient(mainHttp, log),
    messenger: createMessenger({
      interactions: interactionRest,
      rest: client.rest,
      settings,
      commandIds,
      now: clock.now,
      log,
    }),
  });
  const { claimCredential: credentialOf } = settings;
  const replies = createClaimReplies({ ledger, messenger, clock, timings, stopping, log });
  const runner = createClaimRunner({
    ledger,
    votes,
    credentialOf,
    replies,
    clock,
    timings,
    stopping,
    log,
  });
  const claims = createClaims({
    ledger,
    runner,
    replies,
    credentialOf,
    claimLimiter: createClaimLimiter(limits),
    clock,
    timings,
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
  const services: Services = {
    claims,
    entities,
    entityLinks: createEntityLinks({
      linked,
      pending: createPendingLinks(store),
      isHome,
      isInGuild: async (guildId) => (await findGuild(client.rest, guildId)) !== undefined,
      isOperator: ownership.isOperator,
    }),
    plans,
    planReports: createPlanReports({ entities, plans, pagedLists: createPagedLists(clock.now) }),
    claimReview: createClaimReview({ ledger, history: createClaimHistory(store), lists: createPagedLists(clock.now) }),
    settings,
    privacy: createPrivacy({ store, now: clock.now }),
    savedNames: createSavedNames({ names: createStoredNames(store), clock, log }),
  };
  return { services, ledger, runner, replies, messenger, identity };
}
