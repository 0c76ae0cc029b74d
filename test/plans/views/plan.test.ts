import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { noEntityReply } from '../../../src/guilds/views/entities.ts';
import { translator } from '../../../src/locales/index.ts';
import { pendingChange } from '../../../src/plans/plan.ts';
import { planReply, sharedPlan } from '../../../src/plans/views/plan.ts';
import type { Reply } from '../../../src/ui/reply.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { buttonsOf, limitErrors, textsOf } from '../../ui/discord-limits.ts';
import { CODE, hostileText, specialSequences } from '../../ui/hostile-text.ts';
import { planFrom } from '../plan-from.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const MANAGE_URL = 'https://billing.example/{entity_id}/plan?for={entity_id}';

const GREEN = 0x57f287;
const BLURPLE = 0x5865f2;
const GREY = 0x95a5a6;
const AMBER = 0xfee75c;
const RED = 0xed4245;

/** A record (docs/services.md, "Fields of a plan") of a paid plan that needs no attention. */
const RECORD = {
  entity: { id: 'ent_1', kind: 'team', team_mode: 'studio', name: 'Castle' },
  plan: 'premium',
  status: 'active',
  interval: 'month',
  current_period_end: '2026-03-20T08:00:00.000Z',
  cancel_at_period_end: false,
  since: '2025-09-01T00:00:00.000Z',
  version: 7,
};

const t = translator('en-US');

type Shown = { stale?: boolean; checkedAt?: number; manageUrl?: string; entityId?: string; locale?: string };

function show(changes: object = {}, shown: Shown = {}): Reply {
  const { stale = false, checkedAt = NOW, manageUrl, entityId = 'ent_1', locale = 'en-US' } = shown;
  const plan = planFrom({ ...RECORD, ...changes });
  return planReply({ plan, checkedAt, stale }, { t: translator(locale), now: NOW, manageUrl, entityId });
}

function embedOf({ embeds: [embed] }: Reply) {
  if (!embed) throw new Error('the reply has no embed');
  return embed;
}

const linesOf = (reply: Reply): string[] => embedOf(reply).description?.split('\n') ?? [];
const fieldsOf = (reply: Reply): Record<string, string> =>
  Object.fromEntries(embedOf(reply).fields?.map(({ name, value }) => [name, value]) ?? []);
const entity = (changes: object): object => ({ entity: { ...RECORD.entity, ...changes } });

const seconds = (iso: string): number => Date.parse(iso) / 1_000;
const full = (iso: string): string => `<t:${seconds(iso)}:F> (<t:${seconds(iso)}:R>)`;
const relative = (ms: number): string => `<t:${ms / 1_000}:R>`;

const YESTERDAY = '2026-02-28T12:00:00.000Z';
const GRACE = { grace_until: '2026-03-04T00:00:00.000Z' };
const DELETION = { delete_at: '2026-03-09T00:00:00.000Z' };
const CANCELLATION = { cancel_at_period_end: true };
const CHANGE = { pending_change: { from_plan: 'premium', to_plan: 'standard' } };
const STANDARD = { plan: 'standard' };

test.each([
  ['the name', { name: 'Castle' }, 'Castle'],
  ['the name, escaped', { name: '# **Castle** <@1>' }, String.raw`\# \*\*Castle\*\* \<\@1\>`],
  ['the id when the name is empty', { name: '' }, String.raw`ent\_1`],
  ['the id when the name is null', { name: null }, String.raw`ent\_1`],
  ['the id when the name is invisible', { name: '\u200B\u202E' }, String.raw`ent\_1`],
  ['a dash when nothing of either is visible', { id: '\u200B', name: '\u200B' }, '—'],
])('the title is %s', (_name, changes, title) => {
  expect(embedOf(show(entity(changes))).title).toBe(title);
});

