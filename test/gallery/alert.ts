import type { Deadline, PlanNews } from '../../src/plans/changes.ts';
import type { Plan } from '../../src/plans/plan.ts';
import { alertReply } from '../../src/plans/views/alert.ts';
import { inDays, NEWS, plan } from '../plans/news.ts';
import { DAY_MS, NOW, type Replies } from './entries.ts';

const MANAGE_URL = 'https://billing.example/{entity_id}';
const ID = 'ent_active';
const LABEL = 'Our own Skyblock';

/** @param state - what the news has changed in the plan. */
const posted =
  (news: PlanNews[], state: Partial<Plan> = {}): Replies[string] =>
  (t, written) =>
    alertReply(
      { entityId: ID, label: written ?? LABEL, news, plan: plan(state), at: NOW },
      { t, manageUrl: MANAGE_URL },
    );

/** A warning three days before. */
const warning = (of: Deadline, state: Partial<Plan>) => posted([{ kind: 'warning', of, at: NOW + 3 * DAY_MS }], state);

/** News in the words of a host. */
const inWords = (text: string): PlanNews[] => [
  { kind: 'plan-changed', from: text, to: text },
  { kind: 'grace-begun', until: { kind: 'text', text } },
  { kind: 'change-pending', change: { [text]: text, from_plan: text, to_plan: { text } } },
];

export const replies: Replies = {
  'in words that nobody has seen': (t, written) => {
    const word = written ?? 'odd_word';
    return posted(inWords(word), { plan: `plan_${word}` })(t, written);
  },
  ...Object.fromEntries(NEWS.map(([what, , after, news]) => [what, posted(news, after)])),
  'Standard now': posted([{ kind: 'plan-changed', from: 'premium', to: 'standard' }], { plan: 'standard' }),
  'grace ends soon': warning('grace', { graceUntil: inDays(3) }),
  'the period ends soon': warning('period', { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(3) }),
  'deletion is soon': warning('deletion', { deleteAt: inDays(3) }),
  'grace that has ended': posted([{ kind: 'grace-begun', until: inDays(-1) }], { graceUntil: inDays(-1) }),
  'deletion that was due': posted([{ kind: 'deletion-scheduled', at: inDays(-1) }], { deleteAt: inDays(-1) }),
  'cancelled, and ended': posted([{ kind: 'cancelled', activeUntil: inDays(-1) }], {
    cancelAtPeriodEnd: true,
    currentPeriodEnd: inDays(-1),
  }),
};
