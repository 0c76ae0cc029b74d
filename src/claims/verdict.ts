import { refusesCredential, TOO_MANY_REQUESTS } from '../work/errors.ts';
import { type Attempt, type Evidence, isUnresolved, provenGrant, wasAnswered } from './claim.ts';
import type { ProvenVerdict, Verdict } from './states.ts';

/**
 * The verdict that the evidence proves: by the answers, and where there is none by the status of a refusal. The main
 * service answers 1 for a vote once and 2 from then on (docs/services.md, "A vote"), so after a lost answer a 2 may be
 * our own grant.
 */
export function verdictOf(playername: string, { own, related }: Pick<Evidence, 'own' | 'related'>): ProvenVerdict {
  const grant = provenGrant(own);
  if (grant) return grant;
  const lastAnswer = own.findLastIndex(({ outcome }) => outcome?.kind === 'answered');
  if (own.findLastIndex(isUnresolved) > lastAnswer) return { kind: 'pending' };
  const doubtful = own.some(isUnresolved) || isInDoubt(related);
  const doubt: { inDoubt?: true } = doubtful ? { inDoubt: true } : {};
  const answer = own[lastAnswer]?.outcome;
  if (answer?.kind !== 'answered') return { ...withoutAnswer(own), ...doubt };
  switch (answer.claimed) {
    case 0:
      return { kind: 'none', ...doubt };
    case 1:
      return { kind: 'granted' };
    case 2:
      if (doubtful) return { kind: 'likely-granted' };
      return { kind: 'already', recordedAt: lastReward(playername, related)?.startedAt };
  }
}

/**
 * Whether a 2 for a name could be an earlier grant of ours: an attempt of unknown outcome, in whatever spelling, with no
 * later 1 for the same spelling. Neither a 0 nor a 2 proves that it did nothing, and a host that tells spellings apart
 * answers 1 to another spelling for another vote. What a moderator finds out about its claim, or else about a later 2,
 * puts it out of doubt.
 */
export function isInDoubt(related: readonly Attempt[]): boolean {
  return related.some((attempt) => {
    const { playername, sequence, question } = attempt;
    if (!isUnresolved(attempt) || isExplained(attempt)) return false;
    const isExplainedSince = related.some((later) => later.sequence > sequence && isExplained(later));
    return (question === 'open' || !isExplainedSince) && sequence >= (lastGrant(playername, related)?.sequence ?? 0);
  });
}

/**
 * Whether a moderator found out where the vote went. One who says that a lost POST claimed nothing has explained no 2: the
 * next one is asked about anew.
 */
function isExplained(attempt: Attempt): boolean {
  return attempt.question === 'claimed' || (attempt.question === 'not-claimed' && wasAnswered(attempt, 2));
}

/** The verdict to be told now: a claim that came to nothing may have come into doubt since it was closed. */
export function withDoubt(verdict: Verdict, related: readonly Attempt[]): Verdict {
  return isFruitless(verdict) && isInDoubt(related) ? { ...verdict, inDoubt: true } : verdict;
}

/** The verdicts of claims that came to nothing. */
const FRUITLESS = ['none', 'unavailable', 'postponed', 'refused'] as const;
type Fruitless = Extract<Verdict, { kind: (typeof FRUITLESS)[number] }>;

function isFruitless(verdict: Verdict): verdict is Fruitless {
  return FRUITLESS.some((kind) => kind === verdict.kind);
}

function lastGrant(playername: string, related: readonly Attempt[]): Attempt | undefined {
  return related.findLast((attempt) => attempt.playername === playername && wasAnswered(attempt, 1));
}

/** The last attempt that gave the player a reward: by its answer, or as a moderator found out. */
function lastReward(playername: string, related: readonly Attempt[]): Attempt | undefined {
  return related.findLast(
    (attempt) => attempt.playername === playername && (wasAnswered(attempt, 1) || attempt.question === 'claimed'),
  );
}

/** The verdict of a claim whose attempts were all refused, or not even sent. */
function withoutAnswer(own: readonly Attempt[]): Fruitless {
  const refusal = own.findLast(({ outcome }) => outcome?.kind === 'rejected')?.outcome;
  if (refusal?.kind !== 'rejected') return { kind: 'unavailable' };
  const { status, retryAt } = refusal;
  if (refusesCredential(status)) return { kind: 'refused', reason: 'token' };
  switch (status) {
    case 400:
    case 422:
      return { kind: 'refused', reason: 'name' };
    case TOO_MANY_REQUESTS:
      return { kind: 'refused', reason: 'busy', retryAt };
    default:
      return { kind: 'refused', reason: 'other' };
  }
}
