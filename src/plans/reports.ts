import { z } from 'zod';

import type { Entities } from '../guilds/entities.ts';
import type { Member } from '../member.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import type { Turns } from '../work/turns.ts';
import { type Concern, concernsOf, storedPlan } from './plan.ts';
import type { Plans } from './service.ts';

export type Attention = Concern | { kind: 'unanswered'; due: null };

/** The most urgent reason first. */
const URGENCY = ['deletion', 'grace', 'cancelled', 'change', 'unanswered'] satisfies Attention['kind'][];

const planAnswer = z.object({ plan: storedPlan, checkedAt: z.number(), stale: z.boolean() });
/** `answer`: undefined when the service did not answer and no copy was saved */
const reportedPlan = z.object({ id: z.string(), answer: planAnswer.optional().transform((answer) => answer) });
export type ReportedPlan = z.infer<typeof reportedPlan>;

/** A report that another process may have opened. */
export const planReport = z.object({
  plans: z.array(reportedPlan),
  unread: z.object({ badIds: z.array(z.string()), notLinked: z.array(z.string()), leftOut: z.number() }),
});
export type PlanReport = z.infer<typeof planReport>;

export type PlanReports = ReturnType<typeof createPlanReports>;

export function createPlanReports(options: {
  entities: Pick<Entities, 'chooseMany'>;
  plans: Pick<Plans, 'lookUpMany'>;
  pagedLists: PagedLists<PlanReport>;
  turns: Turns;
}) {
  const { entities, plans, pagedLists, turns } = options;

  /**
   * Looks up many plans, and keeps the report for paging.
   *
   * @param typed - the ids as the person wrote them; undefined for all that are linked
   * @throws {@link UpstreamError} when the service refuses the key, or when not a single plan could be read
   */
  async function open(
    owner: Member,
    typed: string | undefined,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ kind: 'report'; id: string; report: PlanReport } | { kind: 'none-linked' }> {
    const choice = await entities.chooseMany(owner.guildId, typed);
    if (choice.kind === 'none-linked') return choice;
    const { ids, unread } = choice;
    // In turns: what the first report reads, the next finds in the cache.
    const answers = await turns.run(owner.guildId, () =>
      plans.lookUpMany(ids, (done) => {
        onProgress(done, ids.length);
      }),
    );
    const report = { plans: mostUrgentFirst(ids.map((id) => ({ id, answer: answers.get(id) }))), unread };
    return { kind: 'report', id: await pagedLists.open(owner, report, ids.length), report };
  }

  /** The report without entities that have been unlinked since; undefined once it has expired, and for another person. */
  async function find(owner: Member, id: string): Promise<PlanReport | undefined> {
    const report = await pagedLists.find(owner, id);
    if (!report || report.plans.length === 0) return report;
    const choice = await entities.chooseMany(owner.guildId, report.plans.map((reported) => reported.id).join(' '));
    const readable = new Set(choice.kind === 'entities' ? choice.ids : []);
    return { ...report, plans: report.plans.filter((reported) => readable.has(reported.id)) };
  }

  return { open, find };
}

export function attentionOf({ answer }: ReportedPlan): Attention | undefined {
  return answer ? concernsOf(answer.plan)[0] : { kind: 'unanswered', due: null };
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By urgency, then by date, soonest first and unreadable ones last, then by name. */
export function mostUrgentFirst(plans: readonly ReportedPlan[]): ReportedPlan[] {
  return plans
    .map((reported) => ({ reported, ...sortKeyOf(reported) }))
    .sort((a, b) => a.urgency - b.urgency || a.due - b.due || byName.compare(a.name, b.name))
    .map(({ reported }) => reported);
}

function sortKeyOf(reported: ReportedPlan) {
  const { kind, due } = attentionOf(reported) ?? {};
  return {
    urgency: kind === undefined ? URGENCY.length : URGENCY.indexOf(kind),
    due: due?.kind === 'time' ? due.at : Number.MAX_SAFE_INTEGER,
    name: reported.answer?.plan.entity.name ?? reported.id,
  };
}
