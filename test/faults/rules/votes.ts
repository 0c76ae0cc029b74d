import type { History, Vote } from '../history.ts';
import { claimsOf } from './claims.ts';
import { GRANTED } from './words.ts';

/**
 * The game server took a vote twice, although no person asked for that; or a vote for which nobody was told that a claim
 * is granted; or none for one that was, while no moderator is asked whether it arrived.
 */
export function wrongVotes(history: History): string[] {
  const granted = claimsOf(history).filter(({ shown }) => shown.some(({ title }) => title === GRANTED));
  const votes = [...Map.groupBy(history.votes, keyOf)].map(([key, sent]) => ({
    key,
    sent,
    claims: claimsBehind(history, key),
  }));
  const countOf = (some: readonly { playername: string }[], name: string) =>
    some.filter(({ playername }) => playername === name).length;
  const taken = votes.flatMap(({ sent, claims }) => sent.slice(0, claims));
  const names = new Set([...granted, ...history.votes].map(({ playername }) => playername));
  return [
    ...votes.flatMap(({ key, sent, claims }) =>
      sent.length > claims ? [`the vote of ${key} was sent ${sent.length} times (claims of this time: ${claims})`] : [],
    ),
    ...[...names].flatMap((name) => {
      const [claims = 0, got = 0, parked = 0] = [granted, taken, history.parkedVotes].map((some) =>
        countOf(some, name),
      );
      if (got > claims) return [`${name} got ${got} votes for ${claims} granted claims`];
      return got + parked < claims ? [`${name} got ${got} votes, ${parked} left to a moderator, of ${claims}`] : [];
    }),
  ];
}

/** A vote says no more of its claim. */
function keyOf({ playername, claimedAt }: Vote): string {
  return `${playername} ${claimedAt}`;
}

/** How many claims of a player have this time: more than one when a transaction gave several their verdicts. */
function claimsBehind({ handedOver }: History, key: string): number {
  const references = handedOver.filter((reward) => keyOf(reward) === key).map(({ reference }) => reference);
  return Math.max(1, new Set(references).size);
}
