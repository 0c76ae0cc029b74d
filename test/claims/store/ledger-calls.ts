import fc from 'fast-check';

import type { Attempt, Claim, ClaimRequest } from '../../../src/claims/claim.ts';
import type { PastClaim } from '../../../src/claims/store/history.ts';
import type { ClaimLedger } from '../../../src/claims/store/ledger.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';

export type Announced = { claimId: string | null; guildId: string };

/** A claim as the list has it, its attempts only counted. */
export type CountedPastClaim = Omit<PastClaim, 'attempts' | 'deliveries' | 'decisions' | 'alsoInDoubt'> & {
  attempts: number;
};

/** Whether a moderator has to decide about it, where no reward is sent. */
export function isWaiting({
  state,
  verdict,
  resolution,
}: Pick<CountedPastClaim, 'state' | 'verdict' | 'resolution'>): boolean {
  return state === 'parked' || (verdict?.kind === 'likely-granted' && !resolution);
}

type Promised = Omit<ClaimLedger, 'untold' | 'leftWaiting' | 'toTellArrived' | 'askModerators' | 'leavePost'> & {
  untold(): Promise<ClaimRequest[]>;
  leftWaiting(): Promise<ClaimRequest[]>;
  pastClaims(guildId: string): Promise<CountedPastClaim[]>;
  wantAnnouncements(guildId: string, wanted: boolean): Promise<void>;
  announced(): Promise<Announced[]>;
};

type AtOnceOrLater<F> = F extends (...given: infer G) => Promise<infer R> ? (...given: G) => R | Promise<R> : never;

/**
 * The ledger, and what else shows what is in it: the moderators' list and the announcements. A model may answer at
 * once.
 */
export type LedgerCalls = { [K in keyof Promised]: AtOnceOrLater<Promised[K]> };

/** What the answers have shown so far, in that order. `end`: how an attempt's POST ends, whenever that is recorded. */
export type Seen = {
  claims: Claim[];
  requests: ClaimRequest[];
  attempts: { claim: Claim; attempt: Attempt; end: AttemptOutcome }[];
};

/** `learn` adds what the answer shows. `leaves`, of a takeover: whether it left a claim alone. */
export type Played = { answer: unknown; learn?: (seen: Seen) => unknown; leaves?: (claim: Claim) => boolean };

/**
 * One call of a history. It finds what it is about by when that was first seen, so that a history can be played on any
 * ledger.
 */
export type Call = {
  play(ledger: LedgerCalls, seen: Seen): Promise<Played>;
  /** Whether another transaction may find this claim locked by it. */
  locks(claim: Claim, seen: Seen): boolean;
  toString(): string;
};

type Given = { back: number } & Record<string, unknown>;

/** About a claim that was seen, perhaps as it was at an earlier epoch. */
export const aboutClaim = about(
  ({ claims }) => claims,
  ({ id }) => id,
);
export const aboutRequest = about(
  ({ requests }) => requests,
  ({ claimId }) => claimId,
);
export const aboutAttempt = about(
  ({ attempts }) => attempts,
  ({ attempt }) => attempt.claimId,
);

export function anyTime(name: string, given: object, on: (ledger: LedgerCalls) => unknown): Call {
  return {
    play: async (ledger) => ({ answer: await on(ledger) }),
    locks: () => false,
    toString: () => `${name} ${fc.stringify(given)}`,
  };
}

function about<T>(listOf: (seen: Seen) => readonly T[], claimOf: (item: T) => string | null) {
  return (name: string, given: Given, on: (ledger: LedgerCalls, item: T) => Promise<Played>): Call => {
    const find = (seen: Seen) => seenAt(listOf(seen), given.back);
    return {
      async play(ledger, seen) {
        const item = find(seen);
        return item === undefined ? { answer: 'nothing to ask about' } : on(ledger, item);
      },
      locks({ id }, seen) {
        const item = find(seen);
        return item !== undefined && claimOf(item) === id;
      },
      toString: () => `${name} ${fc.stringify(given)}`,
    };
  };
}

/** @param back - by how much earlier than the latest it was seen */
export function seenAt<T>(seen: readonly T[], back: number): T | undefined {
  return seen.length === 0 ? undefined : seen.at(-1 - (back % seen.length));
}

/** A list as sets of what follows each other with the same rank, and is in no promised order. */
export function byRank<T>(list: readonly T[], rank: (item: T) => unknown): Set<T>[] {
  const sets: Set<T>[] = [];
  list.forEach((item, at) => {
    const last = list[at - 1];
    if (last !== undefined && rank(last) === rank(item)) sets.at(-1)?.add(item);
    else sets.push(new Set([item]));
  });
  return sets;
}

export function age({ createdAt }: ClaimRequest): number {
  return createdAt;
}

/** Which number an attempt has is not promised, only that later ones have greater numbers. */
export function withoutSequence(attempt: Attempt): object {
  return { ...attempt, sequence: undefined };
}
