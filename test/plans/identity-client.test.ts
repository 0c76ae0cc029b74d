import { beforeEach, describe, expect, test } from 'vitest';

import type { HttpClient } from '../../src/http/client.ts';
import { createIdentityClient, READ_DEADLINE_MS } from '../../src/plans/identity-client.ts';
import { Secret } from '../../src/secret.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import type { Plan, PlanRead } from '../../src/plans/plan.ts';
import { AnswerLostError, StatusError, UnreadableAnswerError, UpstreamError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import {
  after,
  byRequest,
  clientAt,
  hang,
  json,
  type ReceivedRequest,
  reply,
  resetAfterProcessing,
  type Script,
  ScriptedHost,
} from '../http/scripted-host.ts';
import { bareRecord } from './plan-from.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const LISTING = '/api/v1/entities/plans';
const LISTING_REST_MS = 10 * 60_000;
const SINGLE_READS_AT_ONCE = 8;
const BACKOFF_BASE_MS = 150;

let host: ScriptedHost;
let now: number;
/** ms of each pause, which passes at once */
let pauses: number[];
let logged: string[];

beforeEach(async () => {
  host = await ScriptedHost.listen();
  now = NOW;
  pauses = [];
  logged = [];
});

const clock: Clock = {
  ...systemClock,
  now: () => now,
  monotonic: () => now,
  sleep: (ms) => {
    pauses.push(ms);
    now += ms;
    return Promise.resolve();
  },
  random: () => 1,
};

function openIdentity({ http = clientAt(host.url, clock.now), signal = clock.signal } = {}) {
  return createIdentityClient({
    host: http,
    applicationKey: new Secret('application-key'),
    log: createLog({ level: 'warn', secrets: [], destination: { write: (line) => logged.push(line) } }),
    clock: { ...clock, signal },
  });
}

function record(id: string, fields: object = {}): object {
  const entity = { id, kind: 'server', team_mode: null, name: `Name of ${id}` };
  return bareRecord(id, { entity, pending_change: null, ...fields });
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `ent_${index}`);
const isListing = ({ path }: ReceivedRequest): boolean => path === LISTING;
const listings = (): ReceivedRequest[] => host.requests.filter(isListing);
const singleReads = (): ReceivedRequest[] => host.requests.filter((request) => !isListing(request));

function listedIds({ body }: ReceivedRequest): string[] {
  return (JSON.parse(body) as { entities: string[] }).entities;
}

/** Answers single reads with the entity's record, and listings with `script` or else in full. */
function serving(script?: Script): Script {
  return byRequest((request) => {
    if (isListing(request)) return script ?? json(listedIds(request).map((id) => record(id)));
    return recordOf(request);
  });
}

/** The record of the entity that a single read asks for. */
const recordOf = ({ path }: ReceivedRequest): Script => json(record(decodeURIComponent(path.split('/')[4] ?? '')));

const planOf = (id: string): object => ({ entity: { id, kind: 'server', teamMode: null, name: `Name of ${id}` } });
const BOTH = { ent_a: planOf('ent_a'), ent_b: planOf('ent_b') };

/** Reads the plan of one entity from a host that answers so. */
function readFrom(...scripts: Script[]): Promise<Plan> {
  host.follow(...scripts);
  return openIdentity().readPlan('ent_a');
}

/** Lists the plans of both from a host that answers so. */
async function listBothFrom(script: Script): Promise<Record<string, PlanRead>> {
  host.follow(script);
  return Object.fromEntries(await openIdentity().listPlans(['ent_a', 'ent_b']));
}

const failed = (plans: Map<string, PlanRead>) => [...plans.values()].filter((read) => read instanceof UpstreamError);

describe('reading the plan of one entity', () => {
  test('is a GET with the application key as bearer, without a body, asking for no compression', async () => {
    await readFrom(json(record('ent_a')));

    const headers = {
      authorization: 'Bearer application-key',
      accept: 'application/json',
      'accept-encoding': 'identity',
    };
    expect(host.requests).toMatchObject([{ method: 'GET', path: '/api/v1/entities/ent_a/plan', body: '', headers }]);
    expect(host.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  test.each([
    ['a.b_c-d', 'a.b_c-d'],
    ['server:1', 'server%3A1'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['100%', '100%25'],
    ['ü x', '%C3%BC%20x'],
  ])('sends the id %s as %s', async (entityId, encoded) => {
    host.follow(json(record(entityId)));
    await openIdentity().readPlan(entityId);

    expect(host.requests[0]?.path).toBe(`/api/v1/entities/${encoded}/plan`);
  });

  test('fails on a record without a status, and logs one line with the path', async () => {
    const paths = ['status'];
    const reading = readFrom(json(record('ent_a', { status: undefined })));
    await expect(reading).rejects.toMatchObject({ name: 'UnreadableAnswerError', paths });
    const lines = logged.map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([{ msg: 'unreadable plan', entityId: 'ent_a', paths }]);
  });

  test.each<[string, Script]>([
    ['HTML', reply(200, { chunks: ['<!doctype html>'] })],
    ['a list', json([])],
  ])('fails on %s without asking again', async (_, script) => {
    await expect(readFrom(script)).rejects.toThrow(UnreadableAnswerError);
    expect(host.requests).toHaveLength(1);
  });
});

describe('a read that fails', () => {
  test.each([
    ['a 500', reply(500)],
    ['a 429 that names no time', reply(429)],
    ['a 429 that asks for no wait', reply(429, { headers: { 'retry-after': '0' } })],
    ['a lost answer', resetAfterProcessing],
  ])('is tried again twice: %s', async (_, script) => {
    expect(await readFrom(script, script, json(record('ent_a')))).toMatchObject(planOf('ent_a'));
  });

  test.each([302, 400, 404, 499])('is not tried again on %i', async (status) => {
    await expect(readFrom(reply(status))).rejects.toMatchObject({ name: 'StatusError', status });
    expect(host.requests).toHaveLength(1);
  });

  test('waits before each of two further tries, up to twice as long before the second', async () => {
    await expect(readFrom(reply(503))).rejects.toThrow(StatusError);
    expect(pauses).toEqual([BACKOFF_BASE_MS, 2 * BACKOFF_BASE_MS]);
    expect(host.requests).toHaveLength(3);
  });

  test('ends at the deadline of its tries together', async () => {
    const deadline = new AbortController();
    const asked: number[] = [];
    const signal = (ms: number) => {
      asked.push(ms);
      return deadline.signal;
    };
    host.follow(hang);
    host.once('received', () => {
      deadline.abort();
    });

    await expect(openIdentity({ signal }).readPlan('ent_a')).rejects.toThrow(AnswerLostError);
    expect(asked).toEqual([READ_DEADLINE_MS]);
    expect(host.requests).toHaveLength(1);
  });
});

describe('a read that is asked to wait', () => {
  test.each([
    ['in seconds', '1', 1_000, NOW],
    ['until a date', 'Sun, 01 Mar 2026 12:00:01 GMT', 500, NOW + 500],
  ])('%s is sent again then, not earlier', async (_, retryAfter, waitMs, start) => {
    now = start;
    await readFrom(reply(429, { headers: { 'retry-after': retryAfter } }), json(record('ent_a')));
    expect(pauses).toEqual([waitMs]);
    expect(host.requests).toHaveLength(2);
  });

  test.each([
    ['in seconds', '3', NOW + 3_000],
    ['until a date', 'Sun, 01 Mar 2026 12:00:05 GMT', NOW + 5_000],
    ['until the very deadline', '2.5', NOW + READ_DEADLINE_MS],
  ])('beyond the deadline, %s, fails at once with the time', async (_, retryAfter, retryAt) => {
    const reading = readFrom(reply(429, { headers: { 'retry-after': retryAfter } }));
    await expect(reading).rejects.toMatchObject({ name: 'RateLimitedError', retryAt });
    expect(host.requests).toHaveLength(1);
  });
});

describe('listing plans', () => {
  test('is one POST of the ids, as JSON, with the application key', async () => {
    await listBothFrom(serving());

    const headers = { authorization: 'Bearer application-key', 'content-type': 'application/json' };
    const body = '{"entities":["ent_a","ent_b"]}';
    expect(host.requests).toMatchObject([{ method: 'POST', path: LISTING, body, headers }]);
  });

  test.each<[string, unknown]>([
    ['is missing', [record('ent_a')]],
    ['is only an error', { plans: { ent_a: record('ent_a'), ent_b: { error: 'gone' } } }],
    ['is of an entity nobody asked for', [record('ent_a'), record('ent_c')]],
  ])('reads an entity singly whose item %s', async (_, listing) => {
    expect(await listBothFrom(serving(json(listing)))).toMatchObject(BOTH);
    expect(singleReads().map(({ path }) => path)).toEqual(['/api/v1/entities/ent_b/plan']);
  });

  test('tells of each single read that fails, and of the others their plans', async () => {
    const script = byRequest((request) => {
      if (isListing(request)) return json([]);
      return request.path.includes('ent_b') ? reply(404) : recordOf(request);
    });

    expect(await listBothFrom(script)).toMatchObject({ ...BOTH, ent_b: { name: 'StatusError', status: 404 } });
  });
});

describe('a listing that the host refuses or garbles', () => {
  test.each([
    ['404', reply(404)],
    ['a redirect', reply(302)],
    ['HTML', reply(200, { chunks: ['<!doctype html>'] })],
    ['a bare number', json(7)],
    ['null', json(null)],
  ])('falls back to single reads: %s', async (_, script) => {
    expect(await listBothFrom(serving(script))).toMatchObject(BOTH);
    expect(listings()).toHaveLength(1);
  });

  test('is not tried again for ten minutes', async () => {
    const identity = openIdentity();
    host.follow(serving(reply(404)));
    await identity.listPlans(['ent_a']);

    now = NOW + LISTING_REST_MS - 1;
    await identity.listPlans(['ent_a']);
    expect(listings()).toHaveLength(1);

    now = NOW + LISTING_REST_MS;
    await identity.listPlans(['ent_a']);
    expect(listings()).toHaveLength(2);
  });

  test('leads to at most eight single reads at once', async () => {
    const http = clientAt(host.url);
    const inFlight = { now: 0, max: 0 };
    const counted: HttpClient = {
      ...http,
      async send(request) {
        inFlight.max = Math.max(inFlight.max, (inFlight.now += 1));
        return http.send(request).finally(() => (inFlight.now -= 1));
      },
    };
    host.follow(serving(reply(404)));
    await openIdentity({ http: counted }).listPlans(ids(64));

    expect(inFlight.max).toBe(SINGLE_READS_AT_ONCE);
  });

  test.each([401, 403])('ends with the first single reads when they are refused with %i', async (status) => {
    host.follow(reply(status));
    const plans = await openIdentity().listPlans(ids(100));

    expect(failed(plans)).toHaveLength(100);
    expect(singleReads().length).toBeLessThanOrEqual(SINGLE_READS_AT_ONCE);
  });
});

describe('a single read that is refused', () => {
  /** Refuses the key for `ent_b` only, and answers for the others only once it has. */
  function refusingOne(status: number): Script {
    const refused = Promise.withResolvers<undefined>();
    return byRequest((request) => {
      if (isListing(request)) return reply(404);
      if (!request.path.includes('ent_b')) return after(refused.promise, recordOf(request));
      return async (exchange) => {
        await reply(status)(exchange);
        setImmediate(refused.resolve, undefined);
      };
    });
  }

  test.each([401, 403])('with %i is the fault of that entity when others are answered', async (status) => {
    host.follow(refusingOne(status));
    const plans = await openIdentity().listPlans(['ent_b', ...ids(20)]);

    expect(plans.get('ent_b')).toMatchObject({ name: 'StatusError', status });
    expect([plans.size, failed(plans).length]).toEqual([21, 1]);
  });

  test('is no reason to stop when the listing was answered', async () => {
    host.follow(byRequest((request) => (isListing(request) ? json([record('ent_a')]) : reply(403))));
    await openIdentity().listPlans(['ent_a', ...ids(20)]);

    expect(singleReads()).toHaveLength(20);
  });
});

describe('a listing that the host fails', () => {
  test.each<[string, Script, tries: number, triesOfOne: number]>([
    ['a 500', reply(500), 3, 3],
    ['a lost answer', resetAfterProcessing, 3, 3],
    ['a 429', reply(429), 3, 0],
    ['a 429 with a long wait', reply(429, { headers: { 'retry-after': '60' } }), 1, 0],
  ])('with all else rejects its ids and starts no storm of single reads: %s', async (_, script, tries, triesOfOne) => {
    host.follow(script);
    const plans = await openIdentity().listPlans(ids(50));

    expect(failed(plans)).toHaveLength(50);
    expect([listings().length, singleReads().length]).toEqual([tries, triesOfOne]);
  });

  test.each([
    ['a 501', reply(501)],
    ['a lost answer', resetAfterProcessing],
  ])('alone is no longer asked for, and its plans are read one by one: %s', async (_, script) => {
    host.follow(serving(script));
    const identity = openIdentity();
    expect((await identity.listPlans(ids(50))).get('ent_49')).toMatchObject(planOf('ent_49'));
    expect((await identity.listPlans(ids(50))).get('ent_49')).toMatchObject(planOf('ent_49'));
    expect(listings()).toHaveLength(3);
  });

  test('does not take the other chunks along', async () => {
    const isOfFirst = (request: ReceivedRequest) =>
      isListing(request) ? listedIds(request).includes('ent_0') : request.path.includes('/ent_0/');
    host.follow(byRequest((request) => (isOfFirst(request) ? reply(500) : serving())));
    const plans = await openIdentity().listPlans(ids(101));

    expect(plans.get('ent_99')).toMatchObject({ name: 'StatusError', status: 500 });
    expect(plans.get('ent_100')).toMatchObject(planOf('ent_100'));
  });
});
