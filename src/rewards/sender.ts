import type { LookupFunction } from 'node:net';

import { Agent, errors } from 'undici';

import { createDeadline } from '../http/deadline.ts';
import { exchange } from '../http/exchange.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { type AllowedHosts, checkAddress, endpointOf, isAllowedHost, readServer } from './hook-address.ts';
import { BlockedError, createPublicLookUp, LeadsNowhereError, type LookUpOptions } from './look-up.ts';
import { type Message, readReward, signedHeaders } from './message.ts';
import { type Sent, TRY_LASTS_MS } from './schedule.ts';
import type { Target } from './store/hooks.ts';
import { sendVote } from './vote-sender.ts';

/** Only the status counts; the rest is read to keep the connection usable. */
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECTION_KEPT_MS = 30 * SECOND_MS;

export type Sender = ReturnType<typeof createSender>;
type SendOptions = { stopping?: AbortSignal; begin?: () => Promise<boolean> };

/**
 * Sends messages to addresses that people choose, so only to the public internet: an IP address in the URL is checked
 * before, and the addresses of a name while the connection is made, so that they cannot change in between. No redirect
 * is followed, nothing is unpacked, and only the status of an answer is kept.
 *
 * Each try has its own connection and at most one look-up, so that guilds with the same host do not wait for each
 * other. `HOOKS_AT_ONCE` and `TESTS_AT_ONCE` limit how many there are: at most six of a guild, for five hooks and one
 * test.
 */
export function createSender(
  options: { allowedHosts: AllowedHosts; now: () => number; tryLastsMs?: number } & LookUpOptions,
) {
  const { allowedHosts, now, tryLastsMs = TRY_LASTS_MS } = options;
  const names = createPublicLookUp(options);
  // The system looks up the hosts that the operator allowed, so that names in /etc/hosts work.
  const anywhere = createAgent(undefined, tryLastsMs);
  const publicOnly = createAgent(names.lookup, tryLastsMs);

  async function post({ address, secrets }: Target, message: Message, signal: AbortSignal): Promise<Sent> {
    const url = new URL(address);
    const agent = isAllowedHost(endpointOf(url), allowedHosts) ? anywhere : publicOnly;
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
      const { status, headers } = await exchange(agent, request, { maxBytes: MAX_ANSWER_BYTES, signal });
      return { outcome: { kind: 'answered', status }, retryAfterMs: parseRetryAfter(headers['retry-after'], now()) };
    } catch (error) {
      return { outcome: { kind: whyNot(error) } };
    }
  }

  return {
    /**
     * Makes one try, which ends when `stopping` aborts; a vote that has gone out waits for its answer. Rejects only if
     * `begin` does.
     *
     * @param options.begin - records that a vote goes out, before it does; false when it must not
     * @returns undefined for a vote that was not sent after all
     */
    async send(
      target: Target,
      message: Message,
      { stopping, begin = () => Promise.resolve(true) }: SendOptions = {},
    ): Promise<Sent | undefined> {
      const { kind, address, secrets } = target;
      if ('problem' in checkAddress(kind, address, allowedHosts)) return { outcome: { kind: 'blocked' } };
      const { signal: deadline, clear } = createDeadline(tryLastsMs);
      const lateAt = performance.now() + tryLastsMs;
      try {
        if (kind === 'webhook') {
          return await post(target, message, stopping ? AbortSignal.any([deadline, stopping]) : deadline);
        }
        const [server, vote, [token]] = [readServer(address), readReward(message), secrets];
        if (!server || !vote || !token) return { outcome: { kind: 'unreadable' } };
        const lookup = isAllowedHost(server, allowedHosts) ? undefined : names.lookup;
        const outcome = await sendVote(server, vote, token, {
          lookup,
          deadline,
          stopping,
          isLate: () => performance.now() >= lateAt,
          begin,
        });
        return outcome && { outcome };
      } finally {
        clear();
      }
    },
    close: async () => {
      names.close();
      await Promise.all([anywhere.destroy(), publicOnly.destroy()]);
    },
  };
}

function createAgent(lookup: LookupFunction | undefined, tryLastsMs: number): Agent {
  return new Agent({
    connect: { timeout: tryLastsMs, ...(lookup ? { lookup } : {}) },
    allowH2: false,
    // These timers fire late, so each try has its own deadline.
    headersTimeout: MINUTE_MS,
    bodyTimeout: MINUTE_MS,
    keepAliveTimeout: CONNECTION_KEPT_MS,
    keepAliveMaxTimeout: CONNECTION_KEPT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}

function whyNot(error: unknown): 'blocked' | 'unreachable' | 'no-answer' {
  if (error instanceof BlockedError) return 'blocked';
  if (error instanceof LeadsNowhereError || error instanceof errors.ConnectTimeoutError) return 'unreachable';
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const isOnTheWay = syscall === 'connect' || syscall === 'getaddrinfo' || code === 'ENOTFOUND';
  return isOnTheWay ? 'unreachable' : 'no-answer';
}
