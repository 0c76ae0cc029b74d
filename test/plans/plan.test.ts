import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import {
  concernsOf,
  planListing,
  planRecord,
  type StatusKind,
  statusKindOf,
  storedPlan,
} from '../../src/plans/plan.ts';
import { UnreadableAnswerError } from '../../src/work/errors.ts';
import { bareRecord, planFrom } from './plan-from.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');

const RECORD = {
  entity: { id: 'ent_a', kind: 'team', team_mode: 'studio', name: 'Northlight' },
  plan: 'premium',
  status: 'past_due',
  interval: 'year',
  current_period_end: '2026-03-01T12:00:00.000Z',
  grace_until: '2026-03-01T12:00:00.000Z',
  cancel_at_period_end: true,
  pending_change: { plan: 'standard' },
  delete_at: '2026-03-01T12:00:00.000Z',
  since: '2026-03-01T12:00:00.000Z',
  version: 7,
};

const noon = { kind: 'time', at: NOON };

const PLAN = {
  entity: { id: 'ent_a', kind: 'team', teamMode: 'studio', name: 'Northlight' },
  plan: 'premium',
  status: 'past_due',
  interval: 'year',
  currentPeriodEnd: noon,
  graceUntil: noon,
  cancelAtPeriodEnd: true,
  pendingChange: { plan: 'standard' },
  deleteAt: noon,
  since: noon,
  version: '7',
};

const BARE = bareRecord('ent_a');

/** The paths of a record's invalid fields; empty when it is readable. */
function faultsOf(record: unknown): string[] {
  return planRecord.safeParse(record).error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('a plan record', () => {
  test('is read whole', () => {
    expect(planFrom(RECORD)).toEqual(PLAN);
  });

  test('is read with nulls for all that is absent and can be done without', () => {
    expect(planFrom(BARE)).toEqual({
      entity: { id: 'ent_a', kind: null, teamMode: null, name: null },
      ...{ plan: 'premium', status: 'active', cancelAtPeriodEnd: false },
      ...{ interval: null, currentPeriodEnd: null, graceUntil: null, pendingChange: null },
      ...{ deleteAt: null, since: null, version: null },
    });
  });

  test.each(['kind', 'team_mode', 'name'])('is read the same with entity.%s null or blank as without it', (field) => {
    const bare = planFrom(BARE);

    expect(planFrom({ ...BARE, entity: { id: 'ent_a', [field]: null } })).toEqual(bare);
    expect(planFrom({ ...BARE, entity: { id: 'ent_a', [field]: ' ' } })).toEqual(bare);
  });

  test.each<[field: string, values: unknown[]]>([
    ['entity', [null, undefined, 'ent_a']],
    ['plan', [null, undefined, '', 1]],
    ['status', [null, undefined, '']],
    ['cancel_at_period_end', [null, undefined, 'false']],
    ['interval', [12]],
    ['grace_until', [true]],
    ['delete_at', [{ seconds: 1 }]],
    ['version', [[1]]],
  ])('is refused for its %s when that is any of %j', (field, values) => {
    for (const value of values) expect(faultsOf({ ...RECORD, [field]: value })).toEqual([field]);
  });

  test('is refused with the paths of all that is wrong', () => {
    expect(faultsOf({ ...RECORD, plan: null, status: 3, entity: { ...RECORD.entity, name: 5 } })).toEqual([
      'entity.name',
      'plan',
      'status',
    ]);
  });
});

describe('a plan record of absurd size', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 'x';
    for (let level = 0; level < levels; level += 1) value = level % 2 ? { to: value } : [value];
    return value;
  };
  const MAX_CHANGE_LENGTH = 16 * 1024;

  test.each([0, 1, 16])('has a pending change of %i levels', (levels) => {
    expect(planFrom({ ...RECORD, pending_change: nested(levels) }).pendingChange).toEqual(nested(levels));
  });

  test.each([17, 20_000, 100_000])('is refused with a pending change of %i levels', (levels) => {
    expect(faultsOf({ ...RECORD, pending_change: nested(levels) })).toEqual(['pending_change']);
  });

  test.each<[string, (length: number) => unknown]>([
    ['text', (length) => 'x'.repeat(length)],
    ['one key', (length) => ({ ['x'.repeat(length - 2)]: 1 })],
    ['many keys', (length) => Object.fromEntries(Array.from({ length: length / 8 }, (_, key) => [`${1e6 + key}`, 1]))],
    ['many numbers', (length) => Array.from({ length: length - 1 }, () => 0)],
  ])('is refused with a pending change of more than 16 KiB: %s', (_, ofLength) => {
    expect(faultsOf({ ...RECORD, pending_change: ofLength(MAX_CHANGE_LENGTH - 16) })).toEqual([]);
    expect(faultsOf({ ...RECORD, pending_change: ofLength(MAX_CHANGE_LENGTH + 16) })).toEqual(['pending_change']);
  });

  test('keeps the first thousand characters of a text', () => {
    const long = 'x'.repeat(100_000);
    const entity = { id: 'ent_a', kind: long, team_mode: long, name: long };
    const longs = { plan: long, status: long, interval: long, grace_until: long, version: long };
    const plan = planFrom({ ...RECORD, entity, ...longs });

    const { kind, teamMode, name } = plan.entity;
    const texts = [kind, teamMode, name, plan.plan, plan.status, plan.interval, plan.version];
    expect(new Set(texts)).toEqual(new Set(['x'.repeat(1_000)]));
    expect(plan.graceUntil).toEqual({ kind: 'text', text: 'x'.repeat(1_000) });
  });
});

