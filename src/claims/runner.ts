import type { Clock } from '../clock.ts';
import { refusesCredential } from '../errors.ts';
import type { ClaimCredential, Settings } from '../guilds/settings.ts';
import type { Log } from '../log.ts';
import { backoffMs, succeeds } from '../retry.ts';
import type { Secret } from '../secret.ts';
import { noneIfSealed } from '../secrets/sealer.ts';
import { createAttemptEnds } from './attempt-ends.ts';
import { type Attempt, type Claim, fieldsOf, wasTakenOver } from './claim.ts';
import { afterCrowd } from './crowd.ts';
import type { ClaimReplies } from './replies.ts';
import type { Slots } from './slots.ts';
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

/**
 * The request that opened a claim or took it over. `acknowledged`: resolves once Discord shows the person that we are
 * working on it; `lastStart`: no attempt starts after this, in ms since the epoch.
 */
export type Asked = { acknowledged: Promise<void>; lastStart: number };

/** Settles claims that this process holds, and tells everyone who asked. */
export type ClaimRunner = {
  /**
   * Sends POSTs until there is something to tell or no further attempt may start, then commits the verdict and tells
   * everyone who joined. A claim for which nobody was acknowledged is given up instead, and one that did not get its
   * turn is postponed. Never rejects.
   */
  settle(claim: Claim, credential: ClaimCredential, asked: Asked): Promise<RunEnd>;
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
  /** for the POSTs of people who wait for an answer, and for those of claims that were left behind */
  slots: { fresh: Slots; recovered: Slots };
  clock: Clock;
  timings: ClaimTimings;
  /** when it aborts, each answer that could not be recorded is tried once more and then given up */
  stopping: AbortSignal;
  log: Log;
};

