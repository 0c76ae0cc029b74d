import { LRUCache } from 'lru-cache';
import type { Pool } from 'undici';

import { createPool } from '../http/bounded-pool.ts';
import { createDeadline } from '../http/deadline.ts';
import { exchange } from '../http/exchange.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { type Clock, NOT_NEEDED, SECOND_MS } from '../work/clock.ts';
import { createTurns } from '../work/turns.ts';
import {
  type AllowedHosts,
  checkAddress,
  type Endpoint,
  endpointOf,
  isAllowedHost,
  readServer,
} from './hook-address.ts';
import { createPublicLookUp, type LookUpOptions } from './look-up.ts';
import { type Message, readReward, rewardMessage, signedHeaders } from './message.ts';
import { reasonOf, type Sent, TRY_LASTS_MS } from './schedule.ts';
import type { Target } from './store/hooks.ts';
import { sendVote } from './vote-sender.ts';

/** Only the status counts; the rest is read to keep the connection usable. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** With the handshake. Answers in more pieces are made to cost. */
const BOUNDS = { bytes: 64 * 1024, pieces: 512 };
const CONNECTION_KEPT_MS = 30 * SECOND_MS;
/** After this time no try uses a pool, and no connection is left in it. */
const POOL_KEPT_MS = 60 * SECOND_MS;
const MAX_POOLS = 1_024;
const HANDSHAKES_WAITING = 7;
/** A guild rests after a handshake for so many times what it cost the thread: its receivers have 2 % of that. */
const REST_FOR_EACH_MS = 50;
const LONGEST_REST_MS = 5 * SECOND_MS;

/** How long somebody who gave an address waits for a look at it. */
const LOOK_LASTS_MS = 5 * SECOND_MS;

export type Sender = ReturnType<typeof createSender>;
type SendOptions = { stopping?: AbortSignal; begin?: () => Promise<boolean> };
type Limits = { deadline: AbortSignal; isLate: () => boolean };

const NO_REWARD = rewardMessage({ id: '', reference: '', playername: 'nobody', guildId: '', claimedAt: 0 });

/**
 * Sends messages to addresses that people choose, so only to the public internet: an IP address in the URL is checked
 * before, and the addresses of a name while the connection is made, so that they cannot change in between. No redirect
 * is followed, nothing is unpacked, and only the status of an answer is kept.
 *
 * Each try has its own connection and at most one look-up, and each guild its own connections, so that guilds with the
 * same host do not wait for each other. `HOOKS_AT_ONCE` and `TESTS_AT_ONCE` limit how many there are: at most six of a
 * guild, for five hooks and one test. Their handshakes of TLS are made one after the other.
 */
