import type { NameRefusal } from '../guilds/own-names.ts';
import type { ClaimCredential, Settings } from '../guilds/settings.ts';
import type { Member } from '../member.ts';
import { parsePlayerName } from '../people/player-name.ts';
import { withinTime } from '../work/clock.ts';
import { NotAcknowledgedError } from '../work/errors.ts';
import type { Limiter } from '../work/limits.ts';
import { succeeds } from '../work/retry.ts';
import type { Claim, ClaimRequest, NewClaimRequest, Standing } from './claim.ts';
import { afterCrowd, createAcksFirst, type Crowd } from './crowd.ts';
import type { OwnNames } from './own-names.ts';
import type { ClaimReplies } from './replies.ts';
import type { ClaimRunner, RunEnd } from './runner.ts';
import { hasArrived } from './states.ts';
import type { Admission } from './store/admission.ts';
import { withDoubt } from './verdict.ts';
import type { ClaimWork } from './work.ts';

/** One person's `/claimvote`, the player's name as typed. */
export type NewClaim = Omit<NewClaimRequest, keyof ClaimCredential> & {
  /** when the interaction reached us, ms since the epoch */
  receivedAt: number;
  /** Resolves once Discord shows the person that we are working on it. */
  acknowledge: () => Promise<void>;
};

/** Why a claim was not recorded. `until`: ms since the epoch. */
export type NotRecorded =
  { kind: 'bad-name' } | { kind: 'not-set-up' } | { kind: 'wait'; until: number; isCrowd: boolean } | NameRefusal;

type Requested = NotRecorded | { kind: 'recorded' };

export type Claims = ReturnType<typeof createClaims>;