test.each([
  ['deletion is red', { ...DELETION, ...GRACE, ...CANCELLATION, ...CHANGE, ...STANDARD }, true, RED],
  ['grace is amber', { ...GRACE, ...CHANGE, ...STANDARD }, false, AMBER],
  ['cancellation is amber', { ...CANCELLATION, ...CHANGE, ...STANDARD }, false, AMBER],
  ['a saved copy is amber', { ...CHANGE, ...STANDARD }, true, AMBER],
  ['a pending change is blurple', { ...CHANGE, ...STANDARD }, false, BLURPLE],
  ['a payment that has not come is amber', { ...CHANGE, status: 'past_due' }, false, AMBER],
  ['standard is grey', STANDARD, false, GREY],
  ['anything else is green', {}, false, GREEN],
  ['a plan nobody has seen is green', { plan: 'galactic', status: 'odd' }, false, GREEN],
])('the colour: %s, whatever comes after it', (_name, changes, stale, colour) => {
  expect(embedOf(show(changes, { stale })).color).toBe(colour);
});

describe('description', () => {
  test.each([
    ['deletion', DELETION, `✗ Scheduled for deletion ${full(DELETION.delete_at)}. Act before then to keep it.`],
    ['grace', GRACE, `▲ In its grace period until ${full(GRACE.grace_until)}. Pay before then to keep the plan.`],
    [
      'cancellation',
      CANCELLATION,
      `▲ Cancelled, so it does not renew. Active until ${full(RECORD.current_period_end)}.`,
    ],
    [
      'a cancellation without an end',
      { ...CANCELLATION, current_period_end: null },
      '▲ Cancelled, so it does not renew at the end of the period.',
    ],
    ['a pending change', CHANGE, '↻ A change to the subscription is pending.'],
    ['a deletion that is past', { delete_at: YESTERDAY }, `✗ Its deletion was due on ${full(YESTERDAY)}.`],
    ['grace that is past', { grace_until: YESTERDAY }, `▲ Its grace period ended on ${full(YESTERDAY)}.`],
    [
      'a cancelled plan that has ended',
      { ...CANCELLATION, current_period_end: YESTERDAY },
      `▲ Cancelled, so it was not renewed. Period ended on ${full(YESTERDAY)}.`,
    ],
  ])('says what to do about %s', (_name, changes, sentence) => {
    expect(linesOf(show(changes))).toContain(sentence);
  });

  test.each(['standard', 'Standard', ' STANDARD '])('tells what the plan %j may mean', (plan) => {
    expect(linesOf(show({ plan }))).toContain(
      'An unknown or deleted server or team also shows as Standard. If this is unexpected, check the ID.',
    );
  });

  test.each(['premium', 'standard_plus', 'non-standard'])('does not doubt the plan %j', (plan) => {
    expect(embedOf(show({ plan })).description).not.toContain('also shows as Standard');
  });

  test('of a saved copy says how old it is', () => {
    const checkedAt = NOW - DAY_MS;
    expect(linesOf(show({}, { stale: true, checkedAt }))).toContain(
      `▲ Saved copy from ${relative(checkedAt)}; the plan service is not answering.`,
    );
  });
});

