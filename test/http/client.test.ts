import { once } from 'node:events';

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { createVoteClient } from '../../src/claims/vote-client.ts';
import type { HttpClient } from '../../src/http/client.ts';
import { createIdentityClient } from '../../src/plans/identity-client.ts';
import { Secret } from '../../src/secret.ts';
import { HOUR_MS, systemClock } from '../../src/work/clock.ts';
import { AnswerLostError, NotSentError, UnreadableAnswerError, UpstreamError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import { freePort } from '../database/free-port.ts';
import { listenFor } from '../rewards/hostile-receivers.ts';
import {
  after,
  clientAt,
  drip,
  hang,
  json,
  raw,
  reply,
  resetAfterProcessing,
  resetBeforeReading,
  type Script,
  ScriptedHost,
} from './scripted-host.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const TOKEN = 'vt/live+0a9Z==~"quoted\\"&<secret>';
const PATIENT_MS = 10_000;
const HASTY_MS = 250;
const POOL_CONNECTIONS = 160;
const CALLS_TO_OPEN_CIRCUIT = 20;
/** Characters in a row that would give a credential away. */
const PIECE = 8;
const MOST_BYTES = 256 * 1024;
/** more than sockets hold on the way */
const FLOOD_BYTES = 64 * 1024 * 1024;

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(json({ done: true }));
});

type Call = { token?: string; path?: string; signal?: AbortSignal };

/** Has all the time in the world, unless said. */
function send(http: HttpClient, call: Call = {}): Promise<unknown> {
  const { token = 'token', path = '/claim', signal = new AbortController().signal } = call;
  return http.send({ method: 'POST', path, credential: new Secret(token), json: {}, signal });
}

const hastily = (http: HttpClient, call: Call = {}) => send(http, { ...call, signal: AbortSignal.timeout(HASTY_MS) });

/** What comes of a call that the host answers so. */
function answeredBy(script: Script, now?: () => number): Promise<unknown> {
  host.follow(script);
  return send(clientAt(host.url, now));
}

/** All that the log has of a claim and of a plan that a host answers so. */
async function logged(script: Script): Promise<string> {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', secrets: [], destination: { write: (line) => lines.push(line) } });
  const credential = new Secret(TOKEN);
  const votes = createVoteClient(clientAt(host.url), systemClock, log);
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const identity = createIdentityClient({ host: clientAt(host.url), applicationKey: credential, log, clock });
  host.follow(script);
  await votes.claim({ playername: 'Alex', token: credential, deadlineMs: PATIENT_MS });
  const [read] = (await identity.listPlans(['ent_a'])).values();
  log.error({ err: read instanceof UpstreamError ? read : undefined }, 'a plan could not be read');
  return lines.join('');
}

const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const encoded = (encoding: BufferEncoding) => (text: string) => Buffer.from(text).toString(encoding);

/** Nothing that a host says is logged, so its form is all the same. */
const FORMS: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['for JSON', asJson],
  ['for a URL', encodeURIComponent],
  ['in base64', encoded('base64')],
  ['in hex', encoded('hex')],
  ['without its end', (text) => text.slice(0, -4)],
  ['in pieces', (text) => Array.from(text).join(' ')],
  ['backwards', (text) => Array.from(text).reverse().join('')],
];

describe('a credential that the host quotes', () => {
  const quote = (form: string) => `no scope for ${form}.`;
  const places: [string, (form: string) => Script][] = [
    ['the answer of a refusal', (form) => reply(401, { chunks: [quote(form)] })],
    ['the answer of a failure', (form) => reply(500, { chunks: [quote(form)] })],
    ['the whole of an answer', (form) => reply(200, { chunks: [form] })],
    ['a field', (form) => json({ claimed: quote(form), plan: quote(form), [quote(form)]: quote(form) })],
    ['the line of the status', (form) => raw(`HTTP/1.1 403 ${quote(form)}\r\ncontent-length: 0\r\n\r\n`)],
    ['a header that cannot be read', (form) => raw(`HTTP/1.1 200 OK\r\n${quote(form)}\r\n\r\n`)],
  ];

  test.each(FORMS)('is not in the log, %s', async (_, escape) => {
    const form = escape(TOKEN);
    for (const [place, script] of places) {
      const log = await logged(script(form));

      expect(log, place).toContain('vote claim');
      expect(log, place).not.toContain('no scope');
      const pieces = Array.from(form, (_unit, at) => form.slice(at, at + PIECE)).slice(0, 1 - PIECE);
      expect(
        pieces.filter((piece) => log.includes(piece) || log.includes(asJson(piece))),
        place,
      ).toEqual([]);
    }
  });
});