export function createSender(
  options: {
    allowedHosts: AllowedHosts;
    clock: Clock;
    tryLastsMs?: number;
    /** how long a vote that went out waits for its answer while the process stops */
    stoppingLastsMs?: number;
  } & LookUpOptions,
) {
  const { allowedHosts, clock, tryLastsMs = TRY_LASTS_MS, stoppingLastsMs } = options;
  const { now } = clock;
  const names = createPublicLookUp(clock, options);
  const handshakes = createTurns({ atOnce: Infinity, waiting: HANDSHAKES_WAITING, now });
  const closing = new AbortController();
  const pools = new LRUCache<string, Pool>({
    max: MAX_POOLS,
    ttl: POOL_KEPT_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    // Ends once what it sends is over.
    dispose: (pool) => void (pool.destroyed || pool.close()),
  });

  // The system looks up the hosts that the operator allowed, so that names in /etc/hosts work.
  const lookUpFor = (endpoint: Endpoint) => (isAllowedHost(endpoint, allowedHosts) ? undefined : names.lookup);

  function poolFor(guildId: string, url: URL): Pool {
    const key = `${guildId} ${url.origin}`;
    const existing = pools.get(key);
    if (existing) return existing;
    const pool = createPool(url.origin, {
      bounds: BOUNDS,
      connectTimeoutMs: tryLastsMs,
      keptMs: CONNECTION_KEPT_MS,
      lookup: lookUpFor(endpointOf(url)),
      inTurn: (handshake) =>
        handshakes.run(guildId, async () => {
          const costMs = await handshake();
          await clock.sleep(Math.min(costMs * REST_FOR_EACH_MS, LONGEST_REST_MS), closing.signal);
        }),
    });
    pools.set(key, pool);
    return pool;
  }

  /** @param stopping - after which a message counts as unanswered, since nothing is wrong with the receiver */
  async function post(
    { guildId, address, secrets }: Target,
    message: Message,
    { deadline, stopping }: { deadline: AbortSignal; stopping: AbortSignal | undefined },
  ): Promise<Sent> {
    const url = new URL(address);
    const signal = stopping ? AbortSignal.any([deadline, stopping]) : deadline;
    const progress = { isSent: false };
    const onStart = () => {
      progress.isSent = true;
    };
    const request = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST' as const,
      headers: {
        ...signedHeaders(message, secrets, now()),
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'plan-vote-bot',
      },
      body: message.body,
    };
    try {
      const pool = poolFor(guildId, url);
      const { status, headers } = await exchange(pool, request, { maxBytes: MAX_ANSWER_BYTES, signal, onStart });
      return { outcome: { kind: 'answered', status }, retryAfterMs: parseRetryAfter(headers['retry-after'], now()) };
    } catch (error) {
      const isUnanswered = progress.isSent || stopping?.aborted;
      return { outcome: { kind: isUnanswered ? 'no-answer' : 'unreachable' }, reason: reasonOf(error) };
    }
  }

  /** Makes a connection as `post` does, and gives it up before anything is written to it. @returns why there is none */
  async function connect({ guildId, address }: Target, deadline: AbortSignal): Promise<Sent | undefined> {
    const url = new URL(address);
    const connected = new AbortController();
    const onStart = () => {
      connected.abort(NOT_NEEDED);
    };
    const signal = AbortSignal.any([deadline, connected.signal]);
    const nothing = { origin: url.origin, path: url.pathname, method: 'HEAD' as const };
    try {
      await exchange(poolFor(guildId, url), nothing, { maxBytes: MAX_ANSWER_BYTES, signal, onStart });
    } catch (error) {
      if (!connected.signal.aborted) return { outcome: { kind: 'unreachable' }, reason: reasonOf(error) };
    }
    return undefined;
  }

  async function vote(
    { address, secrets: [token] }: Target,
    message: Message,
    options: Required<Pick<SendOptions, 'begin'>> & Limits & { stopping: AbortSignal | undefined },
  ): Promise<Sent | undefined> {
    const [server, reward] = [readServer(address), readReward(message)];
    if (!server || !reward || !token) return { outcome: { kind: 'unreadable' } };
    return sendVote(server, reward, token, { ...options, lookup: lookUpFor(server), clock, stoppingLastsMs });
  }

  async function within(
    { kind, address }: Target,
    lastsMs: number,
    work: (limits: Limits) => Promise<Sent | undefined>,
  ): Promise<Sent | undefined> {
    if ('problem' in checkAddress(kind, address, allowedHosts)) return { outcome: { kind: 'blocked' } };
    const { signal: deadline, clear } = createDeadline(lastsMs, clock);
    const lateAt = clock.monotonic() + lastsMs;
    return work({ deadline, isLate: () => clock.monotonic() >= lateAt }).finally(clear);
  }

  return {
    /**
     * Makes one try, which ends when `stopping` aborts; a vote that has gone out waits a moment more for its answer. Rejects
     * only if `begin` does.
     *
     * @param options.begin - records that a vote goes out, before it does; false when it must not
     * @returns undefined for a vote that was not sent after all
     */
    send: (
      target: Target,
      message: Message,
      { stopping, begin = () => Promise.resolve(true) }: SendOptions = {},
    ): Promise<Sent | undefined> =>
      within(target, tryLastsMs, ({ deadline, isLate }) =>
        target.kind === 'webhook'
          ? post(target, message, { deadline, stopping })
          : vote(target, message, { deadline, isLate, stopping, begin }),
      ),
    /**
     * Connects as a try does, with TLS to a webhook, and until a game server has greeted. Sends nothing.
     *
     * @returns why no try can succeed now; undefined when one may
     */
    look: (target: Target): Promise<Sent | undefined> =>
      within(target, LOOK_LASTS_MS, (limits) =>
        target.kind === 'webhook'
          ? connect(target, limits.deadline)
          : vote(target, NO_REWARD, { ...limits, stopping: undefined, begin: () => Promise.resolve(false) }),
      ),
    close: async () => {
      closing.abort(NOT_NEEDED);
      names.close();
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}
