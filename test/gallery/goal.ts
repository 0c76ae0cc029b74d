import { MIDNIGHT_UTC } from '../../src/guilds/day-start.ts';
import type { GoalProgress } from '../../src/guilds/goal.ts';
import { goalChanged, goalNow, goalReached } from '../../src/guilds/views/goal.ts';
import { DAY_MS, NOW, type Replies } from './entries.ts';

export const GOAL: GoalProgress = {
  claims: 50,
  every: 'week',
  count: 37,
  from: NOW - 5 * DAY_MS,
  until: NOW + 2 * DAY_MS,
};

export const replies: Replies = {
  'never set': (t) => goalNow(undefined, MIDNIGHT_UTC, t),
  'as it is': (t) => goalNow(GOAL, { timeZone: 'America/Argentina/Buenos_Aires', hour: 5 }, t),
  'set for each day, with nothing counted': (t) =>
    goalChanged({ ...GOAL, claims: 1_000_000, every: 'day', count: 0 }, MIDNIGHT_UTC, t),
  'set for each month, and reached already': (t) =>
    goalChanged({ ...GOAL, every: 'month', count: 12_345 }, MIDNIGHT_UTC, t),
  'turned off': (t) => goalChanged('off', MIDNIGHT_UTC, t),
  'no number': (t) => goalChanged('no-number', MIDNIGHT_UTC, t),
  'for everyone, that it is reached': (t) => goalReached({ ...GOAL, count: 50 }, t),
};
