import { once } from 'node:events';
import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { type AttemptOutcome, createVoteClient } from '../../src/claims/vote-client.ts';
import { HOUR_MS } from '../../src/clock.ts';
import { createHttpClient } from '../../src/http/client.ts';
import { createLog } from '../../src/log.ts';
import { Secret } from '../../src/secret.ts';
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
} from '../http/scripted-host.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const PATIENT_MS = 10_000;
const HASTY_MS = 250;
const POOL_CONNECTIONS = 160;
const MOST_IN_FLIGHT = 1_024;
const CALLS_TO_OPEN_CIRCUIT = 20;
const CIRCUIT_REST_MS = 5_000;
const MEBIBYTE = 1024 * 1024;

const log = createLog({ level: 'silent', secrets: [] });
const UNKNOWN: AttemptOutcome = { kind: 'unknown' };
const NOT_SENT: AttemptOutcome = { kind: 'not-sent' };

type Claim = { playername?: string; token?: string; deadlineMs?: number };

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(json({ claimed: 1 }));
});

afterEach(() => host.close());

function claimAt(url: string, now: () => number = Date.now): (claim?: Claim) => Promise<AttemptOutcome> {
  const http = createHttpClient('main', url, now);
  onTestFinished(() => http.close());
  const votes = createVoteClient(http, log);
  return ({ playername = 'Alex', token = 'guild-token', deadlineMs = PATIENT_MS } = {}) =>
    votes.claim({ playername, token: new Secret(token), deadlineMs });
}

const rejected = (status: number, retryAt?: number): AttemptOutcome => ({ kind: 'rejected', status, retryAt });

describe('the request on the wire', () => {
  test('is a POST of the name, with the token as bearer, as JSON, asking for no compression', async () => {
    await claimAt(host.url)({ playername: 'Alex', token: 'guild-token' });

    expect(host.requests).toEqual([
      {
        method: 'POST',
        path: '/api/v1/votes/claim',
        body: '{"playername":"Alex"}',
        headers: expect.objectContaining({
          authorization: 'Bearer guild-token',
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-length': '21',
        }) as unknown,
      },
    ]);
  });

  test.each(['  Alex ', 'ALEX', 'Ünï "quoted" \\', '😀'])(
    'carries the name %j exactly as given',
    async (playername) => {
      await claimAt(host.url)({ playername });

      expect(JSON.parse(host.requests[0]?.body ?? '')).toEqual({ playername });
    },
  );

  test.each(['/base', '/base/'])('goes below the path %s of the base URL', async (basePath) => {
    await claimAt(`${host.url}${basePath}`)();

    expect(host.requests[0]?.path).toBe('/base/api/v1/votes/claim');
  });

  test('goes over a connection that is open already', async () => {
    const claim = claimAt(host.url);
    for (let count = 0; count < 10; count += 1) await claim();

    expect(host.connections).toBeLessThanOrEqual(2);
  });

  test.each([
    ['an error of the host', reply(500)],
    ['a lost answer', resetAfterProcessing],
    ['a request to wait', reply(429)],
  ])('is sent once, whatever comes back: %s', async (_, script) => {
    host.follow(script);
    await claimAt(host.url)();

    expect(host.requests).toHaveLength(1);
  });
});

describe('an answer', () => {
  test.each<[string, Script, 0 | 1 | 2]>([
    ['0', json({ claimed: 0 }), 0],
    ['1', json({ claimed: 1 }), 1],
    ['2', json({ claimed: 2 }), 2],
    ['0 as a string', json({ claimed: '0' }), 0],
    ['1 as a string', json({ claimed: '1' }), 1],
    ['2 as a string', json({ claimed: '2' }), 2],
    ['fields nobody knows', json({ claimed: 2, vote: { id: 7 }, reward: ['sword'] }), 2],
    ['another 2xx status', json({ claimed: 1 }, 201), 1],
    ['a body in pieces', reply(200, { chunks: ['{"cla', 'imed"', ': 1}'] }), 1],
    ['no content type', reply(200, { chunks: ['{"claimed":0}'] }), 0],
    ['an interim answer first', raw('HTTP/1.1 103 Early Hints\r\n\r\n' + whole('{"claimed":1}')), 1],
  ])('is read with %s', async (_, script, claimed) => {
    host.follow(script);

    expect(await claimAt(host.url)()).toEqual({ kind: 'answered', claimed });
  });

  test.each<[string, Script]>([
    ['HTML', reply(200, { headers: { 'content-type': 'text/html' }, chunks: ['<!doctype html><title>Hi</title>'] })],
    ['nothing', reply(200)],
    ['204', reply(204)],
    ['truncated JSON', reply(200, { chunks: ['{"claimed": 1'] })],
    ['two JSON values', reply(200, { chunks: ['{"claimed":1}{"claimed":2}'] })],
    ['a list', json([1])],
    ['a bare number', json(1)],
    ['null', json(null)],
    ['no claimed', json({ result: 1 })],
    ['claimed null', json({ claimed: null })],
    ['claimed 3', json({ claimed: 3 })],
    ['claimed -1', json({ claimed: -1 })],
    ['claimed 1.5', json({ claimed: 1.5 })],
    ['claimed true', json({ claimed: true })],
    ['claimed as a list', json({ claimed: [1] })],
    ['claimed "3"', json({ claimed: '3' })],
    ['claimed "01"', json({ claimed: '01' })],
    ['claimed " 1"', json({ claimed: ' 1' })],
    ['claimed ""', json({ claimed: '' })],
    ['a 50 MiB body', reply(200, { chunks: mebibytes(50) })],
    [
      'a gzip bomb',
      reply(200, { headers: { 'content-encoding': 'gzip' }, chunks: [gzipSync(Buffer.alloc(50 * MEBIBYTE))] }),
    ],
    [
      'compression nobody asked for',
      reply(200, { headers: { 'content-encoding': 'gzip' }, chunks: ['{"claimed":1}'] }),
    ],
  ])('that cannot be read leaves the claim unknown: %s', async (_, script) => {
    host.follow(script);

    expect(await claimAt(host.url)()).toEqual(UNKNOWN);
  });

  test('over 256 KiB is not read to its end', async () => {
    host.follow(reply(200, { chunks: mebibytes(50) }));
    const cut = once(host, 'cut');
    await claimAt(host.url)();

    await expect(cut).resolves.toEqual([]);
  });
});

