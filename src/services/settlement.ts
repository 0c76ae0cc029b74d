import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import type { Attempt, Claim, ClaimRequest, ReplyAddress, Verdict } from '../storage/claim.ts';
import { ClaimLostError, type ClaimLedger } from '../storage/claim-ledger.ts';
import { UnsealError } from '../storage/sealer.ts';
import type { AttemptOutcome, VoteHost } from '../upstream/votes.ts';
import { CannotSpeakError, type Messenger } from './messenger.ts';
import { foldVerdict } from './verdict.ts';

export type ClaimTimings = {
  /** how long one POST may take */
  attemptDeadlineMs: number;
  /** after the interaction, no attempt starts later than this */
  lastAttemptStartMs: number;
  /** after the interaction, the person is told that the claim is not confirmed yet */
  tellPendingAfterMs: number;
  /** the first pause between attempts is at most this, each further one at most twice the one before */
  backoffBaseMs: number;
  /** how often recovery looks for work, and its first pause; each further pause is as long as the claim is old, at most `recoveryMostMs` */
  recoveryEveryMs: number;
  recoveryMostMs: number;
  /** a claim that is pending this long after it was opened is parked */
  parkAfterMs: number;
};

export const CLAIM_TIMINGS = {
  attemptDeadlineMs: 4_000,
  lastAttemptStartMs: 8_000,
  tellPendingAfterMs: 9_000,
  backoffBaseMs: 300,
  recoveryEveryMs: 10_000,
  recoveryMostMs: 120_000,
  parkAfterMs: 870_000,
} as const satisfies ClaimTimings;

/** An acknowledgement succeeds or fails within seconds; after that there is nothing to wait for. */
const ACKNOWLEDGED_WITHIN_MS = 15_000;
const ACKNOWLEDGEMENTS = { max: 50_000, ttl: 4 * ACKNOWLEDGED_WITHIN_MS };

/** Settles claims that this process holds, and tells the people who asked. */
export type Settlement = {
  /** Posts until there is something to tell, or until no attempt may start any more; then commits the verdict and tells everyone who joined. */
  settle(claim: Claim, credential: Secret, lastStart: number): Promise<void>;
  /** Goes on with a claim that was left: reads what is proven already, posts once more if that is not enough, or parks it. */
  recover(claim: Claim): Promise<void>;
  /** Tells a person how their request stands now, unless they know. */
  tellStanding(request: ClaimRequest): Promise<void>;
  /** From now on the reply to this interaction is edited only once `acknowledged` resolves. */
  awaitAcknowledgement(interactionId: string, acknowledged: Promise<void>): void;
};

type SettlementOptions = {
  ledger: ClaimLedger;
  votes: VoteHost;
  /** the credential that claims for a guild, and its id */
  credentialOf: (guildId: string) => Promise<{ credential: Secret; credentialId: string } | undefined>;
  messenger: Messenger;
  clock: Clock;
  timings: ClaimTimings;
  log: Log;
};