describe('a call', () => {
  test('goes below a base path, whatever slashes that ends with', async () => {
    for (const path of ['', '/', '/base', '/base/', '/base//', '/a//b///']) await send(clientAt(`${host.url}${path}`));

    expect(host.requests.map(({ path }) => path)).toEqual([
      '/claim',
      '/claim',
      '/base/claim',
      '/base/claim',
      '/base/claim',
      '/a//b/claim',
    ]);
  });

  test('takes an answer of exactly 256 KiB, and none of a byte more', async () => {
    const body = (bytes: number) => reply(200, { chunks: [`"${'x'.repeat(bytes - 2)}"`] });
    const http = clientAt(host.url);

    host.follow(body(MOST_BYTES));
    expect(await send(http)).toHaveLength(MOST_BYTES - 2);
    host.follow(body(MOST_BYTES + 1));
    await expect(send(http)).rejects.toThrow(UnreadableAnswerError);
  });

  test('is not sent when its signal has aborted before', async () => {
    await expect(send(clientAt(host.url), { signal: AbortSignal.abort() })).rejects.toThrow(NotSentError);
    expect(host.connections).toBe(0);
  });

  test.each<[string, number, Record<string, string>?]>([
    ['429 and a body', 429],
    ['compression', 200, { 'content-encoding': 'gzip' }],
    ['too much', 200],
    ['an error of too much', 500],
  ])('does not leave an answer lying that it refuses: %s', async (_, status, headers = {}) => {
    host.follow(reply(status, { headers, chunks: ['x'.repeat(FLOOD_BYTES)] }));
    const cut = once(host, 'cut');
    await expect(send(clientAt(host.url))).rejects.toThrow();

    await expect(cut).resolves.toEqual([]);
  });

  test('is cut short when its host is closed', async () => {
    host.follow(hang);
    const http = clientAt(host.url);
    const sent = send(http);
    const failed = expect(sent).rejects.toThrow(AnswerLostError);
    await host.hasReceived(1);
    const cut = once(host, 'cut');
    await http.close();

    await failed;
    await cut;
  });
});

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
    expect(await answeredBy(script)).toEqual({ done: true });
  });

  test.each<[string, Script]>([
    ['of HTML', reply(200, { headers: { 'content-type': 'text/html' }, chunks: ['<!doctype html><title>Hi</title>'] })],
    ['of nothing', reply(200)],
    ['without a body', reply(204)],
    ['of truncated JSON', reply(200, { chunks: ['{"done": tr'] })],
    ['of two JSON values', reply(200, { chunks: ['{"done":true}{"done":true}'] })],
    ['that is compressed', reply(200, { headers: { 'content-encoding': 'gzip' }, chunks: [BODY] })],
  ])('%s is unreadable', async (_, script) => {
    await expect(answeredBy(script)).rejects.toThrow(UnreadableAnswerError);
  });

  test.each<[string, Script]>([
    ['before the request was read', resetBeforeReading],
    ['after processing', resetAfterProcessing],
    ['by a connection that closes without a word', raw('')],
    ['in what is not HTTP', raw('SSH-2.0-OpenSSH_9.9\r\n')],
    ['by an end earlier than announced', raw('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"done"')],
    ['between two chunks', raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"don\r\n')],
  ])('is lost %s', async (_, script) => {
    await expect(answeredBy(script)).rejects.toThrow(AnswerLostError);
  });

  test.each<[string, Script]>([
    ['never comes', hang],
    ['never ends', drip],
  ])('that %s is lost in the end', { timeout: 3_000 }, async (_, script) => {
    host.follow(script);

    await expect(hastily(clientAt(host.url))).rejects.toThrow(AnswerLostError);
  });
});

