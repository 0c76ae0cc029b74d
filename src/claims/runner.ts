import type { ClaimCredential, Settings } from '../guilds/settings.ts';
import type { Secret } from '../secret.ts';
import { noneIfSealed } from '../secrets/sealer.ts';
import { refusesCredential, UnclearWriteError } from '../work/errors.ts';
import { newId } from '../work/ids.ts';
import { backoffMs, succeeds } from '../work/retry.ts';
import { createAttemptEnds } from './attempt-ends.ts';
import { type Claim, type ClaimRequest, FIRST_EPOCH, logFields } from './claim.ts';
import { afterCrowd } from './crowd.ts';
import type { ClaimReplies } from './replies.ts';
import type { Slots } from './slots.ts';
import type { ProvenVerdict } from './states.ts';
import type { EndedOfClaim } from './store/attempts.ts';
import { ClaimLostError } from './store/ledger.ts';
import { verdictOf } from './verdict.ts';
import type { AttemptOutcome, VoteClient } from './vote-client.ts';
import type { ClaimWork } from './work.ts';

/**
 * How the work on a claim ended. `told`: everyone who asked was told, or is being told. `failed`: this process holds
 * the claim until the lease ends. `lost`: another process holds it, or will, or it is unclear whether it is closed. The
 * next holder goes on with it.
 */
export type RunEnd = 'told' | 'failed' | 'lost';

type Asked = {
  /** resolves once Discord shows the person that we are working on it */
  acknowledged: Promise<void>;
  /** no attempt starts after this, in ms since the epoch */
  lastStart: number;
};

export type ClaimRunner = ReturnType<typeof createClaimRunner>;

