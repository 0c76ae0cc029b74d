import { isDeepStrictEqual } from 'node:util';

import { DAY_MS } from '../clock.ts';
import { parseWholeNumber } from '../digits.ts';
import { isCancelled, isStandard, type Plan, type PlanTime, readIsoTime } from './plan.ts';
import { type Deadline, DEADLINES, type GivenReminders, type PlanNews } from './store/stored-plan.ts';

/** How many days before a deadline people are reminded of it, the latest reminder first. */
const REMIND_DAYS_BEFORE = [1, 3, 7] as const;
/** A deadline that moves by less than this counts as the same one. */
const SAME_DEADLINE_MS = DAY_MS;

/** Changes whose text already names a deadline, which makes a reminder of it in the same alert redundant. */
const TELLS_DATE_OF: Partial<Record<PlanNews['kind'], Deadline>> = {
  'grace-begun': 'grace',
  cancelled: 'period',
  'deletion-scheduled': 'deletion',
};

type Reminder = Extract<PlanNews, { kind: 'reminder' }>;

/** `plan`: the last answer that was believed; `doubtful`: one that looks wrong and is not confirmed yet. */
export type KnownPlan = { plan: Plan | undefined; doubtful: Plan | undefined; reminders: GivenReminders };

/**
 * What is known after another answer, and what people are to be alerted to. The very first answer is no news. An answer
 * that goes back in time, or turns Standard as that of an unknown entity does, is believed when the next one agrees.
 */
export function learn(known: KnownPlan, answer: Plan, now: number): { known: KnownPlan; news: PlanNews[] } {
  const { plan: before, doubtful } = known;
  const isConfirmed = doubtful !== undefined && changesBetween(doubtful, answer, now).length === 0;
  const isDoubted = before !== undefined && looksWrong(before, answer) && !isConfirmed;
  const plan = isDoubted ? before : answer;
  const changes = before && !isDoubted ? changesBetween(before, plan, now) : [];
  const { due, given } = remindersDue(plan, known.reminders, now);
  return {
    known: { plan, doubtful: isDoubted ? answer : undefined, reminders: given },
    news: [...changes, ...due.filter((reminder) => !changes.some(({ kind }) => TELLS_DATE_OF[kind] === reminder.of))],
  };
}

/**
 * The differences that matter to people. A date that merely moves does not, as hosts may recompute it for each answer;
 * nor does the case of a plan or status. A cancellation or deletion that has disappeared was called off, unless its
 * time has passed or the plan has turned Standard: then it took effect.
 */
export function changesBetween(before: Plan, after: Plan, now: number): PlanNews[] {
  const turnsStandard = isStandard(after) && !isStandard(before);
  const cameAbout = (deadline: PlanTime | null) => turnsStandard || (deadline?.kind === 'time' && deadline.at <= now);
  const changes: PlanNews[] = [];
  if (!isSameWord(before.plan, after.plan)) changes.push({ kind: 'plan-changed', from: before.plan, to: after.plan });
  if (!isSameWord(before.status, after.status)) {
    changes.push({ kind: 'status-changed', from: before.status, to: after.status });
  }
  if (!before.graceUntil && after.graceUntil) changes.push({ kind: 'grace-begun', until: after.graceUntil });
  if (before.graceUntil && !after.graceUntil && !turnsStandard) changes.push({ kind: 'grace-ended' });
  if (!before.cancelAtPeriodEnd && after.cancelAtPeriodEnd) {
    changes.push({ kind: 'cancelled', activeUntil: after.currentPeriodEnd });
  }
  const isEnded = cameAbout(before.currentPeriodEnd) || isCancelled(after);
  if (before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd && !isEnded) {
    changes.push({ kind: 'cancellation-withdrawn' });
  }
  changes.push(...pendingChanges(before, after));
  if (!before.deleteAt && after.deleteAt) changes.push({ kind: 'deletion-scheduled', at: after.deleteAt });
  if (before.deleteAt && !after.deleteAt && !cameAbout(before.deleteAt)) changes.push({ kind: 'deletion-lifted' });
  return changes;
}

/** The reminders that are due: for each deadline ahead the latest one whose time has come, unless it was given. */
export function remindersDue(
  plan: Plan,
  given: GivenReminders,
  now: number,
): { due: Reminder[]; given: GivenReminders } {
  const deadlines = {
    grace: plan.graceUntil,
    period: plan.cancelAtPeriodEnd ? plan.currentPeriodEnd : null,
    deletion: plan.deleteAt,
  };
  const due: Reminder[] = [];
  const givenNow = { ...given };
  for (const of of DEADLINES) {
    const deadline = deadlines[of];
    if (deadline?.kind !== 'time' || deadline.at <= now) continue;
    const { at } = deadline;
    const days = REMIND_DAYS_BEFORE.find((daysBefore) => at - now <= daysBefore * DAY_MS);
    if (days === undefined) continue;
    const last = given[of];
    if (last && Math.abs(last.at - at) < SAME_DEADLINE_MS && last.days <= days) continue;
    due.push({ kind: 'reminder', of, at });
    givenNow[of] = { at, days };
  }
  return { due, given: givenNow };
}

/** What of some news can still be said: a reminder of a deadline that has passed cannot. @param now - ms since the epoch */
export function stillNews(news: readonly PlanNews[], now: number): PlanNews[] {
  return news.filter((one) => one.kind !== 'reminder' || one.at > now);
}

function pendingChanges({ pendingChange: before, version }: Plan, after: Plan): PlanNews[] {
  const change = after.pendingChange;
  if (before === null) return change === null ? [] : [{ kind: 'change-pending', change }];
  if (change === null) return [{ kind: 'pending-change-dropped' }];
  // A record with the same version has not changed: the host merely recomputes its numbers for each answer.
  const isSame =
    (version !== null && version === after.version) || isDeepStrictEqual(withoutTimes(before), withoutTimes(change));
  return isSame ? [] : [{ kind: 'pending-change-changed', change }];
}

/** The value with every ISO 8601 time replaced by the same text. Numbers stay: they may or may not be times. */
function withoutTimes(value: unknown): unknown {
  if (typeof value === 'string') return readIsoTime(value) === undefined ? value : 'a time';
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTimes(inner)]));
}

function isSameWord(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Whether it is older than the record we know, or has turned Standard, as the answer for an unknown entity does. */
function looksWrong(before: Plan, after: Plan): boolean {
  const [count, countBefore] = [after, before].map(({ version }) => parseWholeNumber(version ?? ''));
  const isOlder = count !== undefined && countBefore !== undefined && count < countBefore;
  return isOlder || (isStandard(after) && !isStandard(before));
}
