import type { UnreadIds } from '../../src/guilds/entities.ts';
import type { Translate } from '../../src/locales/index.ts';
import { mostUrgentFirst, type PlanReport, type ReportedPlan } from '../../src/plans/reports.ts';
import { plansCsv, plansFile } from '../../src/plans/views/file.ts';
import { plansClosed, plansPage, plansProgress } from '../../src/plans/views/plans.ts';
import { examplePlans } from '../../src/sandbox/hosts/example-plans.ts';
import { planFrom } from '../plans/plan-from.ts';
import { DAY_MS, LIST_ID, NOW, type Replies } from './entries.ts';

const answered = (record: object): ReportedPlan => {
  const plan = planFrom(record);
  return { id: plan.entity.id, answer: { plan, checkedAt: NOW, stale: false } };
};
const EXAMPLES = examplePlans(NOW).map(({ plan }) => answered(plan));
const WELL = EXAMPLES.slice(0, 3);
const SAVED_COPIES = WELL.map(({ id, answer }): ReportedPlan => ({
  id,
  answer: answer && { ...answer, checkedAt: NOW - DAY_MS, stale: true },
}));

const BAD_IDS = ['castle/1', '<@1180000000000000004>'];
const OVER = answered({
  entity: { id: 'ent_over', name: 'Faded Fortress' },
  plan: 'premium',
  status: 'past_due',
  grace_until: NOW - DAY_MS,
  delete_at: NOW - DAY_MS,
  cancel_at_period_end: true,
  current_period_end: NOW - DAY_MS,
});
const NOT_LINKED = ['ent_a', 'ent_b', 'ent_c', 'ent_d', 'ent_e', 'ent_f', 'ent_g'];

const reportOf = (plans: readonly ReportedPlan[], unread: Partial<UnreadIds> = {}): PlanReport => ({
  plans: mostUrgentFirst(plans),
  unread: { badIds: [], notLinked: [], leftOut: 0, ...unread },
});
const MIXED = reportOf([
  ...EXAMPLES,
  answered({ entity: { id: 'ent_open_end' }, plan: 'premium', status: 'active', cancel_at_period_end: true }),
  { id: 'ent_unanswered', answer: undefined },
  OVER,
]);

const shown =
  (
    report: PlanReport,
    { filter = 'all', page = 1 }: Partial<Omit<Parameters<typeof plansPage>[1], 'now'>> = {},
  ): Replies[string] =>
  (t: Translate) =>
    plansPage({ id: LIST_ID, report }, { filter, page, now: NOW }, t);

const csv = await plansCsv(MIXED, 'en-US');

/** Plans in the words of a host, and ids that somebody typed. */
const inWords: Replies[string] = (t, written) => {
  const text = written === undefined || written === '' ? 'odd_word' : written;
  const entity = { id: 'ent_1', name: text };
  // A longer change, with each unit escaped, is refused before anything is shown of it.
  const pending_change = text.slice(0, 2_000);
  const fields = { plan: text, status: text, grace_until: text, current_period_end: text, pending_change };
  const plans = ['ent_1', 'ent_2'].map((id) => ({
    ...answered({ entity, ...fields, cancel_at_period_end: true }),
    id,
  }));
  const report = reportOf(plans, { badIds: [text], notLinked: NOT_LINKED, leftOut: 1_234 });
  return plansPage({ id: LIST_ID, report }, { filter: 'all', page: 1, now: NOW }, t);
};

export const replies: Replies = {
  'in words that nobody has seen': inWords,
  'looking up': (t) => plansProgress({ done: 300, total: 1_000 }, t),
  all: shown(MIXED),
  'the file': (t) => plansFile(csv, t),
  'another page': shown(MIXED, { page: 2 }),
  'what needs attention': shown(MIXED, { filter: 'attention' }),
  'nothing needs attention': shown(reportOf(WELL), { filter: 'attention' }),
  'all well': shown(reportOf(WELL)),
  'saved copies': shown(reportOf(SAVED_COPIES)),
  'some IDs could not be read': shown(reportOf(WELL, { badIds: BAD_IDS, notLinked: NOT_LINKED, leftOut: 1_234 })),
  'no ID could be read': shown(reportOf([], { badIds: BAD_IDS, notLinked: NOT_LINKED })),
  'too old for another page': plansClosed,
};
