import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { type AttemptOutcome, createVoteClient } from '../../src/claims/vote-client.ts';
import { createHttpClient } from '../../src/http/client.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { createLog, type Log } from '../../src/work/log.ts';
import { hang, json, reply, resetAfterProcessing, type Script, ScriptedHost } from '../http/scripted-host.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const PATIENT_MS = 10_000;
const HASTY_MS = 250;

const UNKNOWN: AttemptOutcome = { kind: 'unknown' };

type Claim = { playername?: string; deadlineMs?: number };

let host: ScriptedHost;

beforeEach(async () => {
  host = await ScriptedHost.listen(json({ claimed: 1 }));
});

afterEach(() => host.close());

function claimAt(
  url: string,
  log: Log = createLog({ level: 'silent', secrets: [] }),
): (claim?: Claim) => Promise<AttemptOutcome> {
  const http = createHttpClient('main', url, () => NOW);
  onTestFinished(() => http.close());
  const votes = createVoteClient(http, systemClock, log);
  return ({ playername = 'Alex', deadlineMs = PATIENT_MS } = {}) =>
    votes.claim({ playername, token: new Secret('guild-token'), deadlineMs });
}

const rejected = (status: number, retryAt?: number): AttemptOutcome => ({ kind: 'rejected', status, retryAt });

describe('the request on the wire', () => {
  test('is a POST of the name, with the token as bearer, as JSON, asking for no compression', async () => {
    await claimAt(host.url)();

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
});

describe('an answer', () => {
  test.each<[string, unknown, 0 | 1 | 2]>([
    ['0', { claimed: 0 }, 0],
    ['1', { claimed: 1 }, 1],
    ['2', { claimed: 2 }, 2],
    ['1 as a string', { claimed: '1' }, 1],
    ['fields nobody knows', { claimed: 2, vote: { id: 7 }, reward: ['sword'] }, 2],
  ])('is read with %s', async (_, body, claimed) => {
    host.follow(json(body));

    expect(await claimAt(host.url)()).toEqual({ kind: 'answered', claimed });
  });

  test.each<[string, unknown]>([
    ['a list', [1]],
    ['null', null],
    ['claimed null', { claimed: null }],
    ['claimed 3', { claimed: 3 }],
    ['claimed 1.5', { claimed: 1.5 }],
    ['claimed true', { claimed: true }],
    ['claimed "01"', { claimed: '01' }],
    ['claimed ""', { claimed: '' }],
  ])('that cannot be read leaves the claim unknown: %s', async (_, body) => {
    host.follow(json(body));

    expect(await claimAt(host.url)()).toEqual(UNKNOWN);
  });
});

/** What can go wrong on the way is in `test/http/faults.test.ts`; here is what each kind of it means for a claim. */
describe('a claim', () => {
  test.each([400, 401, 403, 404, 409, 410, 422, 499])('is rejected by a status of %i', async (status) => {
    host.follow(json({ error: { message: 'No.' } }, status));

    expect(await claimAt(host.url)()).toEqual(rejected(status));
  });

  test.each<[string, Script, number | undefined]>([
    ['until a time', reply(429, { headers: { 'retry-after': '30' } }), NOW + 30_000],
    ['for no given time', reply(429), undefined],
  ])('is rejected by a request to wait %s', async (_, script, retryAt) => {
    host.follow(script);

    expect(await claimAt(host.url)()).toEqual(rejected(429, retryAt));
  });

  test.each<[string, Script]>([
    ['a redirect', reply(302, { headers: { location: '/elsewhere' } })],
    ['408', json({ claimed: 0 }, 408)],
    ['a lost answer', resetAfterProcessing],
    ['what is no JSON', reply(200, { chunks: ['<!doctype html>'] })],
  ])('stays unknown after %s', async (_, script) => {
    host.follow(script);

    expect(await claimAt(host.url)()).toEqual(UNKNOWN);
  });

  test.each([500, 503])('stays unknown after %d, which is kept', async (status) => {
    host.follow(json({ claimed: 0 }, status));
    expect(await claimAt(host.url)()).toEqual({ kind: 'unknown', status });
  });

  test('stays unknown when there is no answer by its deadline', { timeout: 3_000 }, async () => {
    host.follow(hang);

    expect(await claimAt(host.url)({ deadlineMs: HASTY_MS })).toEqual(UNKNOWN);
  });
});

test('the status of a refusal is in the log, and nothing that the host says of it', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  host.follow(reply(422, { chunks: ['no such player'] }));

  await claimAt(host.url, createLog({ level: 'trace', secrets: [], destination }))();

  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 'warn',
      msg: 'the main service refused a vote claim',
      err: { message: 'main service: answered 422', status: 422 },
    },
  ]);
  expect(lines.join('')).not.toContain('no such player');
});