describe('fields', () => {
  test('show every field of the record', () => {
    const reply = show({ ...GRACE, ...DELETION, ...CHANGE });
    expect(fieldsOf(reply)).toEqual({
      Type: 'Team · studio',
      'Billing interval': 'Month',
      Renews: full(RECORD.current_period_end),
      'Pending change': 'Plan: Premium → Standard',
      'Subscription since': full(RECORD.since),
      ID: '`ent_1`',
    });
    expect(embedOf(reply).footer?.text).toBe('record version 7');
  });

  test('and lines above them show each deadline once', () => {
    const text = textsOf(show({ ...GRACE, ...DELETION, ...CANCELLATION })).join('\n');
    for (const deadline of [GRACE.grace_until, DELETION.delete_at, RECORD.current_period_end]) {
      expect(text.split(full(deadline))).toHaveLength(2);
    }
  });

  test('show nothing for what is null', () => {
    const nothing = { interval: null, current_period_end: null, since: null, version: null };
    expect(fieldsOf(show({ ...nothing, ...entity({ kind: null, team_mode: null }) }))).toEqual({ ID: '`ent_1`' });
  });

  test.each([
    [RECORD.current_period_end, 'Active until'],
    [YESTERDAY, 'Period ended'],
  ])('never say that a plan of the status cancelled renews: %s is %s', (end, label) => {
    const fields = fieldsOf(show({ status: 'canceled', current_period_end: end }));
    expect(fields).toMatchObject({ [label]: full(end) });
    expect(fields).not.toHaveProperty('Renews');
    expect(fields).not.toHaveProperty('Was due');
  });

  test.each(['incomplete_expired', 'expired', 'ended', 'paused', 'unpaid', 'suspended'])(
    'never say that a plan of the status %s renews, nor is it green',
    (status) => {
      const reply = show({ status });
      expect(fieldsOf(reply)).toMatchObject({ 'Period ends': full(RECORD.current_period_end) });
      expect(fieldsOf(reply)).not.toHaveProperty('Renews');
      expect(embedOf(reply).color).toBe(AMBER);
    },
  );

  test('call a renewal that is past what it was', () => {
    const fields = fieldsOf(show({ current_period_end: YESTERDAY }));
    expect(fields).toMatchObject({ 'Was due': full(YESTERDAY) });
    expect(fields).not.toHaveProperty('Renews');
  });

  test.each([
    ['server', null, 'Server'],
    ['team', 'solo', 'Team · solo'],
    ['team', null, 'Team'],
    ['mega_realm', 'trio_mode', 'Mega realm · Trio mode'],
    [null, 'solo', 'solo'],
  ])('show the kind %j and team mode %j as %j', (kind, teamMode, shown) => {
    expect(fieldsOf(show(entity({ kind, team_mode: teamMode })))).toMatchObject({ Type: shown });
  });

  test.each([
    ['en-US', String.raw`In its grace period until “when the \*moon\* is full”.`],
    ['fr', 'Délai de grâce jusqu’au «\u00A0when the \\*moon\\* is full\u00A0».'],
  ])('quote a time that cannot be read, in %s', (locale, sentence) => {
    const reply = show({ grace_until: 'when the *moon* is full' }, { locale });
    expect(embedOf(reply).description).toContain(sentence);
  });
});

