import { noEntityReply } from '../../src/guilds/views/entities.ts';
import type { Translate } from '../../src/locales/index.ts';
import type { PlanAnswer } from '../../src/plans/service.ts';
import { planReply, sharedPlan } from '../../src/plans/views/plan.ts';
import { examplePlans } from '../../src/sandbox/hosts/example-plans.ts';
import { planFrom } from '../plans/plan-from.ts';
import { LINKED } from './entity.ts';
import { DAY_MS, MINUTE_MS, NOW, type Replies } from './entries.ts';

const MANAGE_URL = 'https://billing.example/{entity_id}';

const CONTEXT = { manageUrl: MANAGE_URL, entityId: 'ent_troubled', now: NOW };

const shown =
  (record: object, { stale = false, checkedAt = NOW - MINUTE_MS, linked = LINKED } = {}): Replies[string] =>
  (t: Translate) =>
    planReply({ plan: planFrom(record), checkedAt, stale }, { ...CONTEXT, t, linked });

const plans = examplePlans(NOW);
const [{ plan: paid } = { plan: {} }] = plans;
const TROUBLED: PlanAnswer = {
  plan: planFrom(plans.find(({ plan }) => plan.entity.id === 'ent_troubled')?.plan),
  checkedAt: NOW - MINUTE_MS,
  stale: false,
};

const ENDED = { cancel_at_period_end: true, current_period_end: NOW - DAY_MS };

export const replies: Replies = {
  ...Object.fromEntries(plans.map(({ shows, plan }) => [`the example "${shows}"`, shown(plan)])),
  'cancelled, and nobody knows until when': shown({ ...paid, cancel_at_period_end: true, current_period_end: null }),
  'a change that is not of anything': shown({ ...paid, pending_change: { from: 'premium', to: 'standard' } }),
  'a change of the interval': shown({ ...paid, pending_change: { current_interval: 'month', next_interval: 'year' } }),
  'a saved copy': shown(paid, { stale: true, checkedAt: NOW - DAY_MS }),
  'may be shared': (t, written) => {
    const linked = LINKED.map((one) => ({ ...one, label: written ?? one.label }));
    return planReply(TROUBLED, { ...CONTEXT, t, linked, mayShare: true });
  },
  'shared with everyone': (t) => sharedPlan(TROUBLED, { t, now: NOW }),
  'all that is over': shown({ ...paid, grace_until: NOW - DAY_MS, delete_at: NOW - DAY_MS, ...ENDED }),
  'cancelled already, until the end of the period': shown({ ...paid, status: 'canceled' }),
  ...Object.fromEntries(
    ['expired', 'ended', 'paused', 'unpaid'].map((status) => [`of the status ${status}`, shown({ ...paid, status })]),
  ),
  'a renewal that did not come': shown({ ...paid, status: 'past_due', current_period_end: NOW - DAY_MS }),
  'shared, overdue and over': (t) =>
    sharedPlan(
      { ...TROUBLED, plan: planFrom({ ...paid, status: 'past_due', delete_at: NOW - DAY_MS, ...ENDED }) },
      { t, now: NOW },
    ),
  'nothing else linked': shown(paid, { linked: [] }),
  'not an ID': (t) => noEntityReply({ kind: 'bad-id' }, t),
  'none linked': (t) => noEntityReply({ kind: 'none-linked' }, t),
  'none linked, to a manager': (t) => noEntityReply({ kind: 'none-linked' }, t, { mayLink: true }),
  'not linked here': (t) => noEntityReply({ kind: 'not-linked' }, t),
};
