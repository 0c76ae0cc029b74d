import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createLeases } from './database/leases.ts';
import { observeStore } from './database/observed-store.ts';
import { createClient } from './discord/client.ts';
import { createInteractionRest } from './discord/rest.ts';
import type { FatalError } from './errors.ts';
import { createHttpClient } from './http/client.ts';
import type { Log } from './log.ts';
import { type Metrics, NO_METRICS } from './metrics/metrics.ts';
import { createMemoryCache, type PlanCache } from './plans/store/cache.ts';
import type { Redis } from './redis.ts';
import { createSender } from './rewards/sender.ts';
import { openKeyRing } from './secrets/key-ring.ts';
import { openSealedStore } from './secrets/sealed-store.ts';

/**
 * Opens everything that the bot talks to: its database, both services, Redis and the cache of plans, and Discord, which
 * it is not logged in to yet.
 *
 * @param options.onFatal - called when Discord closes the gateway for good
 * @param options.nameServers - the DNS servers for the names of receivers; else those of the system
 * @throws FatalError when the database or the key ring cannot be used
 */
export async function connect(
  config: Config,
  options: {
    clock: Clock;
    log: Log;
    metrics: Metrics;
    onFatal: (error: FatalError) => void;
    nameServers?: readonly string[] | undefined;
  },
) {
  const { metrics } = options;
  const opened = await openSealedStore(config, openKeyRing);
  const store = metrics === NO_METRICS ? opened.store : observeStore(opened.store, metrics.query);
  const identityHttp = metrics.ofHost(createHttpClient('identity', config.identity.url, options.clock.now));
  const mainHttp = metrics.ofHost(createHttpClient('main', config.main.url, options.clock.now));
  const redis = await openSharedRedis(config, options);
  const planCache = metrics.ofPlanCache(await openPlanCache(config, redis, options));
  const sender = createSender({
    allowedHosts: config.webhookAllowedHosts,
    now: options.clock.now,
    nameServers: options.nameServers,
  });
  return {
    store,
    leases: createLeases(store),
    sealer: opened.sealer,
    identityHttp,
    mainHttp,
    redis,
    planCache,
    sender,
    interactionRest: createInteractionRest(config.discord.apiUrl),
    client: createClient(config.discord, options),
    /** All but Discord. */
    close: () =>
      Promise.all([identityHttp, mainHttp, sender, store, ...(redis ? [redis] : [])].map((part) => part.close())),
  };
}

/** What only several processes need is not even loaded without it. */
async function openSharedRedis({ redisUrl }: Config, options: { clock: Clock; log: Log }): Promise<Redis | undefined> {
  if (!redisUrl) return undefined;
  const { openRedis } = await import('./redis.ts');
  return openRedis(redisUrl, options);
}

async function openPlanCache(
  config: Config,
  redis: Redis | undefined,
  { clock, log }: { clock: Clock; log: Log },
): Promise<PlanCache> {
  if (!redis) return createMemoryCache(clock);
  const { createSharedCache } = await import('./plans/store/shared-cache.ts');
  return createSharedCache({ redis, source: config.identity.url, log });
}

export type Connections = Awaited<ReturnType<typeof connect>>;
