import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { createHttpClient, type HttpClient } from '../../src/http/client.ts';
import { Secret } from '../../src/secret.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { AnswerLostError, NotSentError, UnreadableAnswerError } from '../../src/work/errors.ts';
import {
  after,
  closedPort,
  drip,
  hang,
  json,
  listenSilently,
  raw,
  reply,
  resetAfterProcessing,
  resetBeforeReading,
  type Script,
  ScriptedHost,
} from './scripted-host.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HASTY_MS = 250;
const POOL_CONNECTIONS = 160;
const CALLS_TO_OPEN_CIRCUIT = 20;

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(json({ done: true }));
});

afterEach(() => host.close());

function hostAt(url: string, now: () => number = Date.now): HttpClient {
  const http = createHttpClient('main', url, now);
  onTestFinished(() => http.close());
  return http;
}

type Call = { token?: string; path?: string; signal?: AbortSignal };

function send(http: HttpClient, call: Call = {}): Promise<unknown> {
  const { token = 'token', path = '/claim', signal = new AbortController().signal } = call;
  return http.send({ method: 'POST', path, credential: new Secret(token), json: {}, signal });
}

const hastily = (http: HttpClient, path?: string) =>
  send(http, { signal: AbortSignal.timeout(HASTY_MS), ...(path === undefined ? {} : { path }) });