export function createClaimRunner(options: ClaimRunnerOptions): ClaimRunner {
  const { ledger, votes, credentialOf, replies, slots, clock, timings, log } = options;
  const ends = createAttemptEnds(options);
  const recordEnd = (end: Parameters<typeof ends.record>[0]) => ends.sooner(end, () => ends.record(end));

  async function settle(claim: Claim, { credential }: ClaimCredential, asked: Asked): Promise<RunEnd> {
    const { acknowledged, lastStart } = asked;
    if (wasTakenOver(claim) && (await judge(claim)).verdict.kind === 'granted') return conclude(claim);
    if (!(await succeeds(acknowledged)) && !(await isAnyoneWaiting(claim))) return 'lost';
    let wasSent = false;
    for (let tryNumber = 1; ; tryNumber += 1) {
      const release = await slots.fresh.take(claim.credentialId, lastStart);
      if (!release) break;
      const { attempt, outcome } = await send(claim, credential).finally(release);
      if (isAnswer(outcome)) return settleWith(claim, attempt, outcome);
      wasSent ||= outcome !== TOO_LATE;
      await recordEnd({ claim, attempt, outcome });
      const pauseMs = backoffMs(timings.backoffBaseMs, tryNumber, clock);
      if (clock.now() + pauseMs > lastStart) break;
      await clock.sleep(pauseMs);
    }
    return conclude(claim, wasSent ? undefined : 'busy');
  }

  async function recover(claim: Claim): Promise<RunEnd> {
    const proven = await judge(claim);
    if (proven.verdict.kind !== 'pending') return conclude(claim, proven.attempts === 0 ? 'interrupted' : undefined);
    const current = await credentialOf(claim.guildId).catch(noneIfSealed);
    const isOld = proven.now - claim.openedAt >= timings.parkAfterMs;
    if (isOld || current?.credentialId !== claim.credentialId) return park(claim);
    const release = await slots.recovered.take(claim.credentialId, clock.now() + timings.leaseMs);
    if (!release) return 'lost';
    const { attempt, outcome } = await send(claim, current.credential).finally(release);
    if (outcome.kind === 'rejected' && refusesCredential(outcome.status)) {
      await recordEnd({ claim, attempt, outcome });
      return park(claim);
    }
    if (isAnswer(outcome)) return settleWith(claim, attempt, outcome);
    await recordEnd({ claim, attempt, outcome });
    return conclude(claim);
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
   * Records an attempt and sends its POST. Nothing is sent if the record took too long: the lease may have expired.
   */
  async function send(claim: Claim, credential: Secret): Promise<{ attempt: Attempt; outcome: AttemptOutcome }> {
    const { playername } = claim;
    const recordedBy = clock.monotonic() + timings.attemptDeadlineMs;
    const attempt = await ledger.startAttempt(claim);
    if (clock.monotonic() >= recordedBy) return { attempt, outcome: TOO_LATE };
    const outcome = await votes.claim({ playername, token: credential, deadlineMs: timings.attemptDeadlineMs });
    return { attempt, outcome };
  }

  /** Commits an answer with what it proves and tells everyone. */
  async function settleWith(claim: Claim, attempt: Attempt, outcome: AttemptOutcome): Promise<RunEnd> {
    const settlement = await ends.sooner({ claim, attempt, outcome }, () => ledger.settle(claim, attempt, outcome));
    switch (settlement.kind) {
      case 'closed':
        log.info(
          { ...fieldsOf(claim), verdict: settlement.verdict.kind, attempts: settlement.attempts },
          'claim settled',
        );
        await replies.tellAll(settlement.requests, settlement.verdict);
        return 'told';
      case 'open':
        return conclude(claim);
      case 'lost':
        if (settlement.isGrantedLate) await ends.grantedLate(claim);
        throw new ClaimLostError(`claim ${claim.id} is no longer ours`);
    }
  }

  async function judge(claim: Claim): Promise<{ verdict: ProvenVerdict; attempts: number; now: number }> {
    const evidence = await ledger.evidence(claim);
    const { own, now } = evidence;
    return { verdict: verdictOf(claim.playername, evidence), attempts: own.length, now };
  }

  /**
   * Commits what the attempts prove and tells everyone; a claim that stays pending is left to recovery.
   *
   * @param unsent - why this process knows that nothing was sent
   */
  async function conclude(claim: Claim, unsent?: 'busy' | 'interrupted'): Promise<RunEnd> {
    const { verdict: proven, attempts, now } = await judge(claim);
    const verdict = proven.kind === 'unavailable' && unsent ? postponed(proven, unsent) : proven;
    if (verdict.kind === 'pending') {
      const pauseMs = Math.min(Math.max(timings.recoveryEveryMs, now - claim.openedAt), timings.maxRecoveryPauseMs);
      await ledger.release(claim, pauseMs);
      await replies.tellAll(await ledger.requestsOf(claim.id));
      return 'told';
    }
    const closed = await ledger.close(claim, verdict);
    log.info({ ...fieldsOf(claim), verdict: closed.verdict.kind, attempts }, 'claim settled');
    await replies.tellAll(closed.requests);
    return 'told';
  }

  /** Nothing was sent because of us, which says nothing about the main service. */
  function postponed({ inDoubt }: { inDoubt?: true }, why: 'busy' | 'interrupted'): ProvenVerdict {
    const doubt = inDoubt ? { inDoubt } : {};
    if (why === 'interrupted') return { kind: 'postponed', retryAt: clock.now(), interrupted: true, ...doubt };
    return { kind: 'postponed', retryAt: afterCrowd(timings.crowdedForMs, clock), ...doubt };
  }

  /**
   * Closes a claim that cannot be settled for now. Moderators find it on their list, and the next request opens a new
   * one.
   */
  async function park(claim: Claim): Promise<RunEnd> {
    const { verdict, attempts } = await judge(claim);
    const closed = await ledger.close(claim, verdict);
    const fields = { ...fieldsOf(claim), verdict: closed.verdict.kind, attempts };
    if (closed.verdict.kind === 'pending') log.warn(fields, 'claim parked');
    else log.info(fields, 'claim settled');
    await replies.tellAll(closed.requests);
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

  return {
    settle: (claim, credential, asked) => logFailure(claim, settle(claim, credential, asked)),
    recover: (claim) => logFailure(claim, recover(claim)),
    idle: () => ends.idle(),
  };
}

/** An attempt that is not sent because its record took too long. */
const TOO_LATE: AttemptOutcome = { kind: 'not-sent' };

/** Whether no further attempt is needed, or would help. */
function isAnswer({ kind }: AttemptOutcome): boolean {
  return kind === 'answered' || kind === 'rejected';
}
