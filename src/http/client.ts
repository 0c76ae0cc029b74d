import { once } from 'node:events';

import { BrokenCircuitError, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { DecoratorHandler, Pool, type Dispatcher } from 'undici';

import type { Secret } from '../secrets/secret.ts';
import { atMost } from '../work/at-most.ts';
import { HOUR_MS } from '../work/clock.ts';
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
import { createCircuits } from './circuits.ts';
import { parseRetryAfter } from './retry-after.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_CONNECTIONS = 160;
const MAX_IN_FLIGHT = 1_024;
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
 * Calls one host over a pool of HTTP/1.1 keep-alive connections (HTTP/2 may silently resend a request). Redirects and
 * compression are refused, and an answer is at most 256 KiB. Neither a status below 500 nor a wait for a connection
 * counts for a circuit. After a 429 with `Retry-After`, nothing is sent with that credential until then.
 */
export function createHttpClient(name: HostName, baseUrl: string, now: () => number) {
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/(?<!\/)\/+$/, '');
  const pool = new Pool(origin, { connections: MAX_CONNECTIONS, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  const retryAtByCredential = new LRUCache<string, number>(atMost(CREDENTIALS_WATCHED));
  const inFlight = bulkhead(MAX_IN_FLIGHT);
  const circuits = createCircuits(isHostFailure);

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
      return await inFlight.execute(() => circuits.execute(credentialId, () => exchange(request)));
    } catch (error) {
      if (error instanceof RateLimitedError && error.retryAt !== undefined) {
        retryAtByCredential.set(credentialId, error.retryAt);
      }
      const isCutOff = error instanceof BrokenCircuitError;
      if (!isCutOff && !(error instanceof BulkheadRejectedError)) throw error;
      const reason = isCutOff ? 'not called, it kept failing' : 'too many calls in flight';
      throw new NotSentError(name, reason, { cause: error });
    }
  }

  async function exchange({ method, path, credential, json, signal }: HttpRequest): Promise<unknown> {
    const progress = { sent: false };
    try {
      signal.throwIfAborted();
      const answering = pool.compose(noticeStart(() => (progress.sent = true))).request({
        method,
        path: `${basePath}${path}`,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          authorization: `Bearer ${credential.reveal()}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        signal,
      });
      return await readAnswer(name, await Promise.race([answering, whenAborted(signal)]), now);
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      // While every connection is in use, a wait is our doing, not the host's.
      if (!progress.sent && pool.stats.running >= MAX_CONNECTIONS)
        throw new NoConnectionError(name, 'no connection was free', { cause: error });
      if (!progress.sent) throw new NotSentError(name, 'the request could not be sent', { cause: error });
      throw new AnswerLostError(name, 'the answer did not arrive', { cause: error });
    }
  }

  return { name, send, cutOff: circuits.cutOff, close: () => pool.destroy() };
}

/** Rejects when the signal aborts. While a request waits for a connection, Undici's own promise does not. */
async function whenAborted(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason as Error;
}

/** Calls back just before a request is written to a connected socket: until then, nothing has been sent. */
function noticeStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const noticing: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
    const start = noticing.onRequestStart?.bind(noticing);
    noticing.onRequestStart = (controller, context) => {
      onStart();
      start?.(controller, context);
    };
    return dispatch(options, noticing);
  };
}

async function readAnswer(host: HostName, answer: Dispatcher.ResponseData, now: () => number): Promise<unknown> {
  const { statusCode, headers, body } = answer;
  if (statusCode === TOO_MANY_REQUESTS) {
    discard(body);
    const at = now();
    const waitMs = parseRetryAfter(headers['retry-after'], at);
    throw new RateLimitedError(host, waitMs === undefined ? undefined : at + Math.min(waitMs, LONGEST_WAIT_MS));
  }
  if (statusCode < 200 || statusCode > 299) {
    // Reads to the end, so that the connection serves again.
    await body.dump({ limit: MAX_BODY_BYTES });
    throw new StatusError(host, statusCode);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    discard(body);
    throw new UnreadableAnswerError(host, ['content-encoding']);
  }
  const text = await readText(host, body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Leaves out the cause: it quotes the body, which may hold the credential.
    throw new UnreadableAnswerError(host, ['body: not JSON']);
  }
}

function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined).destroy();
}

async function readText(host: HostName, body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new UnreadableAnswerError(host, ['body over 256 KiB']);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isHostFailure(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 500;
  return error instanceof UpstreamError && !(error instanceof RateLimitedError || error instanceof NoConnectionError);
}
