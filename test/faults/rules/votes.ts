import type { History } from '../history.ts';
import { claimsOf } from './claims.ts';
import { GRANTED } from './words.ts';

/**
 * The game server took a vote twice, although no person asked for that; or a vote for which nobody was told that a claim
 * is granted; or none for one that was, while no moderator is asked whether it arrived.
 */
export function wrongVotes(history: History): string[] {
  const granted = claimsOf(history).filter(({ shown }) => shown.some(({ title }) => title === GRANTED));
  const votes = Map.groupBy(history.votes, ({ playername, claimedAt }) => `${playername} ${claimedAt}`);
  const countOf = (some: readonly { playername: string }[], name: string) =>
    some.filter(({ playername }) => playername === name).length;
  const distinct = [...votes.values()].flatMap(([vote]) => vote ?? []);
  const names = new Set([...granted, ...history.votes].map(({ playername }) => playername));
  return [
    ...[...votes].flatMap(([vote, all]) =>
      all.length > 1 ? [`the vote of ${vote} was sent ${all.length} times`] : [],
    ),
    ...[...names].flatMap((name) => {
      const [claims, taken, parked] = [granted, distinct, history.parkedVotes].map((some) => countOf(some, name));
      if ((taken ?? 0) > (claims ?? 0)) return [`${name} got ${taken} votes for ${claims} granted claims`];
      const accounted = (taken ?? 0) + (parked ?? 0);
      return accounted < (claims ?? 0)
        ? [`${name} got ${taken} votes, ${parked} left to a moderator, of ${claims}`]
        : [];
    }),
  ];
}
