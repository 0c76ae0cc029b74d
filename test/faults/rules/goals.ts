import type { Goal, History, Post } from '../history.ts';
import { GOAL_REACHED, THANKS } from './words.ts';

/**
 * The claims of a guild that were granted, each of which is thanked for once, brought it from one number to the next.
 * One was skipped, or was there twice, or the number that its manager reads in the end is another.
 */
export function miscounted(history: History): string[] {
  return history.goals.flatMap((goal) => {
    const { guildId, count, until } = goal;
    const thanked = byPeriod(history, goal, THANKS);
    const wrong = [...thanked.values()].flatMap((posts) => {
      const counts = posts.map((post) => post.goal?.count ?? 0).toSorted((one, other) => one - other);
      return counts.some((one, at) => one !== at + 1)
        ? [`${counts.length} claims of guild ${guildId} were counted as ${counts.join(', ')}`]
        : [];
    });
    const most = thanked.get(until)?.length ?? 0;
    return count === most ? wrong : [...wrong, `${most} claims of guild ${guildId} are counted as ${count} in the end`];
  });
}

/** That a goal is reached was not said in a period, or more than once, or before it was so. */
export function wrongGoalPosts(history: History): string[] {
  return history.goals.flatMap((goal) => {
    const { guildId, claims } = goal;
    const thanked = byPeriod(history, goal, THANKS);
    const said = byPeriod(history, goal, GOAL_REACHED);
    return [...new Set([...thanked.keys(), ...said.keys()])].flatMap((until) => {
      const isReached = (thanked.get(until)?.length ?? 0) >= claims;
      const times = said.get(until)?.length ?? 0;
      return times === (isReached ? 1 : 0) ? [] : [`that guild ${guildId} reached its goal was said ${times} times`];
    });
  });
}

/** The posts of a guild with this title, by the end of the period that they name. A moderator's word counts for none. */
function byPeriod({ channel, decisions }: History, { guildId }: Goal, wanted: string): Map<number | undefined, Post[]> {
  const decided = decisions.filter(({ kind }) => kind === 'claimed').map(({ reference }) => reference);
  const posts = channel.filter(
    ({ guildId: id, title, reference = '', goal }) =>
      id === guildId && title === wanted && (goal !== undefined || !decided.includes(reference)),
  );
  return Map.groupBy(posts, ({ goal }) => goal?.until);
}