describe('an answer', () => {
  const BODY = '{"done":true}';

  test.each<[string, Script]>([
    ['in pieces', reply(200, { chunks: ['{"do', 'ne"', ': true}'] })],
    ['of no content type', reply(200, { chunks: [BODY] })],
    [
      'after an interim one',
      raw(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`),
    ],
  ])('%s is read', async (_, script) => {
    host.follow(script);

    expect(await send(hostAt(host.url))).toEqual({ done: true });
  });

  test.each<[string, Script]>([
    ['of HTML', reply(200, { headers: { 'content-type': 'text/html' }, chunks: ['<!doctype html><title>Hi</title>'] })],
    ['of nothing', reply(200)],
    ['without a body', reply(204)],
    ['of truncated JSON', reply(200, { chunks: ['{"done": tr'] })],
    ['of two JSON values', reply(200, { chunks: ['{"done":true}{"done":true}'] })],
    ['that is compressed', reply(200, { headers: { 'content-encoding': 'gzip' }, chunks: [BODY] })],
  ])('%s is unreadable', async (_, script) => {
    host.follow(script);

    await expect(send(hostAt(host.url))).rejects.toThrow(UnreadableAnswerError);
  });

  test.each<[string, Script]>([
    ['before the request was read', resetBeforeReading],
    ['after processing', resetAfterProcessing],
    ['by a connection that closes without a word', raw('')],
    ['in what is not HTTP', raw('SSH-2.0-OpenSSH_9.9\r\n')],
    ['by an end earlier than announced', raw('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"done"')],
    ['between two chunks', raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"don\r\n')],
  ])('is lost %s', async (_, script) => {
    host.follow(script);

    await expect(send(hostAt(host.url))).rejects.toThrow(AnswerLostError);
  });

  test.each<[string, Script]>([
    ['never comes', hang],
    ['never ends', drip],
  ])('that %s is lost in the end', { timeout: 3_000 }, async (_, script) => {
    host.follow(script);

    await expect(hastily(hostAt(host.url))).rejects.toThrow(AnswerLostError);
  });
});

describe('a request', () => {
  test.each<[string, () => Promise<string>]>([
    ['a refused connection', async () => `http://127.0.0.1:${await closedPort()}`],
    ['a name that does not resolve', () => Promise.resolve('http://nonexistent.invalid')],
    ['a host that does not speak TLS', () => Promise.resolve(host.url.replace('http:', 'https:'))],
  ])('is not sent to %s', async (_, url) => {
    await expect(send(hostAt(await url()))).rejects.toThrow(NotSentError);
  });

  test('is not sent when the TLS handshake never ends', { timeout: 3_000 }, async () => {
    const silent = await listenSilently();
    onTestFinished(() => silent.close());

    await expect(hastily(hostAt(`https://127.0.0.1:${silent.port}`))).rejects.toThrow(NotSentError);
  });

  test('is not sent when every connection stays busy, nor later', async () => {
    const gate = Promise.withResolvers<undefined>();
    host.follow(after(gate.promise, json({})));
    const http = hostAt(host.url);
    const busy = Array.from({ length: POOL_CONNECTIONS }, () => send(http));
    await host.hasReceived(POOL_CONNECTIONS);

    await expect(hastily(http, '/late')).rejects.toThrow(NotSentError);

    gate.resolve(undefined);
    await Promise.all(busy);
    await send(http);
    expect(host.requests.filter(({ path }) => path === '/late')).toEqual([]);
  });
});

describe('a status', () => {
  test.each([301, 302, 303, 307, 308])('of %i is told, and not followed', async (status) => {
    const target = await ScriptedHost.listen(json({}));
    onTestFinished(() => target.close());
    host.follow(reply(status, { headers: { location: `${target.url}/claim` } }));

    await expect(send(hostAt(host.url))).rejects.toMatchObject({ name: 'StatusError', status });
    expect(target.connections).toBe(0);
  });

  test('is told although the body hangs', { timeout: 3_000 }, async () => {
    host.follow(async ({ response, receive }) => {
      await receive();
      response.writeHead(403).write('No');
    });

    await expect(hastily(hostAt(host.url))).rejects.toMatchObject({ name: 'StatusError', status: 403 });
  });
});

describe('a request to wait', () => {
  const toWait = (retryAfter: string) => reply(429, { headers: { 'retry-after': retryAfter } });

  test.each<[string, Script, number | undefined]>([
    ['seconds', toWait('30'), NOW + 30_000],
    ['no seconds', toWait('0'), NOW],
    ['fractions of a second', toWait('1.5'), NOW + 1_500],
    ['fractions of a millisecond', toWait('12.34567'), NOW + 12_346],
    ['an HTTP date', toWait('Sun, 01 Mar 2026 12:01:00 GMT'), NOW + 60_000],
    ['nothing', reply(429), undefined],
    ['words', toWait('soon'), undefined],
    ['a negative number', toWait('-5'), undefined],
    ['an hour', toWait('3600'), NOW + HOUR_MS],
    ['milliseconds taken for seconds: an hour at most', toWait('30000'), NOW + HOUR_MS],
    ['a number beyond all years: an hour at most', toWait('9'.repeat(400)), NOW + HOUR_MS],
    ['a date of the year 9999: an hour at most', toWait('Fri, 31 Dec 9999 23:59:59 GMT'), NOW + HOUR_MS],
    ['a date that has passed', toWait('Sun, 01 Mar 2026 11:59:00 GMT'), NOW - 60_000],
    ['a date of no zone', toWait('2026-03-01T12:01:00'), undefined],
  ])('says until when in %s', async (_, script, retryAt) => {
    host.follow(script);

    await expect(send(hostAt(host.url, () => NOW))).rejects.toMatchObject({ name: 'RateLimitedError', retryAt });
  });

  test('is kept to the millisecond: nothing is sent with that token until then', async () => {
    let now = NOW;
    const http = hostAt(host.url, () => now);
    host.follow(toWait('30'), json({ done: true }));
    await expect(send(http)).rejects.toThrow();

    now = NOW + 29_999;
    await expect(send(http)).rejects.toMatchObject({ name: 'RateLimitedError', retryAt: NOW + 30_000 });
    expect(host.requests).toHaveLength(1);

    now = NOW + 30_000;
    expect(await send(http)).toEqual({ done: true });
  });

  test('does not keep back another token', async () => {
    const http = hostAt(host.url, () => NOW);
    host.follow(toWait('30'), json({ done: true }));
    await expect(send(http, { token: 'eager' })).rejects.toThrow();

    expect(await send(http, { token: 'other' })).toEqual({ done: true });
  });
});

describe('the circuit', () => {
  async function sendInTurn(http: HttpClient, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await send(http).catch(() => undefined);
  }

  test.each<[string, Script]>([
    ['errors of the host', reply(500)],
    ['lost answers', resetAfterProcessing],
    ['unreadable answers', reply(200)],
  ])('opens on a storm of %s, and then nothing is sent', async (_, script) => {
    const http = hostAt(host.url);
    host.follow(script);
    await sendInTurn(http, CALLS_TO_OPEN_CIRCUIT);

    await expect(send(http)).rejects.toThrow(NotSentError);
    expect(host.requests).toHaveLength(CALLS_TO_OPEN_CIRCUIT);
  });

  test.each([400, 401, 403, 404, 422, 429])('never opens on a storm of %i', async (status) => {
    host.follow(reply(status));
    await sendInTurn(hostAt(host.url), 3 * CALLS_TO_OPEN_CIRCUIT);

    expect(host.requests).toHaveLength(3 * CALLS_TO_OPEN_CIRCUIT);
  });
});
