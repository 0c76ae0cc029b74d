import type { History, Listed, Vote } from '../history.ts';
import { claimsOf, forgottenRewards, isGone, type KnownClaim } from './claims.ts';
import { GRANTED } from './words.ts';

/**
 * The game server took a vote twice, although no person asked for that; or a vote for which nobody was told that a claim
 * is granted, and no moderator says so; or none for one that was, while no moderator is asked whether it arrived, or has
 * said that it did.
 */
export function wrongVotes(history: History): string[] {
  const granted = claimsOf(history).filter(({ shown }) => shown.some(({ title }) => title === GRANTED));
  const { due, possible } = rewardedOf(history, granted);
  const arrived = history.decisions.filter(({ kind, isKept }) => kind === 'arrived' && isKept);
  const votes = [...Map.groupBy(history.votes, keyOf)].map(([key, sent]) => ({
    key,
    sent,
    claims: claimsBehind(history, key).size || 1,
  }));
  const countOf = (some: readonly { playername: string }[], name: string) =>
    some.filter(({ playername }) => playername === name).length;
  const taken = votes.flatMap(({ sent, claims }) => sent.slice(0, claims));
  const names = new Set([...due, ...history.votes].map(({ playername }) => playername));
  return [
    ...votes.flatMap(({ key, sent, claims }) =>
      sent.length > claims + repeatsOf(history, key)
        ? [`the vote of ${key} was sent ${sent.length} times (claims of this time: ${claims})`]
        : [],
    ),
    ...[...names].flatMap((name) => {
      const [most = 0, least = 0, got = 0, left = 0] = [possible, due, taken, [...history.parkedVotes, ...arrived]].map(
        (some) => countOf(some, name),
      );
      if (got > most) return [`${name} got ${got} votes for ${most} granted claims`];
      return got + left < least ? [`${name} got ${got} votes, ${left} left to a moderator, of ${least}`] : [];
    }),
  ];
}

/** The claims that are rewarded with a vote: those that must be, and those that may be. */
function rewardedOf(history: History, granted: readonly KnownClaim[]): Record<'due' | 'possible', Listed[]> {
  const isTold = (reference: string) => granted.some((one) => one.reference === reference);
  const claimed = history.decisions.filter(({ kind, reference }) => kind === 'claimed' && !isTold(reference));
  const byReference = new Map(claimed.map((one) => [one.reference, one]));
  return {
    due: [
      // Its vote may have been left to a moderator, and be gone with it.
      ...granted.filter((claim) => !isGone(history, claim)),
      ...byReference.values().filter(({ isKept }) => isKept),
    ],
    possible: [
      ...granted,
      ...byReference.values(),
      ...forgottenRewards(history, (reference) => isTold(reference) || byReference.has(reference)),
    ],
  };
}

/** A vote says no more of its claim. */
function keyOf({ playername, claimedAt }: Vote): string {
  return `${playername} ${claimedAt}`;
}

/** The claims of a player that have this time: more than one when a transaction gave several their verdicts. */
function claimsBehind({ handedOver }: History, key: string): Set<string> {
  return new Set(handedOver.filter((reward) => keyOf(reward) === key).map(({ reference }) => reference));
}

/** How often a moderator had this vote sent again. */
function repeatsOf(history: History, key: string): number {
  const claims = claimsBehind(history, key);
  return history.decisions.filter(({ kind, reference }) => kind === 'sent-again' && claims.has(reference)).length;
}
