import { describe, expect, test } from 'vitest';

import { translator } from '../../../src/locales/index.ts';
import type { PlanNews } from '../../../src/plans/changes.ts';
import type { Alert } from '../../../src/plans/store/alerts.ts';
import { alertReply } from '../../../src/plans/views/alert.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { buttonsOf } from '../../ui/discord-limits.ts';
import { bareRecord, planFrom } from '../plan-from.ts';

const AT = Date.parse('2026-03-20T08:00:00.000Z');
const TIME = { kind: 'time', at: AT } as const;
const SHOWN = `<t:${AT / 1_000}:F> (<t:${AT / 1_000}:R>)`;
const GREEN = 0x57f287;
const AMBER = 0xfee75c;
const RED = 0xed4245;

const planWith = (changes: object = {}) => planFrom(bareRecord('ent_1', changes));

function show(news: PlanNews[], alert: Partial<Alert> = {}, { manageUrl, locale = 'en-US' }: Shown = {}) {
  const reply = alertReply(
    { entityId: 'ent_1', label: 'Our castle', plan: planWith(), news, at: AT - 9 * DAY_MS + 1, ...alert },
    { t: translator(locale), manageUrl },
  );
  const [embed] = reply.embeds;
  return { reply, title: embed?.title, lines: embed?.description?.split('\n'), colour: embed?.color };
}

type Shown = { manageUrl?: string; locale?: string };

const LINES: [news: PlanNews, ...lines: string[]][] = [
  [{ kind: 'plan-changed', from: 'basic', to: 'big_one' }, 'The plan changed from **Basic** to **Big one**.'],
  [{ kind: 'status-changed', from: 'active', to: 'past_due' }, 'The status changed from **Active** to **Past due**.'],
  [
    { kind: 'grace-begun', until: TIME },
    `A grace period has begun. It ends ${SHOWN}. Pay before then to keep the plan.`,
  ],
  [
    { kind: 'grace-begun', until: { kind: 'text', text: 'soon*' } },
    String.raw`A grace period has begun. It ends “soon\*”. Pay before then to keep the plan.`,
  ],
  [{ kind: 'grace-ended' }, 'The grace period is over. `/plan` shows the current status.'],
  [
    { kind: 'cancelled', activeUntil: TIME },
    `The plan was cancelled, so it does not renew. It is active until ${SHOWN}.`,
  ],
  [{ kind: 'cancelled', activeUntil: null }, 'The plan was cancelled, so it does not renew at the end of the period.'],
  [
    { kind: 'change-pending', change: { from_plan: 'basic', to_plan: 'premium' } },
    'A plan change is pending:',
    'Plan: Basic → Premium',
  ],
  [{ kind: 'pending-change-changed', change: { seats: 7 } }, 'The pending plan change is now:', 'Seats: 7'],
  [{ kind: 'deletion-scheduled', at: TIME }, `Deletion is scheduled for ${SHOWN}. Act before then to keep it.`],
  [
    { kind: 'warning', of: 'grace', at: AT },
    `Reminder: the grace period ends ${SHOWN}. Pay before then to keep the plan.`,
  ],
  [{ kind: 'warning', of: 'period', at: AT }, `Reminder: the plan is cancelled and ends ${SHOWN}.`],
  [{ kind: 'warning', of: 'deletion', at: AT }, `Reminder: it will be deleted ${SHOWN}. Act before then to keep it.`],
];