/** Works on claims that this process holds, and tells everyone who asked. */
export function createClaimRunner(
  options: ClaimWork & {
    votes: VoteClient;
    credentialOf: Settings['claimCredential'];
    replies: ClaimReplies;
    slots: { fresh: Slots; recovered: Slots };
  },
) {
  const { ledger, votes, credentialOf, replies, slots, clock, timings, count, log } = options;
  const ends = createAttemptEnds(options);

  async function run(
    claim: Claim,
    { credential }: ClaimCredential,
    { acknowledged, lastStart }: Asked,
  ): Promise<RunEnd> {
    const isTakenOver = claim.epoch > FIRST_EPOCH;
    if (isTakenOver && (await judge(claim)).verdict.kind === 'granted') return conclude(claim);
    if (!(await succeeds(acknowledged)) && !(await isAnyoneWaiting(claim))) return 'lost';
    let hadTurn = false;
    for (let tryNumber = 1; ; tryNumber += 1) {
      const release = await slots.fresh.acquire(claim.credentialId, lastStart);
      if (!release) break;
      const end = await send(claim, credential).finally(release);
      if (isConclusive(end.outcome)) return commit({ ...end, isOnly: tryNumber === 1 && !isTakenOver });
      hadTurn ||= end.outcome !== TOO_LATE;
      await ends.record(end);
      const pauseMs = backoffMs(timings.backoffBaseMs, tryNumber, clock);
      if (clock.now() + pauseMs > lastStart) break;
      await clock.sleep(pauseMs);
    }
    if (!hadTurn) log.info({ ...logFields(claim), refusedBy: 'slots' }, 'claim had no turn');
    const busy = { kind: 'postponed', retryAt: afterCrowd(timings.crowdedForMs, clock) } as const;
    return conclude(claim, { unsent: hadTurn ? undefined : busy });
  }

  async function recover(claim: Claim): Promise<RunEnd> {
    const { verdict, attempts, now } = await judge(claim);
    const interrupted = { kind: 'postponed', retryAt: clock.now(), interrupted: true } as const;
    if (verdict.kind !== 'pending') return conclude(claim, { unsent: attempts === 0 ? interrupted : undefined });
    const current = await credentialOf(claim.guildId).catch(noneIfSealed);
    const isOld = now - claim.openedAt >= timings.parkAfterMs;
    if (isOld || current?.credentialId !== claim.credentialId) return conclude(claim, { parks: true });
    const release = await slots.recovered.acquire(claim.credentialId, clock.now() + timings.leaseMs);
    if (!release) return 'lost';
    const end = await send(claim, current.credential).finally(release);
    const isTokenRefused = end.outcome.kind === 'rejected' && refusesCredential(end.outcome.status);
    if (isConclusive(end.outcome) && !isTokenRefused) return commit(end);
    await ends.record(end);
    return conclude(claim, { parks: isTokenRefused });
  }

  async function endOf(claim: Claim, work: Promise<RunEnd>): Promise<RunEnd> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ClaimLostError) {
        log.info(logFields(claim), 'another process took the claim over');
        return 'lost';
      }
      log.error({ ...logFields(claim), err: error }, 'a claim could not be settled');
      // It may be closed, and another process may have told so.
      return error instanceof UnclearWriteError ? 'lost' : 'failed';
    }
  }

  /** Records an attempt and sends its POST, unless the record took too long: the lease may have expired. */
  async function send(claim: Claim, credential: Secret): Promise<EndedOfClaim> {
    const { playername } = claim;
    const recordedBy = clock.monotonic() + timings.attemptDeadlineMs;
    const unsent = { claim, attempt: { id: newId(), claimId: claim.id }, outcome: TOO_LATE };
    const attempt = await ends.recordBy(unsent, () => ledger.startAttempt(claim, unsent.attempt.id));
    if (clock.monotonic() >= recordedBy) return { claim, attempt, outcome: TOO_LATE };
    const outcome = await votes.claim({ playername, token: credential, deadlineMs: timings.attemptDeadlineMs });
    return { claim, attempt, outcome };
  }

  async function commit(end: EndedOfClaim): Promise<RunEnd> {
    const { claim } = end;
    const settlement = await ends.recordBy(end, () => ledger.settle(end));
    switch (settlement.kind) {
      case 'closed':
        return tellVerdict(claim, settlement);
      case 'open':
        return conclude(claim);
      case 'lost':
        if (settlement.isGrantedLate) await ends.tellGranted(claim);
        throw new ClaimLostError(`claim ${claim.id} is no longer ours`);
    }
  }

  async function judge(claim: Claim): Promise<{ verdict: ProvenVerdict; attempts: number; now: number }> {
    const evidence = await ledger.evidence(claim);
    return { verdict: verdictOf(claim.playername, evidence), attempts: evidence.own.length, now: evidence.now };
  }

  /**
   * Commits the verdict that the attempts prove, and tells everyone. A claim that stays pending is left to recovery, or
   * parked if it `parks`. `unsent`: the verdict if nothing was sent, where that is our doing and not the main service's
   */
  async function conclude(
    claim: Claim,
    { parks = false, unsent }: { parks?: boolean; unsent?: Postponed | undefined } = {},
  ): Promise<RunEnd> {
    const { verdict: proven, attempts, now } = await judge(claim);
    const verdict = proven.kind === 'unavailable' && unsent ? { ...proven, ...unsent } : proven;
    if (verdict.kind === 'pending' && !parks) {
      const pauseMs = Math.min(Math.max(timings.recoveryEveryMs, now - claim.openedAt), timings.maxRecoveryPauseMs);
      await ledger.release(claim, pauseMs);
      await replies.tellAll(await ledger.requestsOf(claim.id));
      return 'told';
    }
    return tellVerdict(claim, { attempts, ...(await ledger.close(claim, verdict)) });
  }

  async function tellVerdict(
    claim: Claim,
    { verdict, attempts, requests }: { verdict: ProvenVerdict; attempts: number; requests: ClaimRequest[] },
  ): Promise<RunEnd> {
    const fields = { ...logFields(claim), verdict: verdict.kind, attempts };
    count('claims_total{verdict}', verdict.kind);
    if (verdict.kind === 'pending') log.warn(fields, 'claim parked');
    else log.info(fields, 'claim settled');
    await replies.tellAll(requests, verdict);
    return 'told';
  }

  /**
   * Whether Discord acknowledged at least one of the requests, including those that joined while we waited. Otherwise
   * the claim is given up: another process may have been acknowledged for the same request.
   */
  async function isAnyoneWaiting(claim: Claim): Promise<boolean> {
    for (;;) {
      const requests = await ledger.requestsOf(claim.id);
      if (await replies.isAnyAcknowledged(requests)) return true;
      if (await ledger.abandon(claim, requests.length)) {
        log.info(logFields(claim), 'nobody who asked was acknowledged, the claim is given up');
        return false;
      }
    }
  }

  return {
    /**
     * Sends POSTs until there is something to tell or no further attempt may start, then commits the verdict and tells
     * everyone who joined. A claim without an acknowledged request is given up instead, and one that never had its turn
     * is postponed. Never rejects.
     */
    run: (claim: Claim, credential: ClaimCredential, asked: Asked) => endOf(claim, run(claim, credential, asked)),
    /**
     * Continues a claim that was left behind: commits what is proven, sends one more POST if nothing is, or parks the
     * claim. Never rejects.
     */
    recover: (claim: Claim) => endOf(claim, recover(claim)),
    idle: () => ends.idle(),
  };
}

type Postponed = Extract<ProvenVerdict, { kind: 'postponed' }>;

/** The outcome of an attempt that is not sent because its record took too long. */
const TOO_LATE: AttemptOutcome = { kind: 'not-sent' };

/** Whether the host said what it did: no further attempt is needed, or would help. */
function isConclusive({ kind }: AttemptOutcome): boolean {
  return kind === 'answered' || kind === 'rejected';
}
