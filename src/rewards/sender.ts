import type { LookupFunction } from 'node:net';

import { Agent, errors } from 'undici';

import { createDeadline } from '../http/deadline.ts';
import { exchange } from '../http/exchange.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Secret } from '../secrets/secret.ts';
import { MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { type AllowedHosts, checkAddress, isAllowedHost } from './hook-address.ts';
import { BlockedError, createPublicLookUp, LeadsNowhereError, type LookUpOptions } from './look-up.ts';
import { type Message, signedHeaders } from './message.ts';
import { type Sent, TRY_LASTS_MS } from './schedule.ts';

/** Only the status counts; the rest is read to keep the connection usable. */
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECTION_KEPT_MS = 30 * SECOND_MS;

export type Sender = ReturnType<typeof createSender>;

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

  return {
    /** Makes one try, which ends when `stopping` aborts. Never rejects. @param secrets - the newest first */
    async send(address: string, message: Message, secrets: readonly Secret[], stopping?: AbortSignal): Promise<Sent> {
      if ('problem' in checkAddress(address, allowedHosts)) return { outcome: { kind: 'blocked' } };
      const url = new URL(address);
      const agent = isAllowedHost(url, allowedHosts) ? anywhere : publicOnly;
      const deadline = createDeadline(tryLastsMs);
      const signal = stopping ? AbortSignal.any([deadline.signal, stopping]) : deadline.signal;
      try {
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
        const { status, headers } = await exchange(agent, request, { maxBytes: MAX_ANSWER_BYTES, signal });
        return { outcome: { kind: 'answered', status }, retryAfterMs: parseRetryAfter(headers['retry-after'], now()) };
      } catch (error) {
        return { outcome: { kind: whyNot(error) } };
      } finally {
        deadline.clear();
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