describe('pending change', () => {
  const changeOf = (change: unknown): string | undefined =>
    fieldsOf(show({ pending_change: change }))['Pending change'];

  test.each<[name: string, change: unknown, shown: string]>([
    ['from and to', { from: 'premium', to: 'standard' }, 'Premium → Standard'],
    ['names before', { from_plan: 'premium', to_plan: 'standard' }, 'Plan: Premium → Standard'],
    ['names after', { plan_from: 'premium', plan_to: 'standard' }, 'Plan: Premium → Standard'],
    ['names around', { billing_from_plan: 'a', billing_to_plan: 'b' }, 'Billing plan: A → B'],
    ['old and new', { old_interval: 'month', new_interval: 'year' }, 'Interval: Month → Year'],
    ['current and next', { current_seats: 5, next_seats: 12 }, 'Seats: 5 → 12'],
    ['the pair the other way round', { to_plan: 'standard', from_plan: 'premium' }, 'Plan: Premium → Standard'],
    ['two pairs', { from_plan: 'a', to_plan: 'b', from_seats: 1, to_seats: 2 }, 'Plan: A → B\nSeats: 1 → 2'],
    ['pairs that share their words', { old_from: 1, old_to: 2, new_from: 3, new_to: 4 }, 'Old: 1 → 2\nNew: 3 → 4'],
    ['the word of the pair as its subject', { from_from: 'a', from_to: 'b' }, 'From: A → B'],
    ['words that only begin alike', { fromage: 'a', toage: 'b' }, 'Fromage: A\nToage: B'],
    ['half a pair', { from_plan: 'premium' }, 'From plan: Premium'],
    ['a time', { effective_at: '2026-03-20T08:00:00.000Z' }, `Effective at: ${full('2026-03-20T08:00:00.000Z')}`],
    ['a date', { effective_on: '2026-03-20' }, `Effective on: ${full('2026-03-20T00:00:00.000Z')}`],
    ['a time without a zone, which is UTC', { at: '2026-03-20 08:00:00' }, `At: ${full('2026-03-20T08:00:00.000Z')}`],
    ...[1_774_000_800, '1774000800', 1_774_000_800_000, 1_774_000_800_000_000].map((at): [string, unknown, string] => [
      `epoch time ${at}`,
      { starts_at: at },
      `Starts at: ${full('2026-03-20T10:00:00.000Z')}`,
    ]),
    [
      'epoch times as a pair',
      { from: 1_774_000_800, to: 1_774_000_800 },
      Array(2).fill(full('2026-03-20T10:00:00.000Z')).join(' → '),
    ],
    ['epoch time within', { x: { starts_at: 1_774_000_800 } }, String.raw`X: starts at 2026\-03\-20T10\:00\:00\.000Z`],
    ['a number that is no time', { seats: 1_774_000_800 }, 'Seats: 1774000800'],
    ['a date that is none', { at: '0001-01-01T00:00:00Z' }, 'At: —'],
    ['no time', { starts_at: 0 }, 'Starts at: 0'],
    ['a number, a boolean and null', { a: 1, b: true, c: null }, 'A: 1\nB: true\nC: null'],
    ['an object within', { seats: { before_it: 5, after: 7 } }, String.raw`Seats: before it 5\, after 7`],
    ['a list within', { who: ['a', { b: [1, [2]] }] }, String.raw`Who: a\, b …`],
    ['nothing within', { who: [], what: {} }, 'Who: —\nWhat: —'],
    ['no keys', {}, '—'],
    ['a word', 'downgrade_to_standard', 'Downgrade to standard'],
    ['a list', [1, 2], String.raw`1\, 2`],
    ['false', false, 'false'],
    ['special characters', { '<@1>': '**x**' }, String.raw`\<\@1\>: \*\*x\*\*`],
  ])('is shown with %s', (_name, change, shown) => {
    expect(changeOf(change)).toBe(shown);
  });

  test('takes at most five lines and says how much is left out', () => {
    const change = { from_plan: 'a', to_plan: 'b', c: 3, d: 4, e: 5, f: 6, g: 7 };
    expect(changeOf(change)?.split('\n')).toEqual(['Plan: A → B', 'C: 3', 'D: 4', 'E: 5', 'and 2 more']);
  });
});

describe('buttons', () => {
  test('are Refresh alone when no place to manage billing is set', () => {
    expect(buttonsOf(show())).toEqual([{ type: 2, style: 2, label: 'Refresh', custom_id: 'plan:refresh:ent_1' }]);
  });

  test('link to billing with the id filled in, percent-encoded', () => {
    expect(buttonsOf(show({}, { manageUrl: MANAGE_URL, entityId: 'a/b c&$1' })).at(-1)).toEqual({
      type: 2,
      style: 5,
      label: 'Manage billing',
      url: 'https://billing.example/a%2Fb%20c%26%241/plan?for=a%2Fb%20c%26%241',
    });
  });

  test('leave a link out that Discord would refuse for its length', () => {
    const manageUrl = `https://billing.example/${'x'.repeat(500)}/{entity_id}`;
    expect(buttonsOf(show({}, { manageUrl })).map(({ label }) => label)).toEqual(['Refresh']);
  });

  test('are for the id that was asked for, whatever id the host names', () => {
    const [refresh, billing] = buttonsOf(show(entity({ id: 'ent_other' }), { manageUrl: MANAGE_URL }));
    expect(refresh).toMatchObject({ custom_id: 'plan:refresh:ent_1' });
    expect(billing).toMatchObject({ url: 'https://billing.example/ent_1/plan?for=ent_1' });
  });
});

test('an id that can be none is asked to be checked', () => {
  expect(noEntityReply({ kind: 'bad-id' }, t)).toMatchObject({
    embeds: [{ title: 'Check the entity ID', color: AMBER }],
  });
});