describe('an answer that does not arrive', () => {
  test.each<[string, Script]>([
    ['reset before the request was read', resetBeforeReading],
    ['reset after processing', resetAfterProcessing],
    ['closed without a word', raw('')],
    ['not HTTP', raw('SSH-2.0-OpenSSH_9.9\r\n')],
    ['shorter than announced', raw('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"claimed"')],
    ['cut off in chunks', raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cla\r\n')],
  ])('leaves the claim unknown: %s', async (_, script) => {
    host.follow(script);

    expect(await claimAt(host.url)()).toEqual(UNKNOWN);
  });

  test.each<[string, Script]>([
    ['a host that never answers', hang],
    ['an answer that drips', drip],
  ])('by the deadline leaves the claim unknown: %s', { timeout: 3_000 }, async (_, script) => {
    host.follow(script);

    expect(await claimAt(host.url)({ deadlineMs: HASTY_MS })).toEqual(UNKNOWN);
  });
});

describe('a request that never left', () => {
  test.each<[string, () => Promise<string>]>([
    ['a refused connection', async () => `http://127.0.0.1:${await closedPort()}`],
    ['a name that does not resolve', () => Promise.resolve('http://nonexistent.invalid')],
    ['a host that does not speak TLS', () => Promise.resolve(host.url.replace('http:', 'https:'))],
  ])('counts as not sent: %s', async (_, url) => {
    expect(await claimAt(await url())()).toEqual(NOT_SENT);
  });

  test('counts as not sent by the deadline when the TLS handshake never ends', { timeout: 3_000 }, async () => {
    const silent = await listenSilently();
    onTestFinished(() => silent.close());

    expect(await claimAt(`https://127.0.0.1:${silent.port}`)({ deadlineMs: HASTY_MS })).toEqual(NOT_SENT);
  });

  test('counts as not sent by the deadline when every connection is busy, and is not sent later', async () => {
    const gate = Promise.withResolvers<undefined>();
    host.follow(after(gate.promise, json({ claimed: 0 })));
    const claim = claimAt(host.url);
    const busy = Array.from({ length: POOL_CONNECTIONS }, () => claim());
    await host.hasReceived(POOL_CONNECTIONS);

    expect(await claim({ playername: 'Late', deadlineMs: HASTY_MS })).toEqual(NOT_SENT);

    gate.resolve(undefined);
    await Promise.all(busy);
    await claim({ playername: 'Next' });
    expect(host.requests.filter(({ body }) => body.includes('Late'))).toEqual([]);
  });

  test('counts as not sent when too many are in flight already', async () => {
    const http = createHttpClient('main', host.url, Date.now);
    const votes = createVoteClient(http, log);
    const claim = () => votes.claim({ playername: 'Alex', token: new Secret('t'), deadlineMs: PATIENT_MS });
    host.follow(hang);
    const inFlight = Array.from({ length: MOST_IN_FLIGHT }, claim);

    expect(await claim()).toEqual(NOT_SENT);

    await http.close();
    await Promise.all(inFlight);
  });
});

describe('a status', () => {
  test.each([400, 401, 403, 404, 409, 410, 422])('of %i means that the claim was rejected', async (status) => {
    host.follow(json({ error: { message: 'No.' } }, status));

    expect(await claimAt(host.url)()).toEqual(rejected(status));
  });

  test.each([408, 500, 501, 502, 503, 504])('of %i leaves the claim unknown', async (status) => {
    host.follow(json({ claimed: 0 }, status));

    expect(await claimAt(host.url)()).toEqual(UNKNOWN);
  });

  test.each([301, 302, 303, 307, 308])('of %i leaves the claim unknown and is not followed', async (status) => {
    const target = await ScriptedHost.listen(json({ claimed: 1 }));
    onTestFinished(() => target.close());
    host.follow(reply(status, { headers: { location: `${target.url}/api/v1/votes/claim` } }));

    expect(await claimAt(host.url)()).toEqual(UNKNOWN);
    expect(target.connections).toBe(0);
  });

  test('rejects the claim even when its body hangs', { timeout: 3_000 }, async () => {
    host.follow(async ({ response, receive }) => {
      await receive();
      response.writeHead(403).write('No');
    });

    expect(await claimAt(host.url)({ deadlineMs: HASTY_MS })).toEqual(rejected(403));
  });
});

test('the status of a refusal is in the log, and nothing that the host says of it', async () => {
  const lines: string[] = [];
  const http = createHttpClient('main', host.url, Date.now);
  onTestFinished(() => http.close());
  const destination = { write: (line: string) => lines.push(line) };
  const votes = createVoteClient(http, createLog({ level: 'trace', secrets: [], destination }));
  host.follow(reply(422, { chunks: ['no such player'] }));

  await votes.claim({ playername: 'Alex', token: new Secret('guild-token'), deadlineMs: PATIENT_MS });

  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 'warn',
      msg: 'the main service refused a vote claim',
      err: { message: 'main service: answered 422', status: 422 },
    },
  ]);
  expect(lines.join('')).not.toContain('no such player');
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

    expect(await claimAt(host.url, () => NOW)()).toEqual(rejected(429, retryAt));
  });

  test('is kept to the millisecond: nothing is sent with that token until then', async () => {
    let now = NOW;
    const claim = claimAt(host.url, () => now);
    host.follow(toWait('30'), json({ claimed: 1 }));
    await claim();

    now = NOW + 29_999;
    expect(await claim()).toEqual(rejected(429, NOW + 30_000));
    expect(host.requests).toHaveLength(1);

    now = NOW + 30_000;
    expect(await claim()).toEqual({ kind: 'answered', claimed: 1 });
  });

  test('does not keep back another token', async () => {
    const claim = claimAt(host.url, () => NOW);
    host.follow(toWait('30'), json({ claimed: 1 }));
    await claim({ token: 'eager' });

    expect(await claim({ token: 'other' })).toEqual({ kind: 'answered', claimed: 1 });
  });

  test('that names no time keeps nothing back', async () => {
    const claim = claimAt(host.url, () => NOW);
    host.follow(reply(429), json({ claimed: 1 }));
    await claim();

    expect(await claim()).toEqual({ kind: 'answered', claimed: 1 });
  });
});

