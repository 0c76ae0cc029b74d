import type { Translate } from '../../locales/index.ts';
import { type Cell, type Columns, separatorIn, toCsv } from '../../ui/csv.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { chunksOf, ROWS_AT_ONCE } from '../../work/chunks.ts';
import type { Plan } from '../plan.ts';
import type { PlanTime } from '../plan-time.ts';
import type { PlanReport, ReportedPlan } from '../reports.ts';

/** The fields of a record (docs/services.md, "Fields of a plan") by their own names, and where the plan is from. */
const COLUMNS: Columns<ReportedPlan> = {
  id: ({ id }) => id,
  name: ofPlan(({ entity }) => entity.name),
  kind: ofPlan(({ entity }) => entity.kind),
  team_mode: ofPlan(({ entity }) => entity.teamMode),
  plan: ofPlan(({ plan }) => plan),
  status: ofPlan(({ status }) => status),
  interval: ofPlan(({ interval }) => interval),
  current_period_end: ofPlan(({ currentPeriodEnd }) => timeCell(currentPeriodEnd)),
  grace_until: ofPlan(({ graceUntil }) => timeCell(graceUntil)),
  cancel_at_period_end: ofPlan(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd),
  pending_change: ofPlan(({ pendingChange }) => (pendingChange === null ? null : JSON.stringify(pendingChange))),
  delete_at: ofPlan(({ deleteAt }) => timeCell(deleteAt)),
  since: ofPlan(({ since }) => timeCell(since)),
  version: ofPlan(({ version }) => version),
  checked_at: ({ answer }) => (answer ? new Date(answer.checkedAt) : null),
  result: ({ answer }) => (!answer ? 'no answer' : answer.stale ? 'saved copy' : 'read'),
};

/** @param locale - of who reads it */
export function plansCsv({ plans }: PlanReport, locale: string): Promise<string> {
  return toCsv(COLUMNS, chunksOf(plans, ROWS_AT_ONCE), separatorIn(locale));
}

export function plansFile(csv: string, t: Translate): Reply {
  const description = `${t('plans.file.description')} ${t('common.fileTimes')}`;
  const reply = createReply({ colour: 'blurple', title: t('plans.file.title'), description });
  return { ...reply, files: [{ name: 'plans.csv', content: csv }] };
}

function ofPlan(cell: (plan: Plan) => Cell): (reported: ReportedPlan) => Cell {
  return ({ answer }) => (answer ? cell(answer.plan) : null);
}

function timeCell(time: PlanTime | null): Cell {
  return time?.kind === 'time' ? new Date(time.at) : (time?.text ?? null);
}
