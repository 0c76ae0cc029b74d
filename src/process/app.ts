import { Events, type APIApplication } from 'discord.js';

import { commands } from '../../commands/index.ts';
import { CAPACITY, type Capacity } from '../claims/capacity.ts';
import { CLAIM_TIMINGS } from '../claims/timings.ts';
import type { Config } from '../config.ts';
import { createBacklogReader } from '../database/backlog.ts';
import { asLoginFailure, connectedShards } from '../discord/client.ts';
import { createAccess } from '../discord/incoming/access.ts';
import { definitionsOf } from '../discord/incoming/command.ts';
import { createDispatch } from '../discord/incoming/dispatch.ts';
import { createHandledOnce } from '../discord/incoming/handled-once.ts';
import { byHttp, throughGateway } from '../discord/incoming/way-in.ts';
import { createClockCheck } from '../discord/rest/clock-check.ts';
import { createOwnership } from '../discord/ownership.ts';
import { fetchApplication } from '../discord/rest/application.ts';
import { unlessBlocked } from '../discord/rest/block.ts';
import { DISCORD_TRY_MS } from '../discord/rest/interaction-rest.ts';
import { keepRegistered } from '../discord/rest/registration.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { WATCH_TIMINGS } from '../plans/watch.ts';
import { NEEDS_ATTENTION } from '../rewards/store/of-claim.ts';
import { type Clock, systemClock, withinTime } from '../work/clock.ts';
import { BlockedError, FatalError } from '../work/errors.ts';
import { createLimiters, LIMITS, type Limits } from '../work/limits.ts';
import type { Log } from '../work/log.ts';
import type { Job } from '../work/worker.ts';
import { connect, type Connections } from './connections.ts';
import { createDomains, type Domains, startJobs, startSettling, type Timings } from './domains.ts';
import type { Health } from './health.ts';
import { introduce } from './introduction.ts';

export const DRAIN_MS = 10_000;
const CLOSE_MS = 1_000;
const START_WAIT_TOLD_AFTER_MS = 3_000;

export type AppOptions = {
  config: Config;
  log: Log;
  clock?: Clock;
  /** What is to differ from {@link LIMITS}, {@link TIMINGS} and {@link CAPACITY}. */
  limits?: Partial<Limits>;
  timings?: Partial<Timings>;
  capacity?: Partial<Capacity>;
  /** `address:port` of the DNS servers that are asked for receivers of rewards: the system's, but for tests */
  nameServers?: readonly string[];
};

const TIMINGS: Timings = {
  claims: CLAIM_TIMINGS,
  watch: WATCH_TIMINGS,
  remindersEarlyMs: 0,
  discordTryMs: DISCORD_TRY_MS,
};

export type App = Awaited<ReturnType<typeof createApp>>;
type Bot = Awaited<ReturnType<typeof assemble>>;

/** Builds the bot; nothing runs before `start`. @throws FatalError when the database or the key ring cannot be used */
export async function createApp(options: AppOptions) {
  const bot = await assemble(options);
  const { client } = bot.connections;
  return {
    ...lifeOf(bot),
    /** Only rejects: when Discord closes the gateway for good, or says that the bot became public without a home. */
    fatal: bot.fatal.promise,
    /** How many Discord objects discord.js has cached, which should be none however many there are. */
    cached: () => ({
      guilds: client.guilds.cache.size,
      users: client.users.cache.size,
      channels: client.channels.cache.size,
    }),
    /** The port at which interactions arrive by HTTP; undefined while none does. */
    interactionsPort: () => bot.http?.port(),
  };
}

/** Everything that the bot consists of, connected, but with nothing under way. */
async function assemble(options: AppOptions) {
  const { config, log, clock = systemClock, nameServers } = options;
  const commandIds = new Map<string, string>();
  const fatal = Promise.withResolvers<never>();
  fatal.promise.catch(() => undefined);

  // What only metrics need is not even loaded without them.
  const prometheus = config.metrics && (await import('../metrics/prometheus.ts')).createPrometheusMetrics();
  const metrics = prometheus?.metrics ?? NO_METRICS;
  const timings = { ...TIMINGS, ...options.timings };
  const { discordTryMs } = timings;
  const checkClock = createClockCheck({ clock, log });
  const onFatal = fatal.reject;
  const connections = await toldOfWait(
    connect(config, { clock, log, metrics, onFatal, nameServers, discordTryMs, checkClock }),
    'the database, which does not take connections yet, or which another process of the bot is bringing up to date',
    { clock, log },
  );
  const { redis, interactionRest, client } = connections;
  const http = config.interactions && byHttp(client, { address: config.interactions, clock, log, checkClock });
  const stopping = new AbortController();
  const wayIn = http ?? throughGateway(client, config.discord, { clock, stopping: stopping.signal });
  const { homeGuildId } = config.discord;
  const ownership = createOwnership({ rest: client.rest, homeGuildId, now: clock.now });

  const limiters = createLimiters({ ...LIMITS, ...options.limits }, clock, redis);
  const around = { config, clock, log, metrics, stopping: stopping.signal };
  const domains = createDomains(connections, around, {
    timings,
    capacity: { ...CAPACITY, ...options.capacity },
    limiters,
    ownership,
    commandIds,
  });
  metrics.watch(stateOf(connections, domains, clock));
  const dispatch = createDispatch({
    commands,
    services: domains.services,
    limiters,
    mayUse: createAccess(clock.now, redis),
    once: createHandledOnce(connections.leases, clock.now, redis),
    rest: interactionRest,
    clock,
    stopping: stopping.signal,
    log,
    commandIds,
    onEnded: metrics.interaction,
  });
  client.on(Events.InteractionCreate, (interaction) => void dispatch.handle(interaction));
  return {
    around,
    stopping,
    fatal,
    prometheus,
    timings,
    connections,
    http,
    wayIn,
    ownership,
    domains,
    dispatch,
    commandIds,
  };
}