export function createClaims(
  options: ClaimWork & {
    runner: ClaimRunner;
    replies: ClaimReplies;
    credentialOf: Settings['claimCredential'];
    refusalOf: OwnNames['refusalOf'];
    limiter: Limiter;
    crowd: Crowd;
  },
) {
  const { ledger, runner, replies, limiter, crowd, clock, timings, stopping, log } = options;
  const acksFirst = createAcksFirst({ forMs: timings.acksFirstForMs, clock });
  /** by claim id: how this process's work on the claim ends */
  const runs = new Map<string, Promise<RunEnd>>();

  /**
   * Claims a vote's reward. `recorded`: {@link ClaimReplies} tells everyone who joined the claim; this person has been
   * told something, or is told by a retry in the background. Otherwise nothing was recorded, and the caller answers.
   * What can be told without looking anything up is told before the acknowledgement.
   *
   * @throws {@link StorageUnavailableError} when the request could not be recorded; nothing was sent then
   */
  async function request(input: NewClaim): Promise<Requested> {
    const { guildId, userId } = input;
    const playername = parsePlayerName(input.playername);
    if (playername === undefined) return { kind: 'bad-name' };
    const leave = crowd.enter(guildId);
    if (!leave) return refuse(input, 'crowd', afterCrowd(timings.crowdedForMs, clock));
    try {
      const waitMs = await limiter.consume(guildId, userId);
      if (waitMs > 0) return refuse(input, 'limit claim', clock.now() + waitMs);
      return await recordAndRun({ ...input, playername });
    } finally {
      leave();
    }
  }

  function refuse(
    { interactionId, guildId, userId }: NewClaim,
    refusedBy: 'crowd' | 'limit claim',
    until: number,
  ): NotRecorded {
    log.debug({ interactionId, guildId, userId, refusedBy }, 'claim refused');
    return { kind: 'wait', until, isCrowd: refusedBy === 'crowd' };
  }

  async function recordAndRun({ acknowledge, receivedAt, ...input }: NewClaim): Promise<Requested> {
    // The lease on the claim begins later.
    const heldUntil = clock.monotonic() + timings.leaseMs;
    const recordedFirst = acksFirst.isCrowd() ? undefined : admit(input);
    const acknowledged = recordedFirst ? afterRecord(recordedFirst, receivedAt, acknowledge) : acknowledge();
    replies.registerAcknowledgement(input.interactionId, acknowledged);
    acksFirst.watch(acknowledged);
    const admitting = recordedFirst ?? acksFirst.calm().then(() => admit(input));
    // A claim that was not stored, or whose acknowledgement failed, does not count towards the limits.
    const counted = Promise.all([acknowledged, admitting]).then(([, admission]) => 'claim' in admission);
    const refunded = counted
      .catch(() => false)
      .then((counts) => (counts ? undefined : limiter.refund(input.guildId, input.userId)));
    const admitted = await admitting;
    if (!('claim' in admitted)) {
      await refunded;
      return admitted;
    }
    const { request, claim, held, credential } = admitted;
    if (admitted.mayBeCovered) replies.expectEarlier(request);
    const { takenOver, isOpen } = held ? { takenOver: claim, isOpen: true } : await join(request, acknowledged);
    if (takenOver) {
      const lastStart = receivedAt + timings.lastAttemptStartMs;
      const run = runner.run(takenOver, credential, { acknowledged, lastStart }).finally(() => {
        if (runs.get(takenOver.id) === run) runs.delete(takenOver.id);
      });
      runs.set(takenOver.id, run);
    }
    await (isOpen ? tellInTime(request, receivedAt, heldUntil) : replies.tell(request));
    return { kind: 'recorded' };
  }

  /**
   * Acknowledges a request once it is on record, so that another process knows of it if this one is killed at
   * "thinking…". A record is waited for only so long that a second try of the acknowledgement still reaches Discord in
   * time, whatever was done before.
   */
  async function afterRecord(
    recorded: Promise<object>,
    receivedAt: number,
    acknowledge: () => Promise<void>,
  ): Promise<void> {
    const refused = recorded.then((admission) => !('claim' in admission));
    // Somebody may have set the clock back since.
    const passedMs = Math.max(0, clock.now() - receivedAt);
    if (await withinTime(refused, timings.recordedFirstMs - passedMs, clock)) {
      throw new NotAcknowledgedError('the request is answered without being recorded');
    }
    await acknowledge();
  }

  async function admit(
    input: Omit<NewClaim, 'acknowledge' | 'receivedAt'>,
  ): Promise<(Admission & { credential: ClaimCredential }) | NotRecorded> {
    const [credential, refusal] = await Promise.all([
      options.credentialOf(input.guildId),
      input.isRecheck ? undefined : options.refusalOf(input, input.playername),
    ]);
    if (!credential) return { kind: 'not-set-up' };
    if (refusal) return refusal;
    const { credentialId, isOperators } = credential;
    return { ...(await ledger.admit({ ...input, credentialId, isOperators })), credential };
  }

  /**
   * Tells the process that holds the claim that this request is acknowledged. `takenOver`: the claim, if that process had
   * given it up for want of an acknowledgement.
   */
  async function join(
    request: ClaimRequest,
    acknowledged: Promise<void>,
  ): Promise<{ takenOver: Claim | undefined; isOpen: boolean }> {
    if (runs.has(request.claimId)) return { takenOver: undefined, isOpen: true };
    // Without an acknowledgement there is no reply to wait for.
    if (!(await succeeds(acknowledged))) return { takenOver: undefined, isOpen: false };
    try {
      return await ledger.acknowledge(request);
    } catch (error) {
      log.warn({ err: error, claimId: request.claimId }, 'an acknowledgement could not be recorded');
      return { takenOver: undefined, isOpen: true };
    }
  }

  /** Resolves once the person has been told the verdict or, after `tellPendingAfterMs`, that there is none yet. */
  async function tellInTime(request: ClaimRequest, receivedAt: number, heldUntil: number): Promise<void> {
    const patienceMs = receivedAt + timings.tellPendingAfterMs - clock.now();
    const run = runs.get(request.claimId);
    if (!run) {
      // The process that holds the claim tells everyone: one that stops need not wait for it.
      await clock.sleep(patienceMs, stopping);
      if (!stopping.aborted) await replies.tell(request);
      return;
    }
    const end = await withinTime(run, patienceMs, clock);
    // Until our lease ends, no other process can have shown a verdict.
    if (end !== 'told') await replies.tell(request, end === 'lost' ? {} : { heldUntil });
  }

  return {
    request,
    /** An earlier request, if this person made it in this guild. */
    async requestOf(requestId: string, { guildId, userId }: Member): Promise<ClaimRequest | undefined> {
      const found = (await ledger.standing(requestId))?.request;
      return found?.guildId === guildId && found.userId === userId ? found : undefined;
    },
    /** Asks the moderators about a request that this person made here (see {@link askModerators}). */
    ask: ledger.askModerators,
    /** Tells those who can still be told in their reply that the reward of their claim has arrived. Never rejects. */
    async tellArrived(claimId: string): Promise<void> {
      try {
        await replies.tellAll(await ledger.toTellArrived(claimId));
      } catch (error) {
        log.warn({ err: error, claimId }, 'nobody could be told that a reward has arrived');
      }
    },
    /** Verdicts that could not be told to a person at the time, to be told now. Call `told` once that is done. */
    async lateAnswersFor(person: Member): Promise<(Standing & { markTold: () => Promise<unknown> })[]> {
      const late = await ledger.lateAnswersFor(person);
      return Promise.all(
        late.map(async ({ request, verdict }) => {
          const { related } = await ledger.evidence({ ...request, id: request.claimId });
          const markTold = () => ledger.markTold(request.id, verdict.kind, hasArrived(verdict));
          return { request, verdict: withDoubt(verdict, related), markTold };
        }),
      );
    },
    /** Resolves when no claim is under way in this process and nothing is left to retry. */
    async idle(): Promise<void> {
      while (runs.size > 0) await Promise.all(runs.values());
      await Promise.all([runner.idle(), replies.idle()]);
    },
  };
}
