import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { parseWholeNumber } from '../formats.ts';
import { present } from '../ui/text.ts';
import { DAY_MS } from '../work/clock.ts';
import { isStandard, pendingChange, type Plan, statusKindOf } from './plan.ts';
import { isDate, isPast, planTime, type PlanTime, storedTime, timeIn } from './plan-time.ts';

/** `period`: the end of a period that is not renewed */
const DEADLINES = ['grace', 'period', 'deletion'] as const;
export type Deadline = (typeof DEADLINES)[number];

/** The last warning of each deadline: its date (ms since the epoch), and how many days before. */
export const lastWarnings = z.partialRecord(z.enum(DEADLINES), z.object({ at: z.number(), days: z.number() }));
type LastWarnings = z.infer<typeof lastWarnings>;

/** What an alert tells of a plan: a change, or a warning of a deadline. */
export const planNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['plan-changed', 'status-changed']), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('grace-begun'), until: planTime }),
  z.object({ kind: z.literal('cancelled'), activeUntil: storedTime }),
  z.object({ kind: z.enum(['change-pending', 'pending-change-changed']), change: pendingChange }),
  z.object({ kind: z.literal('deletion-scheduled'), at: planTime }),
  z.object({
    kind: z.enum(['grace-ended', 'cancellation-withdrawn', 'pending-change-dropped', 'deletion-lifted']),
  }),
  z.object({ kind: z.literal('warning'), of: z.enum(DEADLINES), at: z.number() }),
]);
export type PlanNews = z.infer<typeof planNews>;

/** How many days before a deadline people are warned of it, the latest warning first. */
const WARN_DAYS_BEFORE = [1, 3, 7] as const;
/** A deadline that moves by less than this counts as the same one. */
const SAME_DEADLINE_MS = DAY_MS;

/** `plan`: the last answer that was believed; `doubtful`: one that looks wrong and is not confirmed yet. */
export type KnownPlan = { plan: Plan | undefined; doubtful: Plan | undefined; warned: LastWarnings };

/**
 * Takes in another answer, and says what is news of it. The first answer tells no changes. An answer that goes back in
 * time, or turns Standard as that of an unknown entity does, is believed when the next one agrees.
 */
export function learn(known: KnownPlan, answer: Plan, now: number): { known: KnownPlan; news: PlanNews[] } {
  const { plan: before, doubtful } = known;
  const isConfirmed = doubtful !== undefined && changesBetween(doubtful, answer, now).length === 0;
  const isDoubted = before !== undefined && looksWrong(before, answer) && !isConfirmed;
  const plan = isDoubted ? before : answer;
  const changes = before && !isDoubted ? changesBetween(before, plan, now) : [];
  const { due, warned } = warningsDue(plan, known.warned, now);
  // A change that names a deadline needs no warning of it in the same alert.
  const warnings = due.filter(({ of }) => !changes.some((change) => deadlineIn(change)?.of === of));
  return { known: { plan, doubtful: isDoubted ? answer : undefined, warned }, news: [...changes, ...warnings] };
}

/**
 * The differences that matter to people: neither a date that moves, which hosts may recompute for each answer, nor the
 * case of a plan or status. A cancellation or deletion that disappears was called off, unless its time has passed or
 * the plan has turned Standard: then it took effect. The same differences decide what is believed: a doubtful answer is
 * confirmed by another one that differs from it in none of them.
 */
