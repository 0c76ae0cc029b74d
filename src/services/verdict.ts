import { refusesCredential } from '../errors.ts';
import { DOUBT_LASTS_MS, type Attempt, type Verdict } from '../storage/claim.ts';

/**
 * The verdict that a claim's attempts prove. The main service answers 1 for a vote once and 2 from then on (specification, section 3), so
 * after a lost answer a 2 may be our own grant.
 *
 * @param own - the attempts of this claim, oldest first
 * @param related - every attempt that bears on its key, including its own, oldest first
 * @param now - ms since the epoch
 */
export function foldVerdict(own: readonly Attempt[], related: readonly Attempt[], now: number): Verdict {
  if (own.some((attempt) => answered(attempt, 1))) return { kind: 'granted' };
  const lastAnswer = own.findLastIndex(({ outcome }) => outcome?.kind === 'answered');
  if (own.findLastIndex(isUnresolved) > lastAnswer) return { kind: 'pending' };
  const answer = own[lastAnswer];
  if (answer) {
    if (answered(answer, 0)) return { kind: 'none' };
    if (isInDoubt(related, now)) return { kind: 'likely-granted' };
    return { kind: 'already', recordedAt: related.findLast((attempt) => answered(attempt, 1))?.startedAt };
  }
  const refusal = own.findLast(({ outcome }) => outcome?.kind === 'rejected')?.outcome;
  return refusal?.kind === 'rejected' ? refusalOf(refusal) : { kind: 'unavailable' };
}

/**
 * Whether a 2 on this key could be an earlier grant of ours: an attempt that started less than 24 hours ago ended unknown, and no attempt
 * that started later was answered 1. Neither a 0 nor a 2 proves that the unknown attempt did nothing.
 */
export function isInDoubt(related: readonly Attempt[], now: number): boolean {
  const lastGrant = related.findLastIndex((attempt) => answered(attempt, 1));
  return related
    .slice(lastGrant + 1)
    .some((attempt) => isUnresolved(attempt) && now - attempt.startedAt < DOUBT_LASTS_MS);
}

function answered({ outcome }: Attempt, claimed: 0 | 1 | 2): boolean {
  return outcome?.kind === 'answered' && outcome.claimed === claimed;
}

function isUnresolved({ outcome }: Attempt): boolean {
  return outcome === undefined || outcome.kind === 'unknown';
}

function refusalOf({ status, retryAt }: { status: number; retryAt: number | undefined }): Verdict {
  if (refusesCredential(status)) return { kind: 'refused', reason: 'token' };
  switch (status) {
    case 400:
    case 422:
      return { kind: 'refused', reason: 'name' };
    case 429:
      return { kind: 'refused', reason: 'busy', retryAt };
    default:
      return { kind: 'refused', reason: 'other' };
  }
}
