import { randomUUID } from 'node:crypto';

import type { Messenger } from '../../src/services/messenger.ts';
import type { Attempt, Claim } from '../../src/storage/claim.ts';
import type { ClaimLedger } from '../../src/storage/claim-ledger.ts';
import type { VoteHost } from '../../src/upstream/votes.ts';

/** The moments of a claim at which the process may die, in order. */
export const KILL_POINTS = [
  'before admit',
  'after admit',
  'before attempt row',
  'after attempt row',
  'after post',
  'after attempt end',
  'before close',
  'after close',
  'before telling',
  'after telling',
  'after marking',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** Deliberate mistakes that the checker must catch. */
export const MUTANTS = ['2 read as already', 'attempt row after the post'] as const;
export type Mutant = (typeof MUTANTS)[number];

type Parts = { ledger: ClaimLedger; votes: VoteHost; messenger: Messenger };

/** Kills the process, with no chance to clean up, when a point is reached for the n-th time. */
export function withKillPoint({ ledger, votes, messenger }: Parts, point: KillPoint | undefined, times: number): Parts {
  let left = times;
  const reach = (reached: KillPoint): void => {
    if (reached !== point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  const around = async <T>(before: KillPoint | undefined, work: () => Promise<T>, after: KillPoint): Promise<T> => {
    if (before) reach(before);
    const value = await work();
    reach(after);
    return value;
  };
  return {
    ledger: {
      ...ledger,
      admit: (request) => around('before admit', () => ledger.admit(request), 'after admit'),
      startAttempt: (claim) => around('before attempt row', () => ledger.startAttempt(claim), 'after attempt row'),
      endAttempt: (attempt, outcome) =>
        around(undefined, () => ledger.endAttempt(attempt, outcome), 'after attempt end'),
      close: (claim, verdict, options) =>
        around('before close', () => ledger.close(claim, verdict, options), 'after close'),
      markTold: (requestId, verdict) => around(undefined, () => ledger.markTold(requestId, verdict), 'after marking'),
    },
    votes: { claim: (request) => around(undefined, () => votes.claim(request), 'after post') },
    messenger: {
      ...messenger,
      tellClaim: (request, reply, answer) =>
        around('before telling', () => messenger.tellClaim(request, reply, answer), 'after telling'),
    },
  };
}

export function withMutant({ ledger, ...parts }: Parts, mutant: Mutant | undefined): Parts {
  switch (mutant) {
    case undefined:
      return { ledger, ...parts };
    case '2 read as already':
      return {
        ...parts,
        ledger: {
          ...ledger,
          evidence: async (claim) => {
            const { own, related, now } = await ledger.evidence(claim);
            const withAnswer = (attempts: Attempt[]) => attempts.filter(({ outcome }) => outcome?.kind === 'answered');
            const isAnswered = withAnswer(own).length > 0;
            return { own: isAnswered ? withAnswer(own) : own, now, related: withAnswer(related) };
          },
        },
      };
    case 'attempt row after the post': {
      const claimsByAttempt = new Map<string, Claim>();
      return {
        ...parts,
        ledger: {
          ...ledger,
          startAttempt: (claim) => {
            const id = randomUUID();
            claimsByAttempt.set(id, claim);
            const { id: claimId, playername } = claim;
            return Promise.resolve({ id, claimId, playername, sequence: 0, startedAt: Date.now(), outcome: undefined });
          },
          endAttempt: async ({ id }, outcome) => {
            const claim = claimsByAttempt.get(id);
            return claim ? ledger.endAttempt(await ledger.startAttempt(claim), outcome) : false;
          },
        },
      };
    }
  }
}
