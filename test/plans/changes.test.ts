import { describe, expect, test } from 'vitest';

import { changesBetween, type KnownPlan, learn, type PlanNews, warningsDue } from '../../src/plans/changes.ts';
import type { Plan } from '../../src/plans/plan.ts';
import { DAY_MS } from '../../src/work/clock.ts';
import { inDays, NEWS, NOW, pending, plan, UNREADABLE } from './news.ts';

const STANDARD = plan({ plan: 'Standard', version: '6' });

const pendingNow = (change: unknown): PlanNews[] => [{ kind: 'pending-change-changed', change }];

const CHANGES: [what: string, before: Partial<Plan>, after: Partial<Plan>, news: PlanNews[]][] = [
  ...NEWS,
  [
    'a cancellation that takes effect before its time',
    { cancelAtPeriodEnd: true },
    { status: 'canceled' },
    [{ kind: 'status-changed', from: 'active', to: 'canceled' }],
  ],
  ['a date of grace that moves', { graceUntil: inDays(2) }, { graceUntil: inDays(9) }, []],
  ['a date of deletion that moves', { deleteAt: inDays(2) }, { deleteAt: UNREADABLE }, []],
  ['the same change pending, in another order', pending({ a: 1, b: 2 }), pending({ b: 2, a: 1 }, '6'), []],
  [
    'a pending change whose time moves',
    pending({ to: ['basic'], at: '2026-03-20T08:00:00.000Z' }),
    pending({ to: ['basic'], at: '2026-03-20T08:00:01.000Z' }, '6'),
    [],
  ],
  [
    'a number that is worked out anew at each read',
    pending({ seconds_left: 7_200 }),
    pending({ seconds_left: 6_300 }),
    [],
  ],
  ['another one of a record without a version', pending({ a: 5 }, null), pending({ a: 7 }, null), pendingNow({ a: 7 })],
  ['a pending time that is gone', pending({ at: '2026-03-20' }), pending({ at: null }, '6'), pendingNow({ at: null })],
  ['the same plan and status in capitals', {}, { plan: 'Premium', status: 'ACTIVE' }, []],
  [
    'a plan that ran its course',
    { cancelAtPeriodEnd: true, graceUntil: inDays(0), deleteAt: inDays(0) },
    { plan: 'Standard' },
    [{ kind: 'plan-changed', from: 'premium', to: 'Standard' }],
  ],
  [
    'a Standard plan that is settled',
    { plan: 'standard', graceUntil: inDays(2), deleteAt: inDays(9) },
    { plan: 'standard' },
    [{ kind: 'grace-ended' }, { kind: 'deletion-lifted' }],
  ],
  [
    'a Standard plan whose deletion came about',
    { plan: 'standard', deleteAt: inDays(0) },
    { plan: 'standard', entity: { id: 'ent_1', kind: null, teamMode: null, name: null } },
    [],
  ],
  ['an unreadable deletion that is gone', { deleteAt: UNREADABLE }, {}, [{ kind: 'deletion-lifted' }]],
  [
    'a cancelled period that ran out, by its status',
    { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(-0.1) },
    { status: 'canceled' },
    [{ kind: 'status-changed', from: 'active', to: 'canceled' }],
  ],
  [
    'a cancelled period that ran out, by its plan',
    { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(0) },
    { plan: 'free' },
    [{ kind: 'plan-changed', from: 'premium', to: 'free' }],
  ],
  ['a grace period that ran out', { graceUntil: inDays(-0.1) }, {}, [{ kind: 'grace-ended' }]],
  ['another version, period, interval, name', {}, { version: '6', currentPeriodEnd: null, interval: 'year' }, []],
];

test.each(CHANGES)('what changes: %s', (_what, before, after, news) => {
  expect(changesBetween(plan(before), plan(after), NOW)).toEqual(news);
});

