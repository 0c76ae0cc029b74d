import { z } from 'zod';

import { DAY_MS } from '../work/clock.ts';
import { beginningOf, type DayStart } from './day-start.ts';

export const GOAL_PERIODS = ['day', 'week', 'month'] as const;

/** How far a guild is. `count`: claims confirmed so far; `from`, `until`: of the period, in ms since the epoch */
export const goalProgress = z.object({
  claims: z.number(),
  every: z.enum(GOAL_PERIODS),
  count: z.number(),
  from: z.number(),
  until: z.number(),
});
export type GoalProgress = z.infer<typeof goalProgress>;

/** How many claims, for any names, a guild wants to have confirmed in each period. */
export type Goal = Pick<GoalProgress, 'claims' | 'every'>;

/** What a manager sets: the rest stays as it was. Anything but `on: false` turns the goal on. */
export type GoalChange = { claims?: number | undefined; every?: Goal['every'] | undefined; on?: boolean | undefined };

/** `no-number`: nothing was changed, because no number of claims was ever set */
export type GoalOutcome = GoalProgress | 'off' | 'no-number';

export const GOAL_CLAIMS = { min: 1, max: 1_000_000 } as const;
export const USUAL_PERIOD = 'week';

/** The epoch began on a Thursday. */
const DAYS_FROM_MONDAY = 3;

/** The first day of the calendar's period around a day, and of the next one; a week begins on Monday. */
export function firstDays(every: Goal['every'], day: number): { first: number; next: number } {
  switch (every) {
    case 'day':
      return { first: day, next: day + 1 };
    case 'week': {
      const monday = day - ((day + DAYS_FROM_MONDAY) % 7);
      return { first: monday, next: monday + 7 };
    }
    case 'month': {
      const date = new Date(day * DAY_MS);
      const startOf = (month: number) => Date.UTC(date.getUTCFullYear(), month) / DAY_MS;
      return { first: startOf(date.getUTCMonth()), next: startOf(date.getUTCMonth() + 1) };
    }
  }
}

/** The period around a day of a guild, in ms since the epoch. */
export function periodOf(every: Goal['every'], start: DayStart, day: number): { from: number; until: number } {
  const { first, next } = firstDays(every, day);
  return { from: beginningOf(start, first), until: beginningOf(start, next) };
}

/** How far each of a guild's claims brought it, in their order. @param goal - after the last one */
export function stepsTo(goal: GoalProgress, claims: number): GoalProgress[] {
  return Array.from({ length: claims }, (_, index) => ({ ...goal, count: goal.count - (claims - 1 - index) }));
}
