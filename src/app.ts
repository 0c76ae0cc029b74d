import { randomUUID } from 'node:crypto';

import { Events, type APIApplication } from 'discord.js';

import { commands } from '../commands/index.ts';
import { DOUBT_LASTS_MS } from './claims/claim.ts';
import { CLAIM_LIMITS, type ClaimLimits, createClaimLimiter } from './claims/limits.ts';
import { createRecovery } from './claims/recovery.ts';
import { createClaimReplies } from './claims/replies.ts';
import { createClaimReview } from './claims/review.ts';
import { CLAIM_TIMINGS, type ClaimTimings, createClaimRunner } from './claims/runner.ts';
import { createClaims } from './claims/service.ts';
import { createAnnouncements } from './claims/store/announcements.ts';
import { createEscalations } from './claims/store/escalations.ts';
import { createClaimHistory } from './claims/store/history.ts';
import { type ClaimLedger, createClaimLedger, LEDGER_TIMINGS, type LedgerTimings } from './claims/store/ledger.ts';
import { createVoteClient, type VoteClient } from './claims/vote-client.ts';
import { type Clock, systemClock, withinTime } from './clock.ts';
import type { Config } from './config.ts';
import { createLeases } from './database/leases.ts';
import { createRetention } from './database/retention.ts';
import { findGuild } from './discord/application.ts';
import { createClient, isConnected } from './discord/client.ts';
import type { Services } from './discord/command.ts';
import { createDispatch } from './discord/dispatch.ts';
import { asLoginFailure, logIn } from './discord/login.ts';
import { createMessenger, type Messenger } from './discord/messenger.ts';
import { createOwnership } from './discord/ownership.ts';
import { createPosting } from './discord/posting.ts';
import { createPurge } from './discord/purge.ts';
import { definitions, registerCommands } from './discord/registration.ts';
import { createInteractionRest } from './discord/rest.ts';
import { FatalError } from './errors.ts';
import { createEntities } from './guilds/entities.ts';
import { createEntityLinks } from './guilds/entity-links.ts';
import { createSettings } from './guilds/settings.ts';
import { createGuilds } from './guilds/store/guilds.ts';
import { createLinkedEntities } from './guilds/store/linked-entities.ts';
import { createPendingLinks, PENDING_LINK_LASTS_MS } from './guilds/store/pending-links.ts';
import { type Health, serveHealth } from './health.ts';
import { createHttpClient } from './http/client.ts';
import { introduce } from './introduction.ts';
import type { Log } from './log.ts';
import { createSavedNames } from './people/saved-names.ts';
import { createPrivacy } from './people/store/privacy.ts';
import { createStoredNames } from './people/store/saved-names.ts';
import { createIdentityClient } from './plans/identity-client.ts';
import { createPlanReports } from './plans/reports.ts';
import { createPlans } from './plans/service.ts';
import { createAlerts } from './plans/store/alerts.ts';
import { createPlanCache } from './plans/store/cache.ts';
import { createPlanSnapshots } from './plans/store/snapshots.ts';
import { createPlanWatch, WATCH_TIMINGS, type WatchTimings } from './plans/watch.ts';
import { createWatching } from './plans/watching.ts';
import { type Job, repeat } from './repeat.ts';
import { openKeyRing } from './secrets/key-ring.ts';
import { openSealedStore } from './secrets/sealed-store.ts';
import { createPagedLists } from './ui/paged-lists.ts';

export const DRAIN_MS = 10_000;
const CLOSE_MS = 1_000;
const PURGE_EVERY_MS = 86_400_000;
const OWNERSHIP_EVERY_MS = 60_000;

export type AppOptions = {
  config: Config;
  log: Log;
  clock?: Clock;
  limits?: ClaimLimits;
  timings?: ClaimTimings;
  ledgerTimings?: LedgerTimings;
  watchTimings?: WatchTimings;
  /** wraps what claims pass through, to observe or disturb them */
  decorate?: (parts: ClaimParts) => ClaimParts;
  /** called after each round of claim recovery */
  onRecovered?: () => void;
};

