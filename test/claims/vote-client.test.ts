import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

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

/** What can go wrong on the way is in `test/http/client.test.ts`; here is what each kind of it means for a claim. */
describe('a claim', () => {
  const answered = (claimed: 0 | 1 | 2): AttemptOutcome => ({ kind: 'answered', claimed });

  test.each<[string, Script, AttemptOutcome]>([
    ['0', json({ claimed: 0 }), answered(0)],
    ['1', json({ claimed: 1 }), answered(1)],
    ['2', json({ claimed: 2 }), answered(2)],
    ['1 as a string', json({ claimed: '1' }), answered(1)],
    ['fields nobody knows', json({ claimed: 2, vote: { id: 7 }, reward: ['sword'] }), answered(2)],
    ['429, until a time', reply(429, { headers: { 'retry-after': '30' } }), rejected(429, NOW + 30_000)],
    ['429, for no given time', reply(429), rejected(429)],
    ['a redirect', reply(302, { headers: { location: '/elsewhere' } }), UNKNOWN],
    ['408', json({ claimed: 0 }, 408), UNKNOWN],
    ['a lost answer', resetAfterProcessing, UNKNOWN],
    ['what is no JSON', reply(200, { chunks: ['<!doctype html>'] }), UNKNOWN],
    ['500, which is kept', json({ claimed: 0 }, 500), { kind: 'unknown', status: 500 }],
    ['503, which is kept', json({ claimed: 0 }, 503), { kind: 'unknown', status: 503 }],
  ])('after %s is %j', async (_, script, outcome) => {
    host.follow(script);
    expect(await claimAt(host.url)()).toEqual(outcome);
  });

  test.each([...[[1], null], ...[null, 3, 1.5, true, '01', ''].map((claimed) => ({ claimed }))])(
    'stays unknown after an answer that cannot be read: %j',
    async (body) => {
      host.follow(json(body));
      expect(await claimAt(host.url)()).toEqual(UNKNOWN);
    },
  );

  test.each([400, 401, 403, 404, 409, 410, 422, 499])('is rejected by a status of %i', async (status) => {
    host.follow(json({ error: { message: 'No.' } }, status));
    expect(await claimAt(host.url)()).toEqual(rejected(status));
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
