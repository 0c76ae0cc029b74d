import type { Goal, GoalProgress } from './goal.ts';
import type { Goals } from './store/goals.ts';

/** What a manager gives. Anything but `on: false` turns the goal on. */
export type GoalChange = { claims?: number | undefined; every?: Goal['every'] | undefined; on?: boolean | undefined };

/** What came of it. `no-number`: nothing was changed, because nobody has said how many claims */
export type GoalOutcome = { kind: 'on'; goal: GoalProgress } | { kind: 'off' } | { kind: 'no-number' };

/** What managers do with the goal of their guild. */
export type GoalService = {
  /** How far it is; undefined where there is none. */
  show(guildId: string): Promise<GoalProgress | undefined>;
  change(guildId: string, change: GoalChange): Promise<GoalOutcome>;
};

const EVERY_UNLESS_SAID = 'week';

export function createGoalService(goals: Pick<Goals, 'find' | 'progress' | 'set' | 'turnOff'>): GoalService {
  return {
    show: (guildId) => goals.progress(guildId),

    async change(guildId, { claims: given, every: named, on = true }) {
      if (!on) {
        await goals.turnOff(guildId);
        return { kind: 'off' };
      }
      const before = await goals.find(guildId);
      const claims = given ?? before?.claims;
      if (claims === undefined) return { kind: 'no-number' };
      const every = named ?? before?.every ?? EVERY_UNLESS_SAID;
      return { kind: 'on', goal: await goals.set(guildId, { claims, every }) };
    },
  };
}