describe('the circuit', () => {
  async function claimInTurn(claim: () => Promise<AttemptOutcome>, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await claim();
  }

  test.each<[string, Script]>([
    ['errors of the host', reply(500)],
    ['lost answers', resetAfterProcessing],
    ['unreadable answers', reply(200)],
  ])('opens on a storm of %s, and then nothing is sent', async (_, script) => {
    const claim = claimAt(host.url);
    host.follow(script);
    await claimInTurn(claim, CALLS_TO_OPEN_CIRCUIT);

    expect(await claim()).toEqual(NOT_SENT);
    expect(host.requests).toHaveLength(CALLS_TO_OPEN_CIRCUIT);
  });

  test.each([400, 401, 403, 404, 422, 429])('never opens on a storm of %i', async (status) => {
    const claim = claimAt(host.url);
    host.follow(reply(status));
    await claimInTurn(claim, 3 * CALLS_TO_OPEN_CIRCUIT);

    expect(await claim()).toEqual(rejected(status));
    expect(host.requests).toHaveLength(3 * CALLS_TO_OPEN_CIRCUIT + 1);
  });

  test('lets a claim through again after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    onTestFinished(() => void vi.useRealTimers());
    const claim = claimAt(host.url);
    host.follow(reply(500));
    await claimInTurn(claim, CALLS_TO_OPEN_CIRCUIT);
    host.follow(json({ claimed: 1 }));

    vi.setSystemTime(NOW + CIRCUIT_REST_MS - 1);
    expect(await claim()).toEqual(NOT_SENT);

    vi.setSystemTime(NOW + CIRCUIT_REST_MS);
    expect(await claim()).toEqual({ kind: 'answered', claimed: 1 });
  });
});

function whole(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function mebibytes(count: number): Buffer[] {
  return new Array<Buffer>(count).fill(Buffer.alloc(MEBIBYTE, ' '));
}
