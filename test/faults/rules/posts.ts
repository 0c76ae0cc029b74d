import type { History } from '../history.ts';
import { asksBehind } from './claims.ts';
import { STORAGE, UNAVAILABLE } from './words.ts';

/** The main service may notice that a POST was given up only after the next one has reached it by another connection. */
const NOTICED_WITHIN_MS = 50;

/** Two POSTs of a key were in flight at once, although no process was kept from running in the meantime. */
export function overlappingPosts({ posts, troubles }: History): string[] {
  const pauses = troubles.filter(({ kind }) => kind === 'pause');
  return posts.flatMap((post, index) => {
    const overlaps = posts
      .slice(index + 1)
      .some(
        (other) =>
          other.playername === post.playername &&
          other.token === post.token &&
          other.startedAt < post.endedAt - NOTICED_WITHIN_MS &&
          post.startedAt < other.endedAt - NOTICED_WITHIN_MS &&
          !pauses.some(({ from, until }) => from <= other.startedAt && post.startedAt <= until),
      );
    return overlaps ? [`two POSTs for ${post.playername} were in flight at once at ${post.startedAt}`] : [];
  });
}

export function unrecordedPosts({ posts }: History): string[] {
  return posts
    .filter(({ hadAttemptRow }) => !hadAttemptRow)
    .map(({ playername, startedAt }) => `a POST for ${playername} at ${startedAt} had no attempt on record`);
}

/**
 * Somebody was told that a service or the storage failed them, although nothing had been wrong with either since they
 * asked.
 */
export function needlessRefusals(history: History): string[] {
  return history.shown
    .filter(({ title }) => title === UNAVAILABLE || title === STORAGE)
    .flatMap((state) => {
      const askedAt = Math.min(...asksBehind(history, state).map(({ at }) => at));
      const troubled = history.troubles.some(({ from, until }) => from <= state.at && askedAt <= until);
      return troubled ? [] : [`${state.personId} was told "${state.title}", although nothing was wrong`];
    });
}
