import { describe, expect, test } from 'vitest';

import type { UnreadIds } from '../../../src/guilds/entities.ts';
import { translator } from '../../../src/locales/index.ts';
import type { ReportedPlan } from '../../../src/plans/reports.ts';
import { plansPage } from '../../../src/plans/views/plans.ts';
import type { Reply } from '../../../src/ui/reply.ts';
import { buttonsOf, limitErrors } from '../../ui/discord-limits.ts';
import { bareRecord, planFrom } from '../plan-from.ts';

const RED = 0xed4245;
const AMBER = 0xfee75c;
const BLURPLE = 0x5865f2;
const GREEN = 0x57f287;

const ID = '00000000-0000-0000-0000-000000000000';
const LONGEST_ID = 'x'.repeat(80);
/** Seconds since the epoch, before and after the current time of the list. */
const [PAST, NOW, AHEAD] = [1_700_000_000, 1_700_000_001, 1_700_000_002];
const t = translator('en-US');
/** The latest possible time, which has the longest timestamp. */
const LAST_TIME_MS = 8_640_000_000_000_000;

function reported(id: string, fields: object = {}, { stale = false, checkedAt = 0 } = {}): ReportedPlan {
  const plan = planFrom(bareRecord(id, { entity: { id, name: `Name of ${id.slice(0, 20)}` }, ...fields }));
  return { id, answer: { plan, checkedAt, stale } };
}

const many = (count: number, fields?: object): ReportedPlan[] =>
  Array.from({ length: count }, (_, index) => reported(`e${index}`, fields));

type Shown = { unread?: Partial<UnreadIds>; filter?: 'all' | 'attention'; page?: number };

function show(plans: ReportedPlan[], { unread = {}, filter = 'all', page = 1 }: Shown = {}): Reply {
  const report = { plans, unread: { badIds: [], notLinked: [], leftOut: 0, ...unread } };
  return plansPage({ id: ID, report }, { filter, page, now: NOW * 1_000 }, t);
}

const embedOf = ({ embeds: [embed] }: Reply) => embed;
const linesOf = (reply: Reply): string[] => embedOf(reply)?.description?.split('\n') ?? [];
const idsOf = (reply: Reply) => buttonsOf(reply).map(({ custom_id }) => custom_id);

describe('the two lines of a plan', () => {
  test.each<[string, object, string, string]>([
    ['nothing but the plan when all is well', {}, '✓ Active', 'Premium'],
    ['a status that is not the usual one', { status: 'trial' }, '✓ Trial', 'Premium'],
    ['deletion', { delete_at: AHEAD }, `✗ Deletion <t:${AHEAD}:R>`, 'Premium'],
    ['deletion that is past', { delete_at: PAST }, `✗ Deletion was due <t:${PAST}:R>`, 'Premium'],
    ['grace', { grace_until: AHEAD }, `▲ Grace ends <t:${AHEAD}:R>`, 'Premium'],
    ['grace that is past', { grace_until: PAST }, `▲ Grace ended <t:${PAST}:R>`, 'Premium'],
    [
      'cancellation',
      { cancel_at_period_end: true, current_period_end: AHEAD },
      `▲ Cancelled, ends <t:${AHEAD}:R>`,
      'Premium',
    ],
    [
      'cancellation that has taken effect',
      { cancel_at_period_end: true, current_period_end: PAST },
      `▲ Cancelled, ended <t:${PAST}:R>`,
      'Premium',
    ],
    ['cancellation without an end', { cancel_at_period_end: true }, '▲ Cancelled', 'Premium'],
    ['a pending change', { pending_change: { to: 'standard' } }, '↻ Change pending', 'Premium'],
    ['a time that cannot be read', { grace_until: 'soon*' }, String.raw`▲ Grace ends “soon\*”`, 'Premium'],
    [
      'the most urgent first of several',
      { delete_at: AHEAD, pending_change: {}, status: 'past_due' },
      `✗ Deletion <t:${AHEAD}:R>`,
      'Premium · Past due · Change pending',
    ],
  ])('say %s', (_name, fields, state, rest) => {
    const first = `${state.charAt(0)} **Name of e1** · ${state.slice(2)}`;
    expect(linesOf(show([reported('e1', fields)]))).toEqual([first, `-# ${rest}`]);
  });

  test('have the id only where two plans have the same name', () => {
    const twins = ['e1', 'e2'].map((id) => reported(id, { entity: { id, name: 'Castle' } }));
    expect(linesOf(show([...twins, reported('e3')]))).toEqual([
      '✓ **Castle** · Active',
      '-# Premium · `e1`',
      '✓ **Castle** · Active',
      '-# Premium · `e2`',
      '✓ **Name of e3** · Active',
      '-# Premium',
    ]);
  });

  test('say how old a saved copy is', () => {
    expect(linesOf(show([reported('e1', {}, { stale: true, checkedAt: 60_000 })]))[0]).toContain(
      'Saved copy from <t:60:R>',
    );
  });
});

