import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { retry } from '../retry.ts';
import { type Attempt, type Claim, fieldsOf } from './claim.ts';
import type { ClaimReplies } from './replies.ts';
import type { ClaimLedger } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';
import type { AttemptOutcome } from './vote-client.ts';

/** How an attempt of a claim ended. */
type AttemptEnd = { claim: Claim; attempt: Attempt; outcome: AttemptOutcome };

/** Puts on record how attempts ended, sooner or later. */
export type AttemptEnds = {
  /** Records an end, and tells everyone if that makes a closed claim a granted one. */
  record(end: AttemptEnd): Promise<void>;
  /** Tells everyone that a closed claim is a granted one by now. */
  grantedLate(claim: Claim): Promise<void>;
  /**
   * Does what records an end. If that fails, the end alone is recorded later, whoever holds the claim by then.
   *
   * @param work - {@link record} unless more is to be recorded with it
   */
  sooner<T>(end: AttemptEnd, work: () => Promise<T>): Promise<T>;
  /** Resolves when no answer is left that still has to be recorded. */
  idle(): Promise<void>;
};

/** @param options.stopping - when it aborts, each end that is left is tried once more and then given up */
export function createAttemptEnds(options: {
  ledger: ClaimLedger;
  replies: ClaimReplies;
  clock: Clock;
  timings: ClaimTimings;
  stopping: AbortSignal;
  log: Log;
}): AttemptEnds {
  const { ledger, replies, clock, timings, stopping, log } = options;
  const left = new Set<Promise<void>>();

  async function record({ claim, attempt, outcome }: AttemptEnd): Promise<void> {
    const changedVerdict = await ledger.endAttempt(attempt, outcome);
    if (changedVerdict) await grantedLate(claim);
  }

  async function grantedLate(claim: Claim): Promise<void> {
    log.info({ ...fieldsOf(claim), verdict: 'granted' }, 'claim granted late');
    await replies.tellAll(await ledger.requestsOf(claim.id));
  }

  /** No later answer can replace one that we have, so recording it is retried for as long as it may matter. */
  async function recordLater(end: AttemptEnd): Promise<void> {
    const giveUpAt = clock.monotonic() + timings.recordAnswerForMs;
    await clock.sleep(timings.recoveryEveryMs, stopping);
    try {
      await retry(() => record(end), {
        pauseAfter: () => (clock.monotonic() < giveUpAt ? timings.recoveryEveryMs : undefined),
        clock,
        stopping,
      });
    } catch (error) {
      const fields = { ...fieldsOf(end.claim), outcome: end.outcome.kind, err: error };
      log.error(fields, 'the end of an attempt could not be recorded');
    }
  }

  return {
    record,
    grantedLate,
    async sooner(end, work) {
      try {
        return await work();
      } catch (error) {
        const recording = recordLater(end).finally(() => left.delete(recording));
        left.add(recording);
        throw error;
      }
    },
    async idle() {
      while (left.size > 0) await Promise.all(left);
    },
  };
}