describe('a request', () => {
  test.each<[string, () => Promise<string>]>([
    ['a refused connection', async () => `http://127.0.0.1:${await freePort()}`],
    ['a name that does not resolve', () => Promise.resolve('http://nonexistent.invalid')],
    ['a host that does not speak TLS', () => Promise.resolve(host.url.replace('http:', 'https:'))],
  ])('is not sent to %s', async (_, url) => {
    await expect(send(clientAt(await url()))).rejects.toThrow(NotSentError);
  });

  test('is not sent when the TLS handshake never ends', { timeout: 3_000 }, async () => {
    const { port, close } = await listenFor(() => undefined);
    onTestFinished(close);

    await expect(hastily(clientAt(`https://127.0.0.1:${port}`))).rejects.toThrow(NotSentError);
  });

  test('is not sent when every connection stays busy, nor later', async () => {
    const gate = Promise.withResolvers<undefined>();
    host.follow(after(gate.promise, json({})));
    const http = clientAt(host.url);
    const busy = Array.from({ length: POOL_CONNECTIONS }, () => send(http));
    await host.hasReceived(POOL_CONNECTIONS);

    await expect(hastily(http, { path: '/late' })).rejects.toThrow(NotSentError);

    gate.resolve(undefined);
    await Promise.all(busy);
    await send(http);
    expect(host.requests.filter(({ path }) => path === '/late')).toEqual([]);
  });
});

describe('a status', () => {
  test.each([301, 302, 303, 307, 308])('of %i is told, and not followed', async (status) => {
    const target = await ScriptedHost.listen(json({}));
    const redirect = reply(status, { headers: { location: `${target.url}/claim` } });

    await expect(answeredBy(redirect)).rejects.toMatchObject({ name: 'StatusError', status });
    expect(target.connections).toBe(0);
  });

  test('is told although the body hangs', { timeout: 3_000 }, async () => {
    host.follow(async ({ response, receive }) => {
      await receive();
      response.writeHead(403).write('No');
    });

    await expect(hastily(clientAt(host.url))).rejects.toMatchObject({ name: 'StatusError', status: 403 });
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
    await expect(answeredBy(script, () => NOW)).rejects.toMatchObject({ name: 'RateLimitedError', retryAt });
  });

  test('is kept to the millisecond: nothing is sent with that token until then', async () => {
    let now = NOW;
    const http = clientAt(host.url, () => now);
    host.follow(toWait('30'), json({ done: true }));
    await expect(send(http)).rejects.toThrow();

    now = NOW + 29_999;
    await expect(send(http)).rejects.toMatchObject({ name: 'RateLimitedError', retryAt: NOW + 30_000 });
    expect(host.requests).toHaveLength(1);

    now = NOW + 30_000;
    expect(await send(http)).toEqual({ done: true });
  });

  test('does not keep back another token', async () => {
    const http = clientAt(host.url, () => NOW);
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
    const http = clientAt(host.url);
    host.follow(script);
    await sendInTurn(http, CALLS_TO_OPEN_CIRCUIT);

    await expect(send(http)).rejects.toThrow(NotSentError);
    expect(host.requests).toHaveLength(CALLS_TO_OPEN_CIRCUIT);
  });

  test.each([400, 401, 403, 404, 422, 429])('never opens on a storm of %i', async (status) => {
    host.follow(reply(status));
    await sendInTurn(clientAt(host.url), 3 * CALLS_TO_OPEN_CIRCUIT);

    expect(host.requests).toHaveLength(3 * CALLS_TO_OPEN_CIRCUIT);
  });
});
