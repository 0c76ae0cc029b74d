import { z } from 'zod';

import type { Entities, UnreadIds } from '../guilds/entities.ts';
import type { Member } from '../member.ts';
import type { Turns } from '../turns.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import type { Plan, PlanTime } from './plan.ts';
import type { PlanAnswer, Plans } from './service.ts';
import { storedPlan } from './store/stored-plan.ts';

/** Why a plan needs attention, the most urgent reason first. `unanswered`: the plan could not be read. */
const URGENCY = ['deletion', 'grace', 'cancellation', 'change', 'unanswered'] as const;
export type Attention = (typeof URGENCY)[number];

/** An entity with its plan; `answer` is undefined when the service did not answer and no copy was saved. */
export type ReportedPlan = { id: string; answer: PlanAnswer | undefined };

/** The plans of many entities, those that need attention first. */
export type PlanReport = { plans: readonly ReportedPlan[]; unread: UnreadIds };

/** A report that another process may have opened. */
export const planReport: z.ZodType<PlanReport> = z.object({
  plans: z.array(
    z.object({
      id: z.string(),
      answer: z.object({ plan: storedPlan, checkedAt: z.number(), stale: z.boolean() }).or(z.undefined()),
    }),
  ),
  unread: z.object({ badIds: z.array(z.string()), notLinked: z.array(z.string()), leftOut: z.number() }),
});

export type PlanReports = {
  /**
   * Looks up many plans, and keeps the report so that people can page through it.
   *
   * @param typed - the ids as the person gave them; undefined for all that are linked
   * @throws {@link UpstreamError} when the service refuses the key, or when not a single plan could be read
   */
  open(
    owner: Member,
    typed: string | undefined,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ kind: 'report'; id: string; report: PlanReport } | { kind: 'none-linked' }>;
  /**
   * The part of a report that may still be read: entities may have been unlinked since.
   *
   * @returns undefined when the report has expired, or is not this person's in this guild
   */
  find(owner: Member, id: string): Promise<PlanReport | undefined>;
};

export function createPlanReports(options: {
  entities: Pick<Entities, 'chooseMany'>;
  plans: Pick<Plans, 'lookUpMany'>;
  pagedLists: PagedLists<PlanReport>;
  turns: Turns;
}): PlanReports {
  const { entities, plans, pagedLists, turns } = options;
  return {
    async open(owner, typed, onProgress) {
      const choice = await entities.chooseMany(owner.guildId, typed);
      if (choice.kind === 'none-linked') return choice;
      const { ids, unread } = choice;
      // One after another: what the first one reads, the next one finds in the cache.
      const answers = await turns.take(owner.guildId, () =>
        plans.lookUpMany(ids, (done) => {
          onProgress(done, ids.length);
        }),
      );
      const found = ids.map((id) => ({ id, answer: answers.get(id) }));
      const report = { plans: mostUrgentFirst(found), unread };
      return { kind: 'report', id: await pagedLists.open(owner, report, ids.length), report };
    },
    async find(owner, id) {
      const report = await pagedLists.find(owner, id);
      if (!report || report.plans.length === 0) return report;
      const choice = await entities.chooseMany(owner.guildId, report.plans.map((reported) => reported.id).join(' '));
      const readable = new Set(choice.kind === 'entities' ? choice.ids : []);
      return { ...report, plans: report.plans.filter((reported) => readable.has(reported.id)) };
    },
  };
}

/** The most urgent reason to look at a plan; undefined when there is none. */
export function attentionOf({ answer }: ReportedPlan): Attention | undefined {
  if (!answer) return 'unanswered';
  const { deleteAt, graceUntil, cancelAtPeriodEnd, pendingChange } = answer.plan;
  if (deleteAt) return 'deletion';
  if (graceUntil) return 'grace';
  if (cancelAtPeriodEnd) return 'cancellation';
  return pendingChange === null ? undefined : 'change';
}

/** Sorts after every date. */
const NO_DATE = Number.MAX_SAFE_INTEGER;

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By urgency, then by date, soonest first and unreadable ones last, then by name. */
export function mostUrgentFirst(plans: readonly ReportedPlan[]): ReportedPlan[] {
  return plans
    .map((reported) => ({ reported, ...sortKeyOf(reported) }))
    .sort((a, b) => a.urgency - b.urgency || a.due - b.due || byName.compare(a.name, b.name))
    .map(({ reported }) => reported);
}

function sortKeyOf(reported: ReportedPlan): { urgency: number; due: number; name: string } {
  const attention = attentionOf(reported);
  const plan = reported.answer?.plan;
  return {
    urgency: attention === undefined ? URGENCY.length : URGENCY.indexOf(attention),
    due: plan ? dueAt(plan, attention) : NO_DATE,
    name: plan?.entity.name ?? reported.id,
  };
}

function dueAt({ deleteAt, graceUntil, currentPeriodEnd }: Plan, attention: Attention | undefined): number {
  const dates: Partial<Record<Attention, PlanTime | null>> = {
    deletion: deleteAt,
    grace: graceUntil,
    cancellation: currentPeriodEnd,
  };
  const due = attention && dates[attention];
  return due?.kind === 'time' ? due.at : NO_DATE;
}