describe('an alert', () => {
  test.each(LINES)('says in words: %j', (news, ...lines) => {
    expect(show([news]).lines).toEqual(lines);
  });

  test('has a line for each piece of news', () => {
    const but = LINES.slice(1);
    expect(show(but.map(([news]) => news)).lines).toEqual(but.flatMap(([, ...its]) => its));
  });

  test('has one line for a plan and its status that change at once', () => {
    const [plan, status, grace] = LINES.slice(0, 3).map(([news]) => news) as [PlanNews, PlanNews, PlanNews];
    expect(show([plan, status, grace]).lines).toEqual([
      '**Basic** → **Big one** · **Active** → **Past due**',
      ...(LINES[2]?.slice(1) ?? []),
    ]);
  });

  test.each<[locale: string, news: PlanNews[], title: string]>([
    ['en-US', [{ kind: 'deletion-scheduled', at: TIME }], 'Deletion in 9 days: Our castle'],
    ['fr', [{ kind: 'deletion-scheduled', at: TIME }], 'Suppression dans 9 jours\u00A0: Our castle'],
    ['en-US', [{ kind: 'warning', of: 'grace', at: AT }], 'Grace period ends in 9 days: Our castle'],
    ['en-US', [{ kind: 'cancelled', activeUntil: TIME }], 'Plan ends in 9 days: Our castle'],
    ['en-US', [{ kind: 'cancelled', activeUntil: null }], 'Plan cancelled: Our castle'],
    ['en-US', [{ kind: 'grace-begun', until: { kind: 'text', text: 'soon' } }], 'Grace period begun: Our castle'],
    ['en-US', [{ kind: 'plan-changed', from: 'a', to: 'b' }], 'Plan changed: Our castle'],
    [
      'en-US',
      [
        { kind: 'status-changed', from: 'a', to: 'b' },
        { kind: 'warning', of: 'period', at: AT },
        { kind: 'deletion-scheduled', at: TIME },
      ],
      'Deletion in 9 days: Our castle',
    ],
  ])('says in its title, in %s, what is most urgent of %j', (locale, news, title) => {
    expect(show(news, {}, { locale }).title).toBe(title);
  });

  const BEHIND = { kind: 'time', at: AT - 30 * DAY_MS } as const;
  const WAS = SHOWN.replaceAll(`${AT / 1_000}`, `${BEHIND.at / 1_000}`);
  test.each<[news: PlanNews, title: string, line: string]>([
    [{ kind: 'deletion-scheduled', at: BEHIND }, 'Deletion was due: Our castle', `Its deletion was due on ${WAS}.`],
    [
      { kind: 'warning', of: 'deletion', at: BEHIND.at },
      'Deletion was due: Our castle',
      `Its deletion was due on ${WAS}.`,
    ],
    [{ kind: 'grace-begun', until: BEHIND }, 'Grace period over: Our castle', `Its grace period ended on ${WAS}.`],
    [
      { kind: 'cancelled', activeUntil: BEHIND },
      'Plan ended: Our castle',
      `Cancelled, so it was not renewed. Period ended on ${WAS}.`,
    ],
  ])('says of a date that lies behind what was, not what to do: %j', (news, title, line) => {
    expect(show([news])).toMatchObject({ title, lines: [line] });
  });

  test.each([
    [GREEN, {}],
    [AMBER, { grace_until: AT }],
    [RED, { delete_at: AT, grace_until: AT }],
  ])('has the colour %d of its plan', (colour, changes) => {
    expect(show([{ kind: 'grace-ended' }], { plan: planWith(changes) }).colour).toBe(colour);
  });

  test('of a plan that turned Standard says what else that can mean', () => {
    const plan = planWith({ plan: 'standard' });
    expect(show([{ kind: 'plan-changed', from: 'premium', to: 'standard' }], { plan }).lines?.at(-1)).toMatch(
      /also shows as Standard/,
    );
    expect(show([{ kind: 'grace-ended' }], { plan }).lines).toHaveLength(1);
  });

  test('leads to the billing, where there is a place for it', () => {
    const { reply } = show([{ kind: 'grace-ended' }], {}, { manageUrl: 'https://billing.example/{entity_id}' });
    expect(buttonsOf(reply)).toMatchObject([{ label: 'Manage billing', url: 'https://billing.example/ent_1' }]);
    expect(buttonsOf(show([{ kind: 'grace-ended' }]).reply)).toEqual([]);
  });
});
