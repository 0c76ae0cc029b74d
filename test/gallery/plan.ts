import type { Translate } from '../../src/locales/index.ts';
import { examplePlans } from '../../src/sandbox/hosts/example-plans.ts';
import type { PlanAnswer } from '../../src/services/plans.ts';
import { planSchema } from '../../src/upstream/plan.ts';
import { noPlanReply, planReply, sharedPlan } from '../../src/views/plan.ts';
import { LINKED } from './entity.ts';
import { DAY_MS, MINUTE_MS, NOW, type Replies } from './entries.ts';

const MANAGE_URL = 'https://billing.example/{entity_id}';

const shown =
  (record: object, { stale = false, checkedAt = NOW - MINUTE_MS, linked = LINKED } = {}): Replies[string] =>
  (t: Translate) =>
    planReply({ plan: planSchema().parse(record), checkedAt, stale }, { t, manageUrl: MANAGE_URL, linked });

const plans = examplePlans(NOW);
const [{ plan: paid } = { plan: {} }] = plans;
const TROUBLED: PlanAnswer = {
  plan: planSchema().parse(plans.find(({ plan }) => plan.entity.id === 'ent_troubled')?.plan),
  checkedAt: NOW - MINUTE_MS,
  stale: false,
};

export const replies: Replies = {
  ...Object.fromEntries(plans.map(({ about, plan }) => [about, shown(plan)])),
  'cancelled, and nobody knows until when': shown({ ...paid, cancel_at_period_end: true, current_period_end: null }),
  'a change that is not of anything': shown({ ...paid, pending_change: { from: 'premium', to: 'standard' } }),
  'a change of the interval': shown({ ...paid, pending_change: { current_interval: 'month', next_interval: 'year' } }),
  'a saved copy': shown(paid, { stale: true, checkedAt: NOW - DAY_MS }),
  'may be shared': (t) => planReply(TROUBLED, { t, manageUrl: MANAGE_URL, linked: LINKED, mayShare: true }),
  'shared with everyone': (t) => sharedPlan(TROUBLED, t),
  'nothing else linked': shown(paid, { linked: [] }),
  'not an ID': (t) => noPlanReply({ kind: 'bad-id' }, t),
  'none linked': (t) => noPlanReply({ kind: 'none-linked' }, t),
  'not linked here': (t) => noPlanReply({ kind: 'not-linked' }, t),
};