describe('a shared plan', () => {
  const share = (changes: object = {}, stale = false): Reply =>
    sharedPlan({ plan: planFrom({ ...RECORD, ...changes }), checkedAt: NOW, stale }, { t, now: NOW });

  test.each([
    ['grace does not show', GRACE, false, GREEN],
    ['deletion is red', { ...DELETION, ...GRACE }, false, RED],
    ['cancellation does not show', CANCELLATION, false, GREEN],
    ['a pending change does not show', CHANGE, false, GREEN],
    ['a payment that has not come does not show', { status: 'past_due' }, false, GREEN],
    ['a saved copy is amber', {}, true, AMBER],
  ])('is coloured by what it shows: %s', (_name, changes, stale, colour) => {
    expect(embedOf(share(changes, stale)).color).toBe(colour);
  });

  test('keeps what is to be known of Standard and of a saved copy', () => {
    const text = linesOf(share(STANDARD, true)).join('\n');
    expect(text).toContain('also shows as Standard');
    expect(text).toContain('Saved copy from');
  });
});

describe('whatever a host answers', () => {
  const words = fc.constantFrom('from', 'to', 'old', 'new', 'current', 'next', 'plan', 'x');
  const key = fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_')),
    hostileText,
  );
  const value = fc.oneof(hostileText, fc.jsonValue());
  const change = fc
    .oneof(value, fc.array(value, { maxLength: 4 }), fc.dictionary(key, value, { maxKeys: 9 }))
    .filter((given) => pendingChange.safeParse(given).success);
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const textOf = (...usual: string[]) => fc.oneof(fc.constantFrom(...usual), hostileText);
  const named = (...usual: string[]) => textOf(...usual).filter((text) => text !== '');
  const time = orNull(
    fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      hostileText,
    ),
  );
  const record = fc.record({
    entity: fc.record({
      id: orNull(textOf('ent_1')),
      kind: orNull(textOf('server', 'team')),
      team_mode: orNull(textOf('solo', 'studio')),
      name: orNull(hostileText),
    }),
    plan: named('standard', 'premium'),
    status: named('active', 'past_due'),
    interval: orNull(hostileText),
    current_period_end: time,
    grace_until: time,
    cancel_at_period_end: fc.boolean(),
    pending_change: orNull(change),
    delete_at: time,
    since: time,
    version: orNull(fc.oneof(fc.integer(), hostileText)),
  });
  const context = { t, now: NOW, manageUrl: MANAGE_URL, entityId: 'ent_1' };

  test('Discord takes the reply, and nothing of it means anything to Discord', () => {
    fc.assert(
      fc.property(record, fc.boolean(), (fields, stale) => {
        const plan = planFrom(fields);
        const given = { plan, checkedAt: NOW, stale };
        const reply = planReply(given, context);
        expect([limitErrors(reply), limitErrors(sharedPlan(given, context))]).toEqual([[], []]);
        const times = [plan.currentPeriodEnd, plan.graceUntil, plan.deleteAt, plan.since].flatMap((one) =>
          one?.kind === 'time' ? one.at : [],
        );
        const timestamps = [NOW, ...times].map((ms) => Math.floor(ms / 1_000));
        const own = timestamps.flatMap((at) => [`<t:${at}:F>`, `<t:${at}:R>`]);
        const summary = embedOf(reply).description?.split('\n')[0] ?? '';
        expect(summary).toMatch(/^\*\*.+\*\* · /);
        const texts = textsOf(reply).map((text) => text.replace(summary, summary.replace(/^\*\*|\*\*(?= · )/g, '')));
        const id = embedOf(reply).fields?.at(-1)?.value ?? '';
        expect(id).toMatch(CODE);
        // Discord shows a footer as it is.
        const marked = texts.filter((text) => text !== embedOf(reply).footer?.text && text !== id);
        expect(marked.flatMap((text) => specialSequences(text, own))).toEqual([]);
      }),
    );
  });
});
