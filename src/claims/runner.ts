import type { Clock } from '../clock.ts';
import { refusesCredential } from '../errors.ts';
import type { ClaimCredential, Settings } from '../guilds/settings.ts';
import type { Log } from '../log.ts';
import { backoffMs, retry } from '../retry.ts';
import type { Secret } from '../secret.ts';
import { UnsealError } from '../secrets/sealer.ts';
import { type Attempt, type Claim, type ClaimRequest, wasTakenOver } from './claim.ts';
import type { ClaimReplies } from './replies.ts';
import type { ProvenVerdict } from './states.ts';
import { type ClaimLedger, ClaimLostError } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';
import { verdictOf } from './verdict.ts';
import type { AttemptOutcome, VoteClient } from './vote-client.ts';

/**
 * How the work on a claim ended. `told`: everyone who asked was told, or is being told. Otherwise whoever holds the
 * claim next continues: `failed`: the work could not go on, but the claim is still ours until its lease ends; `lost`:
 * it is not ours any more.
 */
export type RunEnd = 'told' | 'failed' | 'lost';

/** Settles claims that this process holds, and tells everyone who asked. */
export type ClaimRunner = {
  /**
   * Sends POSTs until there is something to tell or no further attempt may start, then commits the verdict and tells
   * everyone who joined. A claim for which nobody was acknowledged is given up instead. Never rejects.
   */
  settle(claim: Claim, credential: ClaimCredential, lastStart: number): Promise<RunEnd>;
  /**
   * Continues a claim that was left behind: checks what is already proven, sends one more POST if that is not enough,
   * or parks the claim. Never rejects.
   */
  recover(claim: Claim): Promise<RunEnd>;
  /** Resolves when no answer is left that still has to be recorded. */
  idle(): Promise<void>;
};

type ClaimRunnerOptions = {
  ledger: ClaimLedger;
  votes: VoteClient;
  credentialOf: Settings['claimCredential'];
  replies: ClaimReplies;
  clock: Clock;
  timings: ClaimTimings;
  /** when it aborts, each answer that could not be recorded is tried once more and then given up */
  stopping: AbortSignal;
  log: Log;
};