test.each([null, undefined, '', '  '])('a record with the id %j has the one that was asked for', (id) => {
  expect(planFrom({ ...BARE, entity: { id } }).entity.id).toBe('ent_asked');
});

describe('a time of a plan record', () => {
  const fields = [
    ['current_period_end', 'currentPeriodEnd'],
    ['grace_until', 'graceUntil'],
    ['delete_at', 'deleteAt'],
    ['since', 'since'],
  ] as const;

  test.each(fields)('may be epoch seconds in %s', (field, name) => {
    expect(planFrom({ ...RECORD, [field]: NOON / 1_000 })[name]).toEqual(noon);
  });

  test.each<[string, string | number]>([
    ['ISO 8601 with milliseconds', '2026-03-01T12:00:00.000Z'],
    ['ISO 8601 with seconds', '2026-03-01T12:00:00Z'],
    ['ISO 8601 with minutes', '2026-03-01T12:00Z'],
    ['ISO 8601 with microseconds', '2026-03-01T12:00:00.000000Z'],
    ['ISO 8601 with an offset', '2026-03-01T14:00:00+02:00'],
    ['ISO 8601 with a short offset', '2026-03-01T07:00:00-0500'],
    ['ISO 8601 without a zone, which is UTC', '2026-03-01T12:00:00.000'],
    ['ISO 8601 with a space', '2026-03-01 12:00:00Z'],
    ['ISO 8601 with a space and no zone', '2026-03-01 12:00:00'],
    ['ISO 8601 with a comma', '2026-03-01T12:00:00,000Z'],
    ['ISO 8601 with an offset of hours', '2026-03-01T14:00:00+02'],
    ['ISO 8601 without signs', '20260301T120000Z'],
    ['what Go writes', '2026-03-01 12:00:00 +0000 UTC'],
    ['what SQL and logs write', '2026-03-01 12:00:00 +0000'],
    ['what Ruby writes', '2026-03-01 12:00:00 UTC'],
    ['what Java writes', '2026-03-01T13:00:00+01:00[Europe/Berlin]'],
    ['a date of HTTP', 'Sun, 01 Mar 2026 12:00:00 GMT'],
    ['epoch seconds', 1_772_366_400],
    ['epoch milliseconds', 1_772_366_400_000],
  ])('is read from %s', (_, raw) => {
    expect(planFrom({ ...RECORD, grace_until: raw }).graceUntil).toEqual(noon);
  });

  test.each([
    ['946684800', Date.UTC(2000, 0)],
    [' 1772366400 ', NOON],
    ['1772366400000', NOON],
    ['1772366400000000', NOON],
    ['1772366400000000000', NOON],
    [1_772_366_400_000_000, NOON],
    [1_772_366_400_000_000_000, NOON],
    ['7258118399', Date.UTC(2200, 0) - 1_000],
    ['20260301', Date.UTC(2026, 2, 1)],
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    [1_772_366_400.5, NOON + 500],
  ])('is read in the unit that makes it one: %j', (raw, at) => {
    expect(planFrom({ ...RECORD, grace_until: raw }).graceUntil).toEqual({ kind: 'time', at });
  });

  test.each([
    ...[0, -1, 5, 946_684_799, 7_258_118_400, 1e300],
    ...['0', '-123456789', '12345678', '12345678901234567', 'never', 'N/A', '-'],
    ...['0001-01-01T00:00:00Z', '0000-00-00 00:00:00', '1970-01-01', '1999-12-31T23:59:59Z', '2200-01-01T00:00:00Z'],
    ...['9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00Z', '1/1/0001 12:00:00 AM', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('is none for %j, in any field', (raw) => {
    const none = { current_period_end: raw, grace_until: raw, delete_at: raw, since: raw };
    const plan = planFrom({ ...BARE, ...none });
    expect(plan).toEqual(planFrom(BARE));
    expect(concernsOf(plan)).toEqual([]);
  });

  const soon = { kind: 'text', text: 'soon' };
  test.each([
    [{ kind: 'time', at: -62_135_596_800_000 }, null],
    [{ kind: 'time', at: 0 }, null],
    [{ kind: 'time', at: NOON * 1_000 }, noon],
    [{ kind: 'text', text: '1772366400000000' }, noon],
    [soon, soon],
    [noon, noon],
  ])('that was stored as %j is read anew', (stored, graceUntil) => {
    expect(storedPlan.parse({ ...PLAN, graceUntil: stored }).graceUntil).toEqual(graceUntil);
  });

  test.each<[raw: unknown, graceUntil: unknown]>([
    [{ seconds: 1_772_366_400, nanos: 0 }, noon],
    [{ $date: '2026-03-01T12:00:00Z' }, noon],
    [{ date: '2026-03-01 12:00:00.000000', timezone_type: 3, timezone: 'UTC' }, noon],
    [false, null],
    [{}, null],
    [[], null],
  ])('may be %j', (raw, graceUntil) => {
    expect(planFrom({ ...RECORD, grace_until: raw }).graceUntil).toEqual(graceUntil);
  });

  test('without a zone is UTC wherever the bot runs', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());

    expect(planFrom({ ...RECORD, grace_until: '2026-03-01T12:00:00' }).graceUntil).toEqual(noon);
  });

  test.each([
    ...['soon', '2026', 'March 1st', '03/01/2026', '12:00', '2026-13-01'],
    ...['x2026-03-01', '2026-03-01x', 'on 2026-03-01', '2026-03-01 or so', '2026-03-01T12:00Z!'],
    // Of months that have no such day.
    ...['2026-06-31', '2026-02-29T12:00:00Z'],
  ])('that cannot be read stays the text %j', (raw) => {
    expect(planFrom({ ...RECORD, grace_until: raw }).graceUntil).toEqual({ kind: 'text', text: raw });
  });
});

test.each<[status: string, standing: StatusKind]>([
  ['active', 'fine'],
  ['trialing', 'fine'],
  ['odd_word', 'fine'],
  ['past_due', 'overdue'],
  ['PastDue', 'overdue'],
  ['canceled', 'cancelled'],
  ['CANCELLED', 'cancelled'],
  ['expired', 'ended'],
  ['incomplete_expired', 'ended'],
  ['incompleteExpired', 'ended'],
  ['trial expired', 'ended'],
  ['ended', 'ended'],
  ['terminated', 'ended'],
  ['paused', 'paused'],
  ['unpaid', 'paused'],
  ['on_hold', 'paused'],
  ['suspended', 'paused'],
  ['incomplete', 'paused'],
])('the status %s stands for a plan that is %s', (status, standing) => {
  expect(statusKindOf({ status })).toBe(standing);
});

describe('any JSON', () => {
  const mutatedRecord = fc
    .record({ field: fc.constantFrom(...Object.keys(RECORD)), value: fc.jsonValue() })
    .map(({ field, value }) => ({ ...RECORD, [field]: value }));

  test('that is read as a plan has times within all dates', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const date = fc.date({ noInvalidDate: true }).map((day) => day.toISOString());
    fc.assert(
      fc.property(fc.oneof(number, fc.integer(), fc.string(), date), (raw) => {
        const { graceUntil } = planFrom({ ...RECORD, grace_until: raw });
        if (graceUntil?.kind === 'time') expect(new Date(graceUntil.at).getTime()).not.toBeNaN();
      }),
      { numRuns: 300 },
    );
  });

  test('is a plan or refused, and a listing or an unreadable answer: nothing else happens', async () => {
    const wrapped = fc.record({ plans: fc.jsonValue(), data: fc.jsonValue() }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), mutatedRecord, wrapped, fc.array(mutatedRecord)), async (json) => {
        planRecord.safeParse(json);
        const listing = await Promise.try(() => planListing(json)).catch((error: unknown) => error);
        expect(listing instanceof Map || listing instanceof UnreadableAnswerError).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a listing', () => {
  const other = { ...RECORD, entity: { ...RECORD.entity, id: 'ent_b' } };

  test.each<[string, unknown]>([
    ['a list', [RECORD, other]],
    ['a list under "plans"', { plans: [RECORD, other] }],
    ['a list under "entities"', { entities: [RECORD, other] }],
    ['a list under "data"', { data: [RECORD, other] }],
    ['a list under "items"', { items: [RECORD, other] }],
    ['a list under "data" and "items"', { data: { items: [RECORD, other] }, total: 2 }],
    ['a map by id', { ent_a: RECORD, ent_b: other }],
    ['a map by id under "entities"', { entities: { ent_a: RECORD, ent_b: other } }],
  ])('is read from %s', (_, answer) => {
    expect([...planListing(answer)]).toEqual([
      ['ent_a', PLAN],
      ['ent_b', { ...PLAN, entity: { ...PLAN.entity, id: 'ent_b' } }],
    ]);
  });

  test.each<[string, unknown[]]>([
    ['null', [null, RECORD]],
    ['a number', [5, RECORD]],
    ['without a status', [{ ...other, status: null }, RECORD]],
    ['without an id', [BARE, RECORD].map((record, index) => (index === 0 ? { ...record, entity: {} } : record))],
  ])('leaves out a record that is %s', (_, records) => {
    expect([...planListing(records).keys()]).toEqual(['ent_a']);
  });

  test('holds no plan when it is an empty list, or an empty object', () => {
    expect([planListing([]), planListing({})]).toEqual([new Map(), new Map()]);
  });

  test('as a map takes its objects as records, and nothing else in it', () => {
    const map = { ent_a: { ...BARE, entity: {} }, total: 1, next: null, cursor: 'x', ent_b: { ...BARE, entity: {} } };
    expect([...planListing(map).keys()]).toEqual(['ent_a', 'ent_b']);
  });

  test.each([null, 0, 'x'])('whose usual key holds %j is a map', (plans) => {
    expect([...planListing({ plans, ent_a: { ...BARE, entity: {} } }).keys()]).toEqual(['ent_a']);
  });

  test('is found under two wrappings, and no deeper', () => {
    const record = { ...BARE, entity: { id: 'ent_a' } };
    expect([...planListing({ data: { plans: [record] } }).keys()]).toEqual(['ent_a']);
    expect(() => planListing({ data: { data: { plans: [record] } } })).toThrow(UnreadableAnswerError);
  });

  test.each<[string, unknown]>([
    ...[null, undefined, 'plans', 3, true].map((answer): [string, unknown] => [String(answer), answer]),
    ['an object of other things', { ok: true, next: null }],
    ['records of which none is readable', { error: { code: 7 } }],
    ['wrappings without end', nested(20_000)],
  ])('cannot be %s', (_, answer) => {
    expect(() => planListing(answer)).toThrow(UnreadableAnswerError);
  });
});

function nested(depth: number): unknown {
  let answer: unknown = [];
  for (let count = 0; count < depth; count += 1) answer = { data: answer };
  return answer;
}
