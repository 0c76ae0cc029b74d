import { BrokenCircuitError } from 'cockatiel';
import { LRUCache } from 'lru-cache';

import type { Secret } from '../secret.ts';
import { atMost } from '../work/at-most.ts';
import { HOUR_MS, SECOND_MS } from '../work/clock.ts';
import {
  AnswerLostError,
  type HostName,
  NoConnectionError,
  NotSentError,
  RateLimitedError,
  StatusError,
  UnreadableAnswerError,
  UpstreamError,
  TOO_MANY_REQUESTS,
} from '../work/errors.ts';
import { createPool } from './bounded-pool.ts';
import { createCircuits } from './circuits.ts';
import { type Answer, exchange, TooLongError } from './exchange.ts';
import { parseRetryAfter } from './retry-after.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** With its headers, and what frames it: a server that writes piece by piece may send as much again. */
export const HOST_BOUNDS = { bytes: 2 * MAX_BODY_BYTES, pieces: 8_192 };
export const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const MAX_CONNECTIONS = 160;
const CREDENTIALS_WATCHED = 10_000;
/** Longer waits are cut: a year 9999, or milliseconds taken for seconds, must not lock a credential. */
const LONGEST_WAIT_MS = HOUR_MS;

export type HttpRequest = {
  method: 'GET' | 'POST';
  /** Appended to the host's base URL; starts with a slash and is already percent-encoded. */
  path: string;
  credential: Secret;
  json?: unknown;
  signal: AbortSignal;
};

export type HttpClient = ReturnType<typeof createHttpClient>;

/**
 * Calls one host over a pool of keep-alive connections. Redirects and compression are refused, and an answer is at most
 * 256 KiB. Neither a status below 500 nor a wait for a connection counts for a circuit. After a 429 with `Retry-After`,
 * nothing is sent with that credential until then.
 */
export function createHttpClient(name: HostName, baseUrl: string, now: () => number) {
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/(?<!\/)\/+$/, '');
  const pool = createPool(origin, {
    bounds: HOST_BOUNDS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    connections: MAX_CONNECTIONS,
  });
  const retryAtByCredential = new LRUCache<string, number>(atMost(CREDENTIALS_WATCHED));
  const circuits = createCircuits(isHostFailure, now);

  /**
   * Sends one request, without retries, and returns the parsed JSON of a 2xx answer.
   *
   * @throws {@link UpstreamError}; when aborted, {@link NotSentError} while it waits for a connection, else
   * {@link AnswerLostError}
   */
  async function send(request: HttpRequest): Promise<unknown> {
    const credentialId = request.credential.fingerprint();
    const waitUntil = retryAtByCredential.get(credentialId);
    if (waitUntil !== undefined && waitUntil > now()) throw new RateLimitedError(name, waitUntil);
    try {
      return await circuits.execute(credentialId, () => call(request));
    } catch (error) {
      if (error instanceof RateLimitedError && error.retryAt !== undefined) {
        retryAtByCredential.set(credentialId, error.retryAt);
      }
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new NotSentError(name, 'not called, it kept failing', { cause: error });
    }
  }

  async function call({ method, path, credential, json, signal }: HttpRequest): Promise<unknown> {
    const progress = { isSent: false };
    const request = {
      method,
      path: `${basePath}${path}`,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: `Bearer ${credential.reveal()}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    };
    const onStart = () => {
      progress.isSent = true;
    };
    try {
      return readAnswer(name, await exchange(pool, request, { maxBytes: MAX_BODY_BYTES, signal, onStart }), now);
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      // While every connection is in use, a wait is our doing, not the host's.
      if (!progress.isSent && pool.stats.running >= MAX_CONNECTIONS)
        throw new NoConnectionError(name, 'no connection was free', { cause: error });
      if (!progress.isSent) throw new NotSentError(name, 'the request could not be sent', { cause: error });
      throw new AnswerLostError(name, 'the answer did not arrive', { cause: error });
    }
  }

  return { name, send, cutOff: circuits.cutOff, close: () => pool.destroy() };
}

function readAnswer(host: HostName, { status, headers, body }: Answer, now: () => number): unknown {
  if (status === TOO_MANY_REQUESTS) {
    const at = now();
    const waitMs = parseRetryAfter(headers['retry-after'], at);
    throw new RateLimitedError(host, waitMs === undefined ? undefined : at + Math.min(waitMs, LONGEST_WAIT_MS));
  }
  if (status < 200 || status > 299) throw new StatusError(host, status);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new UnreadableAnswerError(host, ['content-encoding']);
  if (body instanceof TooLongError) throw new UnreadableAnswerError(host, ['body over 256 KiB']);
  if (body instanceof Error) throw body;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    // Leaves out the cause: it quotes the body, which may hold the credential.
    throw new UnreadableAnswerError(host, ['body: not JSON']);
  }
}

function isHostFailure(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 500;
  return error instanceof UpstreamError && !(error instanceof RateLimitedError || error instanceof NoConnectionError);
}