export function createClaimRunner(options: ClaimRunnerOptions): ClaimRunner {
  const { ledger, votes, credentialOf, replies, clock, timings, stopping, log } = options;
  const recordings = new Set<Promise<void>>();

  async function settle(claim: Claim, { credential }: ClaimCredential, lastStart: number): Promise<RunEnd> {
    const isGranted = wasTakenOver(claim) && (await judge(claim)).verdict.kind === 'granted';
    if (!isGranted) {
      if (!(await isAnyoneWaiting(claim))) return 'lost';
      for (let tryNumber = 1; clock.now() <= lastStart; tryNumber += 1) {
        const outcome = await attempt(claim, credential);
        if (outcome.kind === 'answered' || outcome.kind === 'rejected') break;
        const pauseMs = backoffMs(timings.backoffBaseMs, tryNumber, clock);
        if (clock.now() + pauseMs > lastStart) break;
        await clock.sleep(pauseMs);
      }
    }
    return conclude(claim);
  }

  async function recover(claim: Claim): Promise<RunEnd> {
    const proven = await judge(claim);
    if (proven.verdict.kind !== 'pending') return conclude(claim);
    const current = await credentialOf(claim.guildId).catch(noneIfSealed);
    const isOld = proven.now - claim.openedAt >= timings.parkAfterMs;
    if (isOld || current?.credentialId !== claim.credentialId) return park(claim);
    const outcome = await attempt(claim, current.credential);
    const isRefused = outcome.kind === 'rejected' && refusesCredential(outcome.status);
    return isRefused ? park(claim) : conclude(claim);
  }

  async function logFailure(claim: Claim, work: Promise<RunEnd>): Promise<RunEnd> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ClaimLostError) {
        log.info(fieldsOf(claim), 'another process took the claim over');
        return 'lost';
      }
      log.error({ ...fieldsOf(claim), err: error }, 'a claim could not be settled');
      return 'failed';
    }
  }

  /**
   * Sends one POST, recorded before and after. Nothing is sent if the first record took too long: the lease may have
   * expired.
   */
  async function attempt(claim: Claim, credential: Secret): Promise<AttemptOutcome> {
    const endsAt = clock.now() + timings.attemptDeadlineMs;
    const started = await ledger.startAttempt(claim);
    const deadlineMs = Math.min(endsAt - clock.now(), timings.attemptDeadlineMs);
    const outcome: AttemptOutcome =
      deadlineMs > 0
        ? await votes.claim({ playername: claim.playername, token: credential, deadlineMs })
        : { kind: 'not-sent' };
    await recordEnd(claim, started, outcome).catch((error: unknown) => {
      const recording = keepRecording(claim, started, outcome).finally(() => recordings.delete(recording));
      recordings.add(recording);
      throw error;
    });
    return outcome;
  }

  async function recordEnd(claim: Claim, started: Attempt, outcome: AttemptOutcome): Promise<void> {
    const changedVerdict = await ledger.endAttempt(started, outcome);
    if (changedVerdict) await tellEveryone(await ledger.requestsOf(claim.id));
  }

  /** No later answer can replace one that we have, so recording it is retried for as long as it may matter. */
  async function keepRecording(claim: Claim, started: Attempt, outcome: AttemptOutcome): Promise<void> {
    const giveUpAt = clock.now() + timings.recordAnswerForMs;
    await clock.sleep(timings.recoveryEveryMs, stopping);
    try {
      await retry(() => recordEnd(claim, started, outcome), {
        pauseAfter: () => (clock.now() < giveUpAt ? timings.recoveryEveryMs : undefined),
        clock,
        stopping,
      });
    } catch (error) {
      const fields = { ...fieldsOf(claim), outcome: outcome.kind, err: error };
      log.error(fields, 'the end of an attempt could not be recorded');
    }
  }

  async function judge(claim: Claim): Promise<{ verdict: ProvenVerdict; attempts: number; now: number }> {
    const evidence = await ledger.evidence(claim);
    const { own, now } = evidence;
    return { verdict: verdictOf(claim.playername, evidence), attempts: own.length, now };
  }

  /** Commits what the attempts prove and tells everyone; a claim that stays pending is left to recovery. */
  async function conclude(claim: Claim): Promise<RunEnd> {
    const { verdict, attempts, now } = await judge(claim);
    if (verdict.kind === 'pending') {
      const pauseMs = Math.min(Math.max(timings.recoveryEveryMs, now - claim.openedAt), timings.maxRecoveryPauseMs);
      await ledger.release(claim, pauseMs);
      await tellEveryone(await ledger.requestsOf(claim.id));
      return 'told';
    }
    const requests = await ledger.close(claim, verdict);
    log.info({ ...fieldsOf(claim), verdict: verdict.kind, attempts }, 'claim settled');
    await tellEveryone(requests);
    return 'told';
  }

  /**
   * Closes a claim that cannot be settled for now. Moderators find it on their list, and the next request opens a new
   * one.
   */
  async function park(claim: Claim): Promise<RunEnd> {
    const { verdict, attempts } = await judge(claim);
    const requests = await ledger.close(claim, verdict);
    log.warn({ ...fieldsOf(claim), verdict: verdict.kind, attempts }, 'claim parked');
    await tellEveryone(requests);
    return 'told';
  }

  /**
   * Whether Discord shows at least one of those who asked, including those who joined while we waited, that we are
   * working on it. Otherwise nothing is done in their name, and the claim is given up: another process may have been
   * acknowledged for the same request.
   */
  async function isAnyoneWaiting(claim: Claim): Promise<boolean> {
    for (;;) {
      const requests = await ledger.requestsOf(claim.id);
      if (await replies.isAnyAcknowledged(requests)) return true;
      if (await ledger.abandon(claim, requests.length)) {
        log.info(fieldsOf(claim), 'nobody who asked was acknowledged, the claim is given up');
        return false;
      }
    }
  }

  async function tellEveryone(requests: readonly ClaimRequest[]): Promise<void> {
    await Promise.all(requests.map((request) => replies.tell(request)));
  }

  return {
    settle: (claim, credential, lastStart) => logFailure(claim, settle(claim, credential, lastStart)),
    recover: (claim) => logFailure(claim, recover(claim)),
    async idle() {
      while (recordings.size > 0) await Promise.all(recordings);
    },
  };
}

/** What a log line says about a claim, so that it can be found by the reference that people quote. */
function fieldsOf({ id, reference, guildId }: Claim): { claimId: string; reference: string; guildId: string } {
  return { claimId: id, reference, guildId };
}

/** A credential that cannot be unsealed counts as missing. */
function noneIfSealed(error: unknown): undefined {
  if (error instanceof UnsealError) return undefined;
  throw error;
}
