import { Client, Events, GatewayCloseCodes, HTTPError, Options, Status } from 'discord.js';

import type { Config } from '../config.ts';
import type { Clock } from '../work/clock.ts';
import { FatalError } from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { filterEvents } from './incoming/event-filter.ts';
import { createSharding } from './incoming/sharding.ts';
import type { Block } from './rest/block.ts';
import { boundedRequests } from './rest/bounded-requests.ts';
import type { ClockCheck } from './rest/clock-check.ts';

export const TOKEN_REFUSED =
  'Discord refused DISCORD_TOKEN. Check that you copied the whole token. If so, reset it in the Discord Developer Portal, under Bot, and use the new one.';

const FATAL_CLOSE_REASONS = new Map<number, string>([
  [GatewayCloseCodes.AuthenticationFailed, TOKEN_REFUSED],
  [GatewayCloseCodes.ShardingRequired, 'The bot is in too many servers for its shards: start it again, to get more.'],
  [GatewayCloseCodes.InvalidAPIVersion, 'Discord no longer speaks the gateway version of this program: update it.'],
  [GatewayCloseCodes.InvalidIntents, 'Discord refused the gateway intents.'],
  [GatewayCloseCodes.DisallowedIntents, 'Discord does not allow the gateway intents.'],
]);

const UNAUTHORIZED = 401;
const NO_ANSWER = 'no answer';
const UNREACHABLE = new Set<unknown>([
  NO_ANSWER,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** How long one channel's rate limit may hold up the others, or that of commands a start: these are tried again later. */
const MAX_WAIT_MS = 5_000;
const QUICK_ROUTES = ['/channels/:id/messages', '/applications/:id/commands'];

/** Keeps almost nothing in memory: no intents, no caches. @param onFatal - the gateway was closed for good */
export function createClient(
  config: Config['discord'],
  options: {
    block: Block;
    clock: Clock;
    log: Log;
    onFatal: (error: FatalError) => void;
    checkClock?: ClockCheck;
  },
): Client {
  const { block, clock, log, onFatal, checkClock } = options;
  const client = new Client({
    intents: [],
    shards: 'auto',
    ws: { buildStrategy: createSharding({ clock, log }) },
    rest: {
      api: config.apiUrl,
      ...boundedRequests(config.apiUrl, block, checkClock),
      rejectOnRateLimit: ({ route, retryAfter }) => QUICK_ROUTES.includes(route) && retryAfter > MAX_WAIT_MS,
    },
    makeCache: Options.cacheWithLimits({
      UserManager: 0,
      GuildMemberManager: 0,
      MessageManager: 0,
      ApplicationCommandManager: 0,
    }),
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

/** By shard: whether it is connected now. */
export function connectedShards(client: Client): Map<number, boolean> {
  return new Map(client.ws.shards.map(({ id, status }) => [id, status === Status.Ready]));
}

/** Says why the bot cannot work with Discord, in a sentence for the operator. */
export function asLoginFailure(error: unknown): FatalError {
  return error instanceof FatalError ? error : new FatalError(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): string {
  const { status, code, name, message } = error as Record<'status' | 'code' | 'name' | 'message', unknown>;
  if (error instanceof HTTPError)
    return `Discord, or what stands before it, answers with ${error.status} and nothing that tells more: start again later, and check the network, and DISCORD_API_URL if it is set.`;
  if (status === UNAUTHORIZED || code === 'TokenInvalid') return TOKEN_REFUSED;
  const away = name === 'AbortError' ? NO_ANSWER : code;
  if (UNREACHABLE.has(away))
    return `Discord cannot be reached (${String(away)}): check the network, and DISCORD_API_URL if it is set.`;
  return `The bot could not log in to Discord: ${String(message)}`;
}
