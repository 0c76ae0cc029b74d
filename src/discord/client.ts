import { Client, Events, GatewayCloseCodes, Options, Status } from 'discord.js';

import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { FatalError } from '../errors.ts';
import type { Log } from '../log.ts';
import { filterEvents } from './event-filter.ts';
import { TOKEN_REFUSED } from './login.ts';
import { createSharding } from './sharding.ts';

const FATAL_CLOSE_REASONS = new Map<number, string>([
  [GatewayCloseCodes.AuthenticationFailed, TOKEN_REFUSED],
  [GatewayCloseCodes.InvalidShard, 'Discord refused the shards of SHARD_IDS and SHARD_COUNT.'],
  [GatewayCloseCodes.ShardingRequired, 'The bot is in too many servers for this many shards: raise SHARD_COUNT.'],
  [GatewayCloseCodes.InvalidAPIVersion, 'Discord no longer speaks the gateway version of this program: update it.'],
  [GatewayCloseCodes.InvalidIntents, 'Discord refused the gateway intents.'],
  [GatewayCloseCodes.DisallowedIntents, 'Discord does not allow the gateway intents.'],
]);

/**
 * What is posted in a channel is due again later: no channel's rate limit keeps the posts of the others waiting longer
 * than this.
 */
const MAX_POST_WAIT_MS = 5_000;
const POST_ROUTE = '/channels/:id/messages';

/**
 * A discord.js client that keeps as good as nothing in memory: no intents (interactions arrive without any), no caches.
 *
 * @param onFatal - called when Discord closes the gateway for good
 */
export function createClient(
  config: Config['discord'],
  { clock, log, onFatal }: { clock: Clock; log: Log; onFatal: (error: FatalError) => void },
): Client {
  const buildStrategy = createSharding({
    clock,
    onLost: (lost) => {
      log.warn(lost, 'no connection to Discord, trying again');
    },
    onRestored: (restored) => {
      log.info(restored, 'connected to Discord again');
    },
  });
  const client = new Client({
    intents: [],
    ws: { buildStrategy },
    rest: {
      api: config.apiUrl,
      rejectOnRateLimit: ({ route, retryAfter }) => route === POST_ROUTE && retryAfter > MAX_POST_WAIT_MS,
    },
    makeCache: Options.cacheWithLimits({
      UserManager: 0,
      GuildMemberManager: 0,
      MessageManager: 0,
      ApplicationCommandManager: 0,
    }),
    ...(config.shardIds ? { shards: config.shardIds } : {}),
    ...(config.shardCount ? { shardCount: config.shardCount } : {}),
  });
  filterEvents(client, log);
  client.on(Events.ShardDisconnect, ({ code }, shardId) => {
    log.error({ closeCode: code, shardId }, 'the gateway closed for good');
    onFatal(new FatalError(FATAL_CLOSE_REASONS.get(code) ?? `Discord closed the gateway for good (code ${code}).`));
  });
  client.on(Events.ShardError, (error, shardId) => {
    log.warn({ err: error, shardId }, 'gateway connection error');
  });
  client.on(Events.Error, (error) => {
    log.error({ err: error }, 'discord.js reported an error');
  });
  return client;
}

/** Whether every shard of this process has its connection, now and not only once. */
export function isConnected(client: Client): boolean {
  return client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready);
}
