import type { Goal, GoalProgress } from './goal.ts';
import type { Goals } from './store/goals.ts';

/** What a manager sets. Anything but `on: false` turns the goal on. */
export type GoalChange = { claims?: number | undefined; every?: Goal['every'] | undefined; on?: boolean | undefined };

/** `no-number`: nothing was changed, because no number of claims was ever set */
export type GoalOutcome = { kind: 'on'; goal: GoalProgress } | { kind: 'off' } | { kind: 'no-number' };

/** What managers do with the goal of their guild. */
export type GoalService = ReturnType<typeof createGoalService>;

const USUAL_PERIOD = 'week';

export function createGoalService(goals: Pick<Goals, 'find' | 'progress' | 'set' | 'turnOff'>) {
  return {
    /** How far the guild is; undefined without a goal. */
    show: (guildId: string) => goals.progress(guildId),

    async change(guildId: string, { on = true, ...change }: GoalChange): Promise<GoalOutcome> {
      if (!on) {
        await goals.turnOff(guildId);
        return { kind: 'off' };
      }
      const before = await goals.find(guildId);
      const claims = change.claims ?? before?.claims;
      if (claims === undefined) return { kind: 'no-number' };
      const every = change.every ?? before?.every ?? USUAL_PERIOD;
      return { kind: 'on', goal: await goals.set(guildId, { claims, every }) };
    },
  };
}
