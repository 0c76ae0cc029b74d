import { retry } from '../work/retry.ts';
import { type Claim, logFields } from './claim.ts';
import type { ClaimReplies } from './replies.ts';
import type { EndedOfClaim } from './store/attempts.ts';
import type { ClaimWork } from './work.ts';

/**
 * Records how attempts ended. What cannot be recorded is tried again later, even if another process holds the claim by
 * then: nobody else has this answer.
 */
export function createAttemptEnds(options: ClaimWork & { replies: ClaimReplies }) {
  const { ledger, replies, clock, timings, stopping, count, log } = options;
  const left = new Set<Promise<void>>();

  async function recordAlone({ claim, attempt, outcome }: EndedOfClaim): Promise<void> {
    if (await ledger.endAttempt(attempt, outcome)) await tellGranted(claim);
  }

  async function tellGranted(claim: Claim): Promise<void> {
    count('claims_total{verdict}', 'granted');
    log.info({ ...logFields(claim), verdict: 'granted' }, 'claim granted late');
    await replies.tellAll(await ledger.requestsOf(claim.id));
  }

  async function recordLater(end: EndedOfClaim): Promise<void> {
    const giveUpAt = clock.monotonic() + timings.replyEditableMs;
    await clock.sleep(timings.recoveryEveryMs, stopping);
    try {
      await retry(() => recordAlone(end), {
        pauseAfter: () => (clock.monotonic() < giveUpAt ? timings.recoveryEveryMs : undefined),
        clock,
        stopping,
      });
    } catch (error) {
      const fields = { ...logFields(end.claim), outcome: end.outcome.kind, err: error };
      log.error(fields, 'the end of an attempt could not be recorded');
    }
  }

  async function recordBy<T>(end: EndedOfClaim, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const recording = recordLater(end).finally(() => left.delete(recording));
      left.add(recording);
      throw error;
    }
  }

  return {
    /** Records an end, and tells everyone if it makes a closed claim a granted one. @throws what the ledger throws */
    record: (end: EndedOfClaim) => recordBy(end, () => recordAlone(end)),
    /** Records an end by `work`, which records more with it. @throws what `work` throws */
    recordBy,
    tellGranted,
    /** Resolves when no end is left to record. */
    async idle(): Promise<void> {
      while (left.size > 0) await Promise.all(left);
    },
  };
}
