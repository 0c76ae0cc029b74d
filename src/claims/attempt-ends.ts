import { retry } from '../retry.ts';
import { type Claim, fieldsOf } from './claim.ts';
import type { ClaimReplies } from './replies.ts';
import type { EndedOfClaim } from './store/attempts.ts';
import type { ClaimWork } from './work.ts';

/**
 * Puts on record how attempts ended. An end that cannot be recorded is recorded later, whoever holds the claim by then:
 * no later answer can replace one that we have.
 */
export function createAttemptEnds(options: ClaimWork & { replies: ClaimReplies }) {
  const { ledger, replies, clock, timings, stopping, log } = options;
  const left = new Set<Promise<void>>();

  async function recordAlone({ claim, attempt, outcome }: EndedOfClaim): Promise<void> {
    const isGrantedLate = await ledger.endAttempt(attempt, outcome);
    if (isGrantedLate) await tellGranted(claim);
  }

  async function tellGranted(claim: Claim): Promise<void> {
    log.info({ ...fieldsOf(claim), verdict: 'granted' }, 'claim granted late');
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
      const fields = { ...fieldsOf(end.claim), outcome: end.outcome.kind, err: error };
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
    /** Records an end, and tells everyone if that makes a closed claim a granted one. @throws what kept it from that */
    record: (end: EndedOfClaim) => recordBy(end, () => recordAlone(end)),
    /** Records an end by `work`, which records more with it. @throws what `work` throws */
    recordBy,
    /** Tells everyone that a closed claim is a granted one by now. */
    tellGranted,
    /** Resolves when no end is left that still has to be recorded. */
    async idle(): Promise<void> {
      while (left.size > 0) await Promise.all(left);
    },
  };
}