/** What metrics read of this process, and of the database that it shares. */
function stateOf({ store, client, identityHttp, mainHttp }: Connections, { claims }: Domains, clock: Clock) {
  return {
    ...claims.state,
    circuits: () => [identityHttp, mainHttp].map(({ name, cutOff }) => ({ host: name, ...cutOff() })),
    shards: () => connectedShards(client),
    backlog: createBacklogReader(store, clock, NEEDS_ATTENTION),
  };
}

/** One line in the log about a part of the start that takes longer than anybody expects. */
async function toldOfWait<T>(work: Promise<T>, what: string, { clock, log }: { clock: Clock; log: Log }): Promise<T> {
  const cancel = clock.after(START_WAIT_TOLD_AFTER_MS, () => {
    log.warn({ reason: what }, 'the start waits');
  });
  return work.finally(cancel);
}

/** How the bot starts, says who it is, and stops. */
function lifeOf({ around, connections, domains, dispatch, wayIn, ...bot }: Bot) {
  const { config, log, clock } = around;
  const { store, client, interactionRest } = connections;
  const { ownership, stopping, fatal, prometheus, timings, commandIds } = bot;
  let application: APIApplication | undefined;
  let health: Health | undefined;
  let isLeaving = false;
  const jobs: Job[] = [];

  const rereadOwnership = () =>
    ownership.reread().catch((error: unknown) => {
      if (error instanceof FatalError) fatal.reject(error);
      throw error;
    });

  /** Asks Discord who the bot is. A block may last for an hour: what needs no Discord is not kept waiting for it. */
  async function findApplication(): Promise<APIApplication> {
    try {
      return await toldOfWait(fetchApplication(client.rest), 'an answer of Discord', around);
    } catch (error) {
      if (error instanceof BlockedError && !stopping.signal.aborted) settle();
      throw error;
    }
  }

  function settle(): void {
    if (jobs.length === 0) jobs.push(...startSettling(domains, around, timings));
  }

  async function goLive(): Promise<void> {
    client.rest.setToken(config.discord.token.reveal());
    application = await unlessBlocked(findApplication, { clock, stopping: stopping.signal });
    ownership.note(application);
    stopping.signal.throwIfAborted();
    await toldOfWait(wayIn.open(application), "Discord's gateway", around);
    stopping.signal.throwIfAborted();
    settle();
    jobs.push(...startJobs(connections, domains, around, { timings, rereadOwnership }));
    const definitions = definitionsOf(commands);
    const registering = { definitions, ids: commandIds, clock, log, stopping: stopping.signal };
    await keepRegistered(client.rest, application.id, registering);
  }

  const isReady = () => !isLeaving && wayIn.isReceiving() && store.takesWrites();

  /** Logs in to Discord; resolves once interactions are answered. @throws FatalError when that fails */
  async function start(): Promise<void> {
    if (config.metrics && prometheus) {
      const { serveHealth } = await import('./health.ts');
      health = await serveHealth(config.metrics, { registry: prometheus.registry, isReady, clock });
    }
    await Promise.race([fatal.promise, goLive()]).catch((error: unknown) => {
      throw asLoginFailure(error);
    });
    log.info({ count: commands.length }, 'ready');
  }

  /**
   * Stops taking interactions, by HTTP after it has not been ready for two seconds, and lets those under way finish, for
   * at most ten seconds in all; then closes every connection, in eleven seconds at most.
   */
  async function stop(): Promise<void> {
    isLeaving = true;
    const { lingersMs } = wayIn;
    if (lingersMs > 0) await clock.sleep(lingersMs);
    stopping.abort();
    const answered = wayIn.close().then(() => dispatch.idle());
    const idle = Promise.all([answered, ...jobs.map((job) => job.stop())])
      .then(() => domains.services.claims.idle())
      .then(() => true);
    if (!(await withinTime(idle, DRAIN_MS - lingersMs, clock))) log.warn('stopped with work under way');
    interactionRest.close();
    await withinTime(Promise.all([client.destroy(), connections.close(), health?.close()]), CLOSE_MS, clock);
  }

  return {
    start,
    stop,
    /** Writes into the log who and where the bot is, and what does not look right. Waits for others. */
    async introduce(): Promise<void> {
      if (application) await introduce({ ...around, application, rest: client.rest });
    },
  };
}