describe('a warning', () => {
  const daysOf = (deadline: Partial<Plan>, before = {}) => {
    const { due, warned } = warningsDue(plan(deadline), before, NOW);
    return { due: due.map(({ of }) => of), warned };
  };

  test.each([
    [8, undefined],
    [7, 7],
    [3.1, 7],
    [3, 3],
    [1.1, 3],
    [1, 1],
    [0.01, 1],
    [0, undefined],
    [-1, undefined],
  ])('%d days before a deletion is the one of %s days', (days, warning) => {
    const at = NOW + days * DAY_MS;
    expect(daysOf({ deleteAt: inDays(days) }).warned).toEqual(warning ? { deletion: { at, days: warning } } : {});
  });

  test('is due for grace, deletion, and the end of a period that is not renewed', () => {
    const close = { graceUntil: inDays(1), currentPeriodEnd: inDays(2), deleteAt: inDays(3) };
    expect(daysOf({ ...close, cancelAtPeriodEnd: true }).due).toEqual(['grace', 'period', 'deletion']);
    expect(daysOf(close).due).toEqual(['grace', 'deletion']);
  });

  test('is due once', () => {
    const { warned } = daysOf({ deleteAt: inDays(2) });
    expect(daysOf({ deleteAt: inDays(2) }, warned)).toEqual({ due: [], warned });
  });

  test('is due again when the deadline moves by a day, not by less', () => {
    const { warned } = daysOf({ deleteAt: inDays(2) });
    expect(daysOf({ deleteAt: inDays(2.9) }, warned).due).toEqual([]);
    expect(daysOf({ deleteAt: inDays(3) }, warned).due).toEqual(['deletion']);
  });

  test('of fewer days is due after one of more', () => {
    const before = { deletion: { at: NOW + DAY_MS, days: 3 } };
    expect(daysOf({ deleteAt: inDays(1) }, before).due).toEqual(['deletion']);
  });

  test('is not due for a date that cannot be read', () => {
    expect(daysOf({ deleteAt: UNREADABLE }).due).toEqual([]);
  });
});

describe('an answer', () => {
  const NOTHING: KnownPlan = { plan: undefined, doubtful: undefined, warned: {} };
  const known = (changes: Partial<Plan> = {}): KnownPlan => ({ ...NOTHING, plan: plan(changes) });

  /** Learns one answer after another. @returns what people are told after each, and what is known in the end */
  function hear(from: KnownPlan, ...answers: Plan[]) {
    let now = from;
    const told = answers.map((answer) => {
      const heard = learn(now, answer, NOW);
      now = heard.known;
      return heard.news.map(({ kind }) => kind);
    });
    return { told, known: now };
  }

  test('is no news when it is the first, but for warnings', () => {
    expect(hear(NOTHING, plan({ deleteAt: inDays(2) }))).toMatchObject({ told: [['warning']], known: { plan: {} } });
    expect(hear(NOTHING, STANDARD).told).toEqual([[]]);
  });

  test('that is another one is told once', () => {
    expect(hear(known(), plan({ status: 'due' }), plan({ status: 'due' })).told).toEqual([['status-changed'], []]);
  });

  test.each([
    ['is Standard all at once', STANDARD],
    ['is of an older version', plan({ status: 'due', version: '4' })],
  ])('that %s is told when it comes again', (_what, doubtful) => {
    const { told, known: after } = hear(known(), doubtful, doubtful, doubtful);
    expect(told.map((news) => news.length)).toEqual([0, 1, 0]);
    expect(after).toMatchObject({ plan: doubtful, doubtful: undefined });
  });

  test('that looks wrong is forgotten when the next one is as before', () => {
    expect(hear(known(), STANDARD, plan(), STANDARD, plan())).toEqual({ told: [[], [], [], []], known: known() });
  });

  test('that looks wrong in another way than the one before is doubted anew', () => {
    const older = plan({ status: 'due', version: '4' });
    expect(hear(known(), STANDARD, older).told).toEqual([[], []]);
  });

  test.each<[string, Partial<Plan>, PlanNews['kind'][]]>([
    ['grace that begins', { graceUntil: inDays(2) }, ['grace-begun']],
    ['a cancellation', { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(2) }, ['cancelled']],
    ['a deletion', { deleteAt: inDays(2) }, ['deletion-scheduled']],
    [
      'grace that begins, beside a deletion',
      { graceUntil: inDays(2), deleteAt: inDays(3) },
      ['grace-begun', 'deletion-scheduled'],
    ],
    ['another plan', { plan: 'basic' }, ['plan-changed']],
  ])('that tells a date needs no warning of it in the same alert: %s', (_, changes, told) => {
    expect(hear(known({}), plan({ ...changes, version: '6' })).told).toEqual([told]);
  });

  test('that tells one date leaves the warning of another', () => {
    const before = known({ deleteAt: inDays(2) });
    expect(hear(before, plan({ deleteAt: inDays(2), graceUntil: inDays(2), version: '6' })).told).toEqual([
      ['grace-begun', 'warning'],
    ]);
  });

  test('that looks wrong does not put off a warning of what is known', () => {
    expect(hear(known({ deleteAt: inDays(2) }), STANDARD).told).toEqual([['warning']]);
  });

  test.each([
    ['10', '9'],
    ['b', 'a'],
  ])('of version %j after %j does not look old', (version, before) => {
    expect(hear(known({ version: before }), plan({ status: 'due', version })).told).toEqual([['status-changed']]);
  });

  test('that stays Standard is never doubted', () => {
    expect(hear({ ...NOTHING, plan: STANDARD }, { ...STANDARD, status: 'due' }).told).toEqual([['status-changed']]);
  });
});
