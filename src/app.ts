import { Events, type APIApplication } from 'discord.js';

import { commands } from '../commands/index.ts';
import { CLAIM_LIMITS, type ClaimLimits } from './claims/limits.ts';
import { CLAIM_TIMINGS, type ClaimTimings } from './claims/timings.ts';
import { type Clock, systemClock, withinTime } from './clock.ts';
import type { Config } from './config.ts';
import { connect } from './connections.ts';
import { isConnected } from './discord/client.ts';
import { createDispatch } from './discord/dispatch.ts';
import { asLoginFailure, logIn } from './discord/login.ts';
import { createOwnership } from './discord/ownership.ts';
import { definitions, registerCommands } from './discord/registration.ts';
import { FatalError } from './errors.ts';
import { type Health, serveHealth } from './health.ts';
import { introduce } from './introduction.ts';
import { startJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { WATCH_TIMINGS, type WatchTimings } from './plans/watch.ts';
import type { Job } from './repeat.ts';
import { type ClaimParts, createServices } from './services.ts';

export const DRAIN_MS = 10_000;
const CLOSE_MS = 1_000;

export type AppOptions = {
  config: Config;
  log: Log;
  clock?: Clock;
  limits?: ClaimLimits;
  timings?: ClaimTimings;
  watchTimings?: WatchTimings;
  /** wraps what claims pass through, to observe or disturb them */
  decorate?: (parts: ClaimParts) => ClaimParts;
  /** called after each round of claim recovery */
  onRecovered?: () => void;
};

export type App = {
  /** Logs in to Discord; resolves once interactions are answered. @throws FatalError when that fails */
  start(): Promise<void>;
  /**
   * Writes into the log who and where the bot is, and what does not look right. Waits for others, and never rejects.
   */
  introduce(): Promise<void>;
  /**
   * Rejects with a FatalError when Discord closes the gateway for good, or says that the bot became public without a
   * home. Never resolves.
   */
  readonly fatal: Promise<never>;
  /** How many Discord objects discord.js has cached, which should be none however many there are. */
  cached(): { guilds: number; users: number; channels: number };
  /**
   * Stops taking interactions, lets those under way finish for at most ten seconds, and closes every connection, in
   * eleven seconds at most.
   */
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
    watchTimings = WATCH_TIMINGS,
    decorate = (parts: ClaimParts) => parts,
    onRecovered = () => undefined,
  } = options;
  let application: APIApplication | undefined;
  const commandIds = new Map<string, string>();
  const jobs: Job[] = [];
  let health: Health | undefined;
  const fatal = Promise.withResolvers<never>();
  fatal.promise.catch(() => undefined);

  const connections = await connect(config, { clock, log, onFatal: fatal.reject });
  const { store, interactionRest, client } = connections;
  const { homeGuildId } = config.discord;
  const ownership = createOwnership({ rest: client.rest, homeGuildId, now: clock.now });

  const stopping = new AbortController();
  const parts = createServices(connections, {
    config,
    log,
    clock,
    limits,
    timings,
    decorate,
    ownership,
    commandIds,
    stopping: stopping.signal,
  });
  const { services, identity } = parts;
  const dispatch = createDispatch({ commands, services, rest: interactionRest, clock, log, commandIds });
  client.on(Events.InteractionCreate, (interaction) => void dispatch.handle(interaction));

  const rereadOwnership = () =>
    ownership.reread().catch((error: unknown) => {
      if (error instanceof FatalError) fatal.reject(error);
      throw error;
    });

  async function goLive(): Promise<void> {
    application = await logIn(client, config.discord, { onApplication: ownership.note, stopping: stopping.signal });
    jobs.push(
      ...startJobs(connections, parts, {
        timings,
        watchTimings,
        rereadOwnership,
        onRecovered,
        clock,
        log,
      }),
    );
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
      .then(() => services.claims.settled())
      .then(() => true);
    if (!(await withinTime(idle, DRAIN_MS, clock))) log.warn('stopped with work under way');
    interactionRest.close();
    await withinTime(Promise.all([connections.close(), health?.close()]), CLOSE_MS, clock);
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
