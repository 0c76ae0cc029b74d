import type { Config } from '../config.ts';
import { createLeases } from '../database/leases.ts';
import { createClient } from '../discord/client.ts';
import { createBlock } from '../discord/rest/block.ts';
import { createInteractionRest } from '../discord/rest/interaction-rest.ts';
import type { ClockCheck } from '../discord/rest/clock-check.ts';
import { createHttpClient } from '../http/client.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createMemoryCache } from '../plans/store/cache.ts';
import { createSender } from '../rewards/sender.ts';
import { openKeyRing } from '../secrets/key-ring.ts';
import { openSealedStore } from '../secrets/sealed-values.ts';
import type { Clock } from '../work/clock.ts';
import type { FatalError } from '../work/errors.ts';
import type { Log } from '../work/log.ts';

export type Connections = Awaited<ReturnType<typeof connect>>;

/** Opens everything that the bot talks to. @throws FatalError when the database or the key ring cannot be used */
export async function connect(
  config: Config,
  options: {
    clock: Clock;
    log: Log;
    metrics: Metrics;
    onFatal: (error: FatalError) => void;
    nameServers?: readonly string[] | undefined;
    discordTryMs: number;
    checkClock: ClockCheck;
  },
) {
  const { clock, metrics, nameServers, discordTryMs } = options;
  const { now } = clock;
  const { store: opened, sealer } = await openSealedStore(config, openKeyRing);
  const store = metrics.ofStore(opened);
  const identityHttp = metrics.ofHost(createHttpClient('identity', config.identity.url, now));
  const mainHttp = metrics.ofHost(createHttpClient('main', config.main.url, now));
  const { redis, planCache } = await openShared(config, options);
  const leases = createLeases(store);
  const block = createBlock(options);
  const sender = createSender({ allowedHosts: config.webhookAllowedHosts, clock, nameServers });
  return {
    store,
    leases,
    sealer,
    identityHttp,
    mainHttp,
    redis,
    planCache: metrics.ofPlanCache(planCache),
    sender,
    interactionRest: createInteractionRest(config.discord.apiUrl, block, clock, discordTryMs),
    client: createClient(config.discord, { ...options, block }),
    /** All but Discord. */
    close: () =>
      Promise.all([identityHttp, mainHttp, sender, store, ...(redis ? [redis] : [])].map((part) => part.close())),
  };
}

/** What only several processes need is not even loaded without it. */
async function openShared({ redisUrl, identity }: Config, { clock, log }: { clock: Clock; log: Log }) {
  if (!redisUrl) return { redis: undefined, planCache: createMemoryCache(clock) };
  const { openRedis } = await import('../work/redis.ts');
  const { createSharedCache } = await import('../plans/store/shared-cache.ts');
  const redis = openRedis(redisUrl, { clock, log });
  return { redis, planCache: createSharedCache({ redis, source: identity.url, log }) };
}