describe('a page', () => {
  test('of what needs attention has nothing else, and leads back to all', () => {
    const reply = show([...many(11, { grace_until: 1_700_000_001 }), ...many(3)], { filter: 'attention', page: 2 });

    expect(linesOf(reply)).toHaveLength(2);
    expect(idsOf(reply)).toEqual([`plans:all:${ID}:1`, `plans:attention:${ID}:1`, `plans:file:${ID}`]);
  });

  test('of what needs attention says so when there is none', () => {
    expect(linesOf(show(many(1), { filter: 'attention' }))).toEqual(['Nothing needs attention.']);
  });

  test('offers what needs attention only where there is some', () => {
    expect(idsOf(show(many(1)))).toEqual([`plans:file:${ID}`]);
    expect(idsOf(show(many(1, { grace_until: 1_700_000_001 })))).toEqual([
      `plans:attention:${ID}:1`,
      `plans:file:${ID}`,
    ]);
  });

  test.each<[string, ReportedPlan[], number]>([
    ['red for a deletion', many(1, { delete_at: 1_700_000_001 }), RED],
    ['amber for grace', many(1, { grace_until: 1_700_000_001 }), AMBER],
    ['amber for a cancellation', many(1, { cancel_at_period_end: true }), AMBER],
    ['blurple for a pending change', many(1, { pending_change: {} }), BLURPLE],
    ['amber where nobody answered', [{ id: 'e1', answer: undefined }], AMBER],
    ['amber for a saved copy', [...many(1), reported('e2', {}, { stale: true })], AMBER],
    ['amber for a payment that has not come', many(1, { status: 'past_due' }), AMBER],
    ['green when all is well', many(1), GREEN],
    ['amber when nothing was looked up', [], AMBER],
  ])('is %s', (_name, plans, colour) => {
    expect(embedOf(show(plans))?.color).toBe(colour);
  });

  test('names what could not be read, some of it where it is much', () => {
    const unread = { badIds: ['a/b', '\u200B'], notLinked: many(7).map(({ id }) => id), leftOut: 1_234 };

    const reply = show([], { unread });

    expect(linesOf(reply)).toEqual(['None of these IDs could be looked up.']);
    expect(embedOf(reply)?.fields).toEqual([
      { name: 'Not a server or team ID', value: String.raw`a\/b, —` },
      { name: 'Not linked in this Discord server', value: '`e0`, `e1`, `e2`, `e3`, `e4` and 2 more' },
      { name: 'Left out', value: '1,234, because at most 1,000 are looked up at once.' },
    ]);
  });
});

test('a page has whole lines, however long everything is', () => {
  const text = '\\'.repeat(1_000);
  const fields = {
    entity: { id: LONGEST_ID, name: text },
    plan: text,
    status: text,
    grace_until: text,
    delete_at: text,
  };
  const worst = reported(LONGEST_ID, fields, { stale: true, checkedAt: LAST_TIME_MS });
  const ids = Array.from({ length: 9 }, () => LONGEST_ID);
  const unread = { badIds: [text, ...ids], notLinked: ids, leftOut: 2_000 };
  const reply = show(
    Array.from({ length: 30 }, () => worst),
    { unread, page: 2 },
  );

  expect(limitErrors(reply)).toEqual([]);
  expect(linesOf(reply)).toHaveLength(20);
  expect(linesOf(reply).at(-1)).toMatch(/`x{80}`$/);
  expect(embedOf(reply)?.fields).toHaveLength(3);
});
