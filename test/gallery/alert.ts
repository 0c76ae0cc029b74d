import type { PlanNews } from '../../src/plans/changes.ts';
import { alertReply } from '../../src/plans/views/alert.ts';
import { bareRecord, planFrom } from '../plans/plan-from.ts';
import { DAY_MS, NOW, type Replies } from './entries.ts';

const MANAGE_URL = 'https://billing.example/{entity_id}';
const ID = 'ent_active';
const LABEL = 'Our own Skyblock';
const AT = NOW + 3 * DAY_MS;
const TIME = { kind: 'time', at: AT } as const;
const CANCELLED = { cancel_at_period_end: true, current_period_end: AT };
const TURNED_STANDARD: PlanNews = { kind: 'plan-changed', from: 'premium', to: 'standard' };
const FELL_PAST_DUE: PlanNews = { kind: 'status-changed', from: 'active', to: 'past_due' };
const GRACE_BEGUN: PlanNews = { kind: 'grace-begun', until: TIME };
const DELETION_SCHEDULED: PlanNews = { kind: 'deletion-scheduled', at: TIME };

/** @param state - what the news has changed in the plan. */
const posted =
  (news: PlanNews[], state: object = {}): Replies[string] =>
  (t, written) => {
    const plan = planFrom(bareRecord(ID, state));
    return alertReply({ entityId: ID, label: written ?? LABEL, news, plan, at: NOW }, { t, manageUrl: MANAGE_URL });
  };

/** News in the words of a host. */
const inWords = (text: string): PlanNews[] => [
  { kind: 'plan-changed', from: text, to: text },
  { kind: 'grace-begun', until: { kind: 'text', text } },
  { kind: 'change-pending', change: { [text]: text, from_plan: text, to_plan: { text } } },
];

export const replies: Replies = {
  'in words that nobody has seen': (t, written) => {
    const word = written ?? 'odd_word';
    return posted(inWords(word), { entity: { id: `ent_${word}` }, plan: `plan_${word}` })(t, written);
  },
  'another plan': posted([{ kind: 'plan-changed', from: 'premium', to: 'enterprise' }], { plan: 'enterprise' }),
  'Standard now': posted([TURNED_STANDARD], { plan: 'standard' }),
  'another status': posted([FELL_PAST_DUE], { status: 'past_due' }),
  'grace begins': posted([GRACE_BEGUN], { grace_until: AT }),
  'grace begins until a date that cannot be read': posted(
    [{ kind: 'grace-begun', until: { kind: 'text', text: 'when the moon is full' } }],
    { grace_until: 'when the moon is full' },
  ),
  'grace is over': posted([{ kind: 'grace-ended' }]),
  cancelled: posted([{ kind: 'cancelled', activeUntil: TIME }], CANCELLED),
  'cancelled, and nobody knows until when': posted([{ kind: 'cancelled', activeUntil: null }], {
    cancel_at_period_end: true,
  }),
  'not cancelled any more': posted([{ kind: 'cancellation-withdrawn' }]),
  'a change is pending': posted(
    [
      {
        kind: 'change-pending',
        change: { from_plan: 'premium', to_plan: 'enterprise', effective_at: new Date(AT).toISOString() },
      },
    ],
    { pending_change: {} },
  ),
  'another change is pending': posted([{ kind: 'pending-change-changed', change: { seats: 12 } }], {
    pending_change: {},
  }),
  'no change is pending any more': posted([{ kind: 'pending-change-dropped' }]),
  'deletion is scheduled': posted([DELETION_SCHEDULED], { delete_at: AT }),
  'deletion is scheduled for a date that cannot be read': posted(
    [{ kind: 'deletion-scheduled', at: { kind: 'text', text: 'when the moon is full' } }],
    { delete_at: 'when the moon is full' },
  ),
  'deletion is not scheduled any more': posted([{ kind: 'deletion-lifted' }]),
  'grace ends soon': posted([{ kind: 'warning', of: 'grace', at: AT }], { grace_until: AT }),
  'the period ends soon': posted([{ kind: 'warning', of: 'period', at: AT }], CANCELLED),
  'deletion is soon': posted([{ kind: 'warning', of: 'deletion', at: AT }], { delete_at: AT }),
  'grace that has ended': posted([{ kind: 'grace-begun', until: { kind: 'time', at: NOW - DAY_MS } }], {
    grace_until: NOW - DAY_MS,
  }),
  'deletion that was due': posted([{ kind: 'deletion-scheduled', at: { kind: 'time', at: NOW - DAY_MS } }], {
    delete_at: NOW - DAY_MS,
  }),
  'cancelled, and ended': posted([{ kind: 'cancelled', activeUntil: { kind: 'time', at: NOW - DAY_MS } }], {
    cancel_at_period_end: true,
    current_period_end: NOW - DAY_MS,
  }),
  'much at once': posted([TURNED_STANDARD, FELL_PAST_DUE, GRACE_BEGUN, DELETION_SCHEDULED], {
    plan: 'standard',
    status: 'past_due',
    grace_until: AT,
    delete_at: AT,
  }),
};
