import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createClient } from './discord/client.ts';
import { createInteractionRest } from './discord/rest.ts';
import type { FatalError } from './errors.ts';
import { createHttpClient } from './http/client.ts';
import type { Log } from './log.ts';
import { createPlanCache } from './plans/store/cache.ts';
import { openKeyRing } from './secrets/key-ring.ts';
import { openSealedStore } from './secrets/sealed-store.ts';

/**
 * Opens everything that the bot talks to: its database, both services, the cache of plans, and Discord, which it is not
 * logged in to yet.
 *
 * @param options.onFatal - called when Discord closes the gateway for good
 * @throws FatalError when the database or the key ring cannot be used
 */
export async function connect(
  config: Config,
  options: { clock: Clock; log: Log; onFatal: (error: FatalError) => void },
) {
  const { clock, log } = options;
  const { store, sealer } = await openSealedStore(config, openKeyRing);
  const identityHttp = createHttpClient('identity', config.identity.url, clock.now);
  const mainHttp = createHttpClient('main', config.main.url, clock.now);
  const planCache = createPlanCache({ redisUrl: config.planCache.redisUrl, source: config.identity.url, clock, log });
  return {
    store,
    sealer,
    identityHttp,
    mainHttp,
    planCache,
    interactionRest: createInteractionRest(config.discord.apiUrl),
    client: createClient(config.discord, options),
    /** All but Discord. */
    close: () => Promise.all([identityHttp, mainHttp, planCache, store].map((part) => part.close())),
  };
}

export type Connections = Awaited<ReturnType<typeof connect>>;