export function changesBetween(before: Plan, after: Plan, now: number): PlanNews[] {
  const turnsStandard = isStandard(after) && !isStandard(before);
  const cameAbout = (deadline: PlanTime | null) => turnsStandard || isPast(deadline, now);
  const isEnded = cameAbout(before.currentPeriodEnd) || ['cancelled', 'ended'].includes(statusKindOf(after));
  return present<PlanNews>([
    !isSameWord(before.plan, after.plan) && { kind: 'plan-changed', from: before.plan, to: after.plan },
    !isSameWord(before.status, after.status) && { kind: 'status-changed', from: before.status, to: after.status },
    !before.graceUntil && after.graceUntil && { kind: 'grace-begun', until: after.graceUntil },
    before.graceUntil && !after.graceUntil && !turnsStandard && { kind: 'grace-ended' },
    !before.cancelAtPeriodEnd && after.cancelAtPeriodEnd && { kind: 'cancelled', activeUntil: after.currentPeriodEnd },
    before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd && !isEnded && { kind: 'cancellation-withdrawn' },
    newsOfPending(before, after),
    !before.deleteAt && after.deleteAt && { kind: 'deletion-scheduled', at: after.deleteAt },
    before.deleteAt && !after.deleteAt && !cameAbout(before.deleteAt) && { kind: 'deletion-lifted' },
  ]);
}

/** The deadline that news names. `time`: null where the record has none */
export function deadlineIn(news: PlanNews): { of: Deadline; time: PlanTime | null } | undefined {
  if (news.kind === 'deletion-scheduled') return { of: 'deletion', time: news.at };
  if (news.kind === 'grace-begun') return { of: 'grace', time: news.until };
  if (news.kind === 'cancelled') return { of: 'period', time: news.activeUntil };
  return news.kind === 'warning' ? { of: news.of, time: { kind: 'time', at: news.at } } : undefined;
}

/** For each deadline ahead the latest warning whose time has come, unless people had it. */
export function warningsDue(plan: Plan, before: LastWarnings, now: number) {
  const deadlines = {
    grace: plan.graceUntil,
    period: plan.cancelAtPeriodEnd ? plan.currentPeriodEnd : null,
    deletion: plan.deleteAt,
  };
  const due: Extract<PlanNews, { kind: 'warning' }>[] = [];
  const warned = { ...before };
  for (const of of DEADLINES) {
    const deadline = deadlines[of];
    if (deadline?.kind !== 'time' || deadline.at <= now) continue;
    const { at } = deadline;
    const days = WARN_DAYS_BEFORE.find((daysBefore) => at - now <= daysBefore * DAY_MS);
    if (days === undefined) continue;
    const last = before[of];
    if (last && Math.abs(last.at - at) < SAME_DEADLINE_MS && last.days <= days) continue;
    due.push({ kind: 'warning', of, at });
    warned[of] = { at, days };
  }
  return { due, warned };
}

/** Leaves out warnings of deadlines that have passed by `now` (ms since the epoch), and what names a date that is none. */
export function stillNews(news: readonly PlanNews[], now: number): PlanNews[] {
  return news.filter((one) => {
    const time = deadlineIn(one)?.time;
    return time?.kind === 'time' ? isDate(time.at) && (one.kind !== 'warning' || time.at > now) : true;
  });
}

function newsOfPending({ pendingChange: before, version }: Plan, after: Plan): PlanNews | undefined {
  const change = after.pendingChange;
  if (before === null) return change === null ? undefined : { kind: 'change-pending', change };
  if (change === null) return { kind: 'pending-change-dropped' };
  // A record of the same version is unchanged, whatever numbers the host recomputes for each answer.
  const isSame =
    (version !== null && version === after.version) || isDeepStrictEqual(withoutTimes(before), withoutTimes(change));
  return isSame ? undefined : { kind: 'pending-change-changed', change };
}

/** Replaces every time by the same text. A number is one only where its name says so. */
function withoutTimes(value: unknown, name = ' '): unknown {
  if (timeIn(name, value) !== undefined) return 'a time';
  if (Array.isArray(value)) return value.map((one) => withoutTimes(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTimes(inner, key)]));
}

function isSameWord(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Whether the record is older than the one before, or turns Standard as the answer for an unknown entity does. */
function looksWrong(before: Plan, after: Plan): boolean {
  const [count, countBefore] = [after, before].map(({ version }) => parseWholeNumber(version ?? ''));
  const isOlder = count !== undefined && countBefore !== undefined && count < countBefore;
  return isOlder || (isStandard(after) && !isStandard(before));
}