export function createSettlement(options: SettlementOptions): Settlement {
  const { ledger, votes, messenger, clock, timings, log } = options;
  const acknowledgements = new LRUCache<string, Promise<void>>(ACKNOWLEDGEMENTS);
  /** by request: the last telling under way, so that one follows the other, and what it told */
  const tellings = new Map<string, Promise<void>>();

  async function settle(claim: Claim, credential: Secret, lastStart: number): Promise<void> {
    const isGranted = claim.epoch > 1 && (await fold(claim)).verdict.kind === 'granted';
    if (!isGranted && (await isAnyoneWaiting(claim))) {
      for (let round = 0; clock.now() <= lastStart; round += 1) {
        const outcome = await attempt(claim, credential);
        if (outcome.kind === 'answered' || outcome.kind === 'rejected') break;
        const pauseMs = clock.random() * timings.backoffBaseMs * 2 ** round;
        if (clock.now() + pauseMs > lastStart) break;
        await clock.sleep(pauseMs);
      }
    }
    await conclude(claim);
  }

  async function recover(claim: Claim): Promise<void> {
    const proven = await fold(claim);
    if (proven.verdict.kind !== 'pending') return conclude(claim);
    const held = await options.credentialOf(claim.guildId).catch(noneIfSealed);
    const isOld = proven.now - claim.openedAt >= timings.parkAfterMs;
    if (isOld || held?.credentialId !== claim.credentialId) return park(claim);
    const outcome = await attempt(claim, held.credential);
    const isRefused = outcome.kind === 'rejected' && (outcome.status === 401 || outcome.status === 403);
    return isRefused ? park(claim) : conclude(claim);
  }

  /** One POST, between its two records. One whose record took longer than a POST may is not sent: its lease may be over. */
  async function attempt(claim: Claim, credential: Secret): Promise<AttemptOutcome> {
    const endsAt = clock.now() + timings.attemptDeadlineMs;
    const started = await ledger.startAttempt(claim);
    const deadlineMs = Math.min(endsAt - clock.now(), timings.attemptDeadlineMs);
    const outcome: AttemptOutcome =
      deadlineMs > 0
        ? await votes.claim({ playername: claim.playername, token: credential, deadlineMs })
        : { kind: 'not-sent' };
    await recordEnd(claim, started, outcome).catch((error: unknown) => {
      void keepRecording(claim, started, outcome);
      throw error;
    });
    return outcome;
  }

  async function recordEnd(claim: Claim, started: Attempt, outcome: AttemptOutcome): Promise<void> {
    const changedVerdict = await ledger.endAttempt(started, outcome);
    if (changedVerdict) await tellEveryone(await ledger.requestsOf(claim.id));
  }

  /** An answer in hand is evidence that no later answer replaces, so its record is tried again for as long as the claim is worked on. */
  async function keepRecording(claim: Claim, started: Attempt, outcome: AttemptOutcome): Promise<void> {
    const giveUpAt = clock.now() + timings.parkAfterMs;
    while (clock.now() < giveUpAt) {
      await clock.sleep(timings.recoveryEveryMs);
      const recorded = await recordEnd(claim, started, outcome).then(
        () => true,
        () => false,
      );
      if (recorded) return;
    }
    log.error({ claimId: claim.id, outcome: outcome.kind }, 'the end of an attempt could not be recorded');
  }

  async function fold(claim: Claim): Promise<{ verdict: Verdict; attempts: number; now: number }> {
    const { own, related, now } = await ledger.attempts(claim);
    return { verdict: foldVerdict(own, related, now), attempts: own.length, now };
  }

  /** Commits what the attempts prove and tells everyone; a claim that stays pending is left to recovery. */
  async function conclude(claim: Claim): Promise<void> {
    const { verdict, attempts, now } = await fold(claim);
    if (verdict.kind === 'pending') {
      const pauseMs = Math.min(Math.max(timings.recoveryEveryMs, now - claim.openedAt), timings.recoveryMostMs);
      await ledger.release(claim, pauseMs);
      await tellEveryone(await ledger.requestsOf(claim.id));
      return;
    }
    const requests = await ledger.close(claim, verdict);
    log.info({ claimId: claim.id, guildId: claim.guildId, verdict: verdict.kind, attempts }, 'claim settled');
    await tellEveryone(requests);
  }

  /** Closes a claim that cannot be settled for now: moderators find it on their list, and the next request opens a new one. */
  async function park(claim: Claim): Promise<void> {
    const { verdict, attempts } = await fold(claim);
    const requests = await ledger.close(claim, verdict, { parked: verdict.kind === 'pending' });
    log.warn({ claimId: claim.id, guildId: claim.guildId, verdict: verdict.kind, attempts }, 'claim parked');
    await tellEveryone(requests);
  }

  /**
   * Whether Discord shows at least one of those who asked that we are working on it, those included who joined while we waited.
   * Without that, nothing is done in their name. `asked`: how many were found not to be shown it.
   */
  async function isAnyoneWaiting(claim: Claim, asked = 0): Promise<boolean> {
    const requests = await ledger.requestsOf(claim.id);
    if (requests.length === asked) return false;
    return Promise.any(requests.flatMap(({ interactionId }) => acknowledgements.get(interactionId) ?? [])).then(
      () => true,
      () => isAnyoneWaiting(claim, requests.length),
    );
  }

  async function tellEveryone(requests: readonly ClaimRequest[]): Promise<void> {
    await Promise.all(requests.map(tellStanding));
  }

  async function tellStanding(request: ClaimRequest): Promise<void> {
    await inTurn(request, async () => {
      const standing = (await ledger.standing(request.id).catch(() => undefined)) ?? { request, verdict: undefined };
      const verdict = standing.verdict ?? { kind: 'pending' };
      if (standing.request.told === verdict.kind) return;
      const reply = standing.request.reply ?? request.reply;
      await show(request, reply, verdict);
      // Another process may have settled the claim, and told so, while we said that it is pending: then that is to be the last word.
      const after = standing.verdict ? undefined : await ledger.standing(request.id);
      if (after?.verdict) await show(request, reply, after.verdict);
    });
  }

  /** What is told about one request is told one after the other. Never rejects. */
  async function inTurn(request: ClaimRequest, tell: () => Promise<void>): Promise<void> {
    const telling = (tellings.get(request.id) ?? Promise.resolve()).then(tell).catch((error: unknown) => {
      log.warn(
        { err: error, interactionId: request.interactionId, claimId: request.claimId },
        'a claim could not be told',
      );
    });
    tellings.set(request.id, telling);
    await telling;
    if (tellings.get(request.id) === telling) tellings.delete(request.id);
  }

  async function show(request: ClaimRequest, reply: ReplyAddress | undefined, verdict: Verdict): Promise<void> {
    if (!reply) return;
    const acknowledged = acknowledgements.get(request.interactionId);
    try {
      await acknowledged;
      await messenger.tellClaim(request, reply, verdict);
    } catch (error) {
      // To a reply that another process is only just acknowledging, Discord says the same as to one that is gone.
      const isBegun = acknowledged !== undefined || clock.now() - request.createdAt > ACKNOWLEDGED_WITHIN_MS;
      if (error instanceof CannotSpeakError && isBegun) await ledger.forgetReply(request.id);
      throw error;
    }
    await ledger.markTold(request.id, verdict.kind);
  }

  return {
    settle,
    recover: (claim) =>
      recover(claim).catch((error: unknown) => {
        if (error instanceof ClaimLostError) log.info({ claimId: claim.id }, 'another process took the claim over');
        else throw error;
      }),
    tellStanding,
    awaitAcknowledgement(interactionId, acknowledged) {
      acknowledged.catch(() => undefined);
      acknowledgements.set(interactionId, acknowledged);
    },
  };
}

/** A credential that cannot be unsealed is as good as gone. */
function noneIfSealed(error: unknown): undefined {
  if (error instanceof UnsealError) return undefined;
  throw error;
}