export type ClaimParts = { ledger: ClaimLedger; votes: VoteClient; messenger: Messenger };

export type App = {
  /** Logs in to Discord; resolves once interactions are answered. @throws FatalError when that fails */
  start(): Promise<void>;
  /** Writes into the log who and where the bot is, and what does not look right. Waits for others, and never rejects. */
  introduce(): Promise<void>;
  /** Rejects with a FatalError when Discord closes the gateway for good, or says that the bot became public without a home. Never resolves. */
  readonly fatal: Promise<never>;
  /** How many Discord objects discord.js has cached, which should be none however many there are. */
  cached(): { guilds: number; users: number; channels: number };
  /** Stops taking interactions, lets those under way finish for at most ten seconds, and closes every connection, in eleven seconds at most. */
  stop(): Promise<void>;
};

/**
 * Builds the bot. Every part is created here and passed on as an argument; nothing runs before `start`.
 *
 * @throws FatalError when the database or the key ring cannot be used
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, clock = systemClock, limits = CLAIM_LIMITS, timings = CLAIM_TIMINGS } = options;
  const {
    ledgerTimings = LEDGER_TIMINGS,
    watchTimings = WATCH_TIMINGS,
    decorate = (parts: ClaimParts) => parts,
    onRecovered = () => undefined,
  } = options;
  const { store, sealer } = await openSealedStore(config, openKeyRing);
  let application: APIApplication | undefined;
  const commandIds = new Map<string, string>();
  const jobs: Job[] = [];
  let health: Health | undefined;
  const fatal = Promise.withResolvers<never>();
  fatal.promise.catch(() => undefined);

  const identityHttp = createHttpClient('identity', config.identity.url, clock.now);
  const mainHttp = createHttpClient('main', config.main.url, clock.now);
  const planCache = createPlanCache({ redisUrl: config.planCache.redisUrl, source: config.identity.url, clock, log });
  const interactionRest = createInteractionRest(config.discord.apiUrl);
  const client = createClient(config.discord, { clock, log, onFatal: fatal.reject });
  const { homeGuildId } = config.discord;
  const ownership = createOwnership({ rest: client.rest, homeGuildId, now: clock.now });

  const settings = createSettings({
    guilds: createGuilds({ store, sealer }),
    homeGuildId,
    accessToken: config.main.accessToken,
    mainServiceUrl: config.main.url,
    ...config.links,
  });
  const { ledger, votes, messenger } = decorate({
    ledger: createClaimLedger({ store, sealer, timings: ledgerTimings }),
    votes: createVoteClient(mainHttp, log),
    messenger: createMessenger({
      interactions: interactionRest,
      rest: client.rest,
      settings,
      commandIds,
      now: clock.now,
    }),
  });
  const stopping = new AbortController();
  const { claimCredential: credentialOf } = settings;
  const replies = createClaimReplies({ ledger, messenger, clock, timings, stopping: stopping.signal, log });
  const runner = createClaimRunner({
    ledger,
    votes,
    credentialOf,
    replies,
    clock,
    timings,
    stopping: stopping.signal,
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
  const recovery = createRecovery({ ledger, runner, replies });
  const post = createPosting({ messenger, log });
  const { leaseMs } = ledgerTimings;
  const announcements = createAnnouncements({ store, leaseMs });
  const alerts = createAlerts({ store, leaseMs, log });
  const escalations = createEscalations({ store, leaseMs });
  const identity = createIdentityClient({
    host: identityHttp,
    applicationKey: config.identity.applicationKey,
    log,
    now: clock.now,
    random: clock.random,
  });
  const purge = createPurge({
    rest: client.rest,
    retention: createRetention(store, { doubtMs: DOUBT_LASTS_MS, pendingLinkMs: PENDING_LINK_LASTS_MS }),
  });
  const { isHome } = settings;
  const linked = createLinkedEntities(store);
  const entities = createEntities({ linked, isHome });
  const plans = createPlans({ identity, cache: planCache, ttlMs: config.planCache.ttlMs, clock, log });
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
    claimReview: createClaimReview({ history: createClaimHistory(store), lists: createPagedLists(clock.now) }),
    settings,
    privacy: createPrivacy({ store, now: clock.now }),
    savedNames: createSavedNames({ names: createStoredNames(store), clock, log }),
  };
  const dispatch = createDispatch({ commands, services, rest: interactionRest, clock, log, commandIds });
  client.on(Events.InteractionCreate, (interaction) => void dispatch.handle(interaction));

  const rereadOwnership = () =>
    ownership.reread().catch((error: unknown) => {
      if (error instanceof FatalError) fatal.reject(error);
      throw error;
    });

  function startJobs(): void {
    const recoverClaims = (signal: AbortSignal) => recovery.claims(signal).finally(onRecovered);
    jobs.push(
      repeat(recoverClaims, { everyMs: timings.recoveryEveryMs, name: 'recovery of claims', clock, log }),
      repeat((signal) => recovery.verdicts(signal), {
        everyMs: timings.recoveryEveryMs,
        name: 'recovery of verdicts',
        clock,
        log,
      }),
      repeat(() => post(announcements), { everyMs: timings.recoveryEveryMs, name: 'announcements', clock, log }),
      repeat(() => post(escalations), { everyMs: timings.recoveryEveryMs, name: 'escalations', clock, log }),
      repeat(() => post(alerts), { everyMs: timings.recoveryEveryMs, name: 'alerts', clock, log }),
      repeat(watching, { everyMs: watchTimings.pollEveryMs, name: 'watching', clock, log }),
      repeat(rereadOwnership, { everyMs: OWNERSHIP_EVERY_MS, name: 'ownership', clock, log }),
      repeat(purge, { everyMs: PURGE_EVERY_MS, name: 'purge', clock, log }),
    );
  }

  async function goLive(): Promise<void> {
    application = await logIn(client, config.discord, { onApplication: ownership.note, stopping: stopping.signal });
    startJobs();
    const { ids } = await registerCommands(client.rest, application.id, definitions(commands), log);
    for (const [name, commandId] of ids) commandIds.set(name, commandId);
  }

  async function start(): Promise<void> {
    if (config.metricsPort !== undefined) {
      health = await serveHealth(config.metricsPort, () => isConnected(client) && store.takesWrites());
    }
    await Promise.race([fatal.promise, goLive()]).catch((error: unknown) => {
      throw asLoginFailure(error);
    });
    log.info({ count: commands.length }, 'ready');
  }

  async function stop(): Promise<void> {
    client.removeAllListeners(Events.InteractionCreate);
    stopping.abort();
    const idle = Promise.all([client.destroy(), dispatch.idle(), ...jobs.map((job) => job.stop())])
      .then(() => claims.settled())
      .then(() => true);
    if (!(await withinTime(idle, DRAIN_MS, clock))) log.warn('stopped with work under way');
    interactionRest.close();
    const parts = [identityHttp, mainHttp, planCache, store, ...(health ? [health] : [])];
    await withinTime(Promise.all(parts.map((part) => part.close())), CLOSE_MS, clock);
  }

  const cached = () => ({
    guilds: client.guilds.cache.size,
    users: client.users.cache.size,
    channels: client.channels.cache.size,
  });

  async function introduceThis(): Promise<void> {
    if (!application) return;
    const parts = { application, config, rest: client.rest, identity, stopping: stopping.signal, log };
    await introduce(parts).catch((error: unknown) => {
      log.warn({ err: error }, 'the bot could not introduce itself');
    });
  }

  return { start, stop, cached, introduce: introduceThis, fatal: fatal.promise };
}
