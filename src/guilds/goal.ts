import { z } from 'zod';

import { DAY_MS } from '../work/clock.ts';

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

/** The calendar's period around a moment, in UTC; a week begins on Monday. All in ms since the epoch. */
export function periodOf(every: Goal['every'], at: number): { from: number; until: number } {
  const day = Math.floor(at / DAY_MS);
  switch (every) {
    case 'day':
      return { from: day * DAY_MS, until: (day + 1) * DAY_MS };
    case 'week': {
      const monday = day - ((day + DAYS_FROM_MONDAY) % 7);
      return { from: monday * DAY_MS, until: (monday + 7) * DAY_MS };
    }
    case 'month': {
      const date = new Date(at);
      const startOf = (month: number) => Date.UTC(date.getUTCFullYear(), month);
      return { from: startOf(date.getUTCMonth()), until: startOf(date.getUTCMonth() + 1) };
    }
  }
}

export function isReached({ count, claims }: Pick<GoalProgress, 'count' | 'claims'>): boolean {
  return count >= claims;
}

/** How far each of a guild's claims brought it, in their order. @param goal - after the last one */
export function stepsTo(goal: GoalProgress, claims: number): GoalProgress[] {
  return Array.from({ length: claims }, (_, index) => ({ ...goal, count: goal.count - (claims - 1 - index) }));
}
