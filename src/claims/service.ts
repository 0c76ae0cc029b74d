import { type Clock, NOT_NEEDED, withinTime } from '../clock.ts';
import { NotAcknowledgedError } from '../errors.ts';
import type { ClaimCredential, Settings } from '../guilds/settings.ts';
import type { Limiter } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import { parsePlayerName } from '../people/player-name.ts';
import type { Claim, ClaimRequest, ReplyAddress } from './claim.ts';
import { afterCrowd, createAcksFirst, type Crowd } from './crowd.ts';
import type { ClaimReplies } from './replies.ts';
import type { Asked, ClaimRunner, RunEnd } from './runner.ts';
import type { Verdict } from './states.ts';
import type { Admission } from './store/admission.ts';
import type { ClaimLedger } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';
import { withDoubt } from './verdict.ts';

export type NewClaim = {
  interactionId: string;
  guildId: string;
  userId: string;
  locale: string;
  /** as typed */
  playername: string;
  reply: ReplyAddress;
  /** the person's earlier request, which this reply has shown so far */
  replaces?: string | undefined;
  /** when the interaction reached us, ms since the epoch */
  receivedAt: number;
  /** Acknowledges the interaction: resolves once Discord shows the person that we are working on it. */
  acknowledge: () => Promise<void>;
};

/** Why a claim was not recorded. `until`: ms since the epoch. */
export type NotRecorded = { kind: 'bad-name' } | { kind: 'not-set-up' } | { kind: 'wait'; until: number };

type LateAnswer = { request: ClaimRequest; verdict: Verdict; told: () => Promise<unknown> };

export type Claims = {
  /**
   * Claims a vote's reward. `recorded`: everyone who joined the claim is told by the {@link ClaimReplies}; this person
   * has been told something by now, or that has failed and is being retried in the background. Otherwise nothing was
   * recorded, and the caller answers; what can be told without looking anything up is told before the acknowledgement.
   *
   * @throws {@link StorageUnavailableError} when the request could not be recorded; nothing was sent then
   */
  request(claim: NewClaim): Promise<NotRecorded | { kind: 'recorded' }>;
  /** The player name of an earlier request, provided that this person made it in this guild. */
  playerOf(requestId: string, asker: Member): Promise<string | undefined>;
  /** Verdicts that a person could not be told when they came, to be told now. Call `told` once that is done. */
  lateAnswersFor(person: Member): Promise<LateAnswer[]>;
  /** Resolves when no claim is under way in this process and nothing is left to retry. */
  settled(): Promise<void>;
};

type ClaimsOptions = {
  ledger: ClaimLedger;
  runner: ClaimRunner;
  replies: ClaimReplies;
  credentialOf: Settings['claimCredential'];
  claimLimiter: Limiter;
  crowd: Crowd;
  clock: Clock;
  timings: ClaimTimings;
  /** aborts when this process stops */
  stopping: AbortSignal;
  log: Log;
};

export function createClaims(options: ClaimsOptions): Claims {
  const { ledger, runner, replies, claimLimiter, crowd, clock, timings, stopping, log } = options;
  const acksFirst = createAcksFirst({ forMs: timings.acksFirstForMs, clock });
  /** by claim id: how this process's work on the claim ends */
  const runs = new Map<string, Promise<RunEnd>>();

  async function request(input: NewClaim): Promise<NotRecorded | { kind: 'recorded' }> {
    const { guildId, userId } = input;
    const playername = parsePlayerName(input.playername);
    if (playername === undefined) return { kind: 'bad-name' };
    const leave = crowd.enter(guildId);
    if (!leave) return { kind: 'wait', until: afterCrowd(timings.crowdedForMs, clock) };
    const waitMs = await claimLimiter.consume(guildId, userId);
    if (waitMs > 0) {
      leave();
      return { kind: 'wait', until: clock.now() + waitMs };
    }
    const refund = () => claimLimiter.refund(guildId, userId);
    return takeOn({ ...input, playername }, refund).finally(leave);
  }

  async function takeOn(
    { acknowledge, receivedAt, ...input }: NewClaim,
    refund: () => Promise<void>,
  ): Promise<NotRecorded | { kind: 'recorded' }> {
    const recordedFirst = acksFirst.isCrowd() ? undefined : admit(input);
    const acknowledged = recordedFirst ? afterRecord(recordedFirst, acknowledge) : acknowledge();
    replies.registerAcknowledgement(input.interactionId, acknowledged);
    acksFirst.watch(acknowledged);
    const admitting = recordedFirst ?? acksFirst.calm().then(() => admit(input));
    // A claim that was not stored, or whose acknowledgement failed, does not count towards the limits.
    const counted = Promise.all([acknowledged, admitting]).then(([, isAdmitted]) => isAdmitted !== undefined);
    const refunded = counted.catch(() => false).then((counts) => (counts ? undefined : refund()));
    const admitted = await admitting;
    if (!admitted) {
      await refunded;
      return { kind: 'not-set-up' };
    }
    const { request, claim, held, credential } = admitted;
    const { ours, isOpen } = held ? { ours: claim, isOpen: true } : await join(request, acknowledged);
    if (ours) start(ours, credential, { acknowledged, lastStart: receivedAt + timings.lastAttemptStartMs });
    await (isOpen ? tellInTime(request, receivedAt) : replies.tell(request));
    return { kind: 'recorded' };
  }

  /**
   * Acknowledges a request once it is on record, so that a process that is killed leaves nobody at "thinking…" whom
   * nothing knows of. A record that takes longer than a moment is not waited for.
   */
  async function afterRecord(recorded: Promise<unknown>, acknowledge: () => Promise<void>): Promise<void> {
    const isRefused = await withinTime(
      recorded.then((admission) => admission === undefined),
      timings.recordedFirstMs,
      clock,
    );
    if (isRefused) throw new NotAcknowledgedError('the request is answered without being recorded');
    await acknowledge();
  }

  async function admit(
    input: Omit<NewClaim, 'acknowledge' | 'receivedAt'>,
  ): Promise<(Admission & { credential: ClaimCredential }) | undefined> {
    const credential = await options.credentialOf(input.guildId);
    if (!credential) return undefined;
    const { credentialId, isOperators } = credential;
    return { ...(await ledger.admit({ ...input, credentialId, isOperators })), credential };
  }

  /**
   * Lets the process that holds the claim know that this request is acknowledged. `ours`: the claim, if that process
   * had given it up for want of an acknowledgement.
   */
  async function join(
    request: ClaimRequest,
    acknowledged: Promise<void>,
  ): Promise<{ ours: Claim | undefined; isOpen: boolean }> {
    if (runs.has(request.claimId)) return { ours: undefined, isOpen: true };
    const isAcknowledged = await acknowledged.then(
      () => true,
      () => false,
    );
    // Without an acknowledgement there is no reply that could be waited for.
    if (!isAcknowledged) return { ours: undefined, isOpen: false };
    try {
      const { taken, isOpen } = await ledger.acknowledge(request);
      return { ours: taken, isOpen };
    } catch (error) {
      log.warn({ err: error, claimId: request.claimId }, 'an acknowledgement could not be recorded');
      return { ours: undefined, isOpen: true };
    }
  }

  function start(claim: Claim, credential: ClaimCredential, asked: Asked): void {
    const run = runner.settle(claim, credential, asked).finally(() => {
      if (runs.get(claim.id) === run) runs.delete(claim.id);
    });
    runs.set(claim.id, run);
  }

  /** Resolves once the person has been told the verdict or, after nine seconds, that there is none yet. */
  async function tellInTime(request: ClaimRequest, receivedAt: number): Promise<void> {
    const patienceMs = receivedAt + timings.tellPendingAfterMs - clock.now();
    const run = runs.get(request.claimId);
    if (!run) {
      // The process that has the claim tells everyone: one that stops need not wait for it.
      await clock.sleep(patienceMs, stopping);
      if (!stopping.aborted) await replies.tell(request);
      return;
    }
    const stop = new AbortController();
    const patience = clock.sleep(patienceMs, stop.signal).then(() => 'patience ended' as const);
    const end = await Promise.race([run, patience]);
    stop.abort(NOT_NEEDED);
    if (end === 'told') return;
    // Until our lease ends, nobody but this process can have shown a verdict.
    await (end === 'lost' ? replies.tell(request) : replies.tellUnconfirmed(request));
  }

  return {
    request,
    async playerOf(requestId, { guildId, userId }) {
      const found = await ledger.findRequest(requestId);
      return found?.guildId === guildId && found.userId === userId ? found.playername : undefined;
    },
    async lateAnswersFor(person) {
      const late = await ledger.lateAnswersFor(person);
      return Promise.all(
        late.map(async ({ request, verdict }) => {
          const { related } = await ledger.evidence({ ...request, id: request.claimId });
          const told = () => ledger.markTold(request.id, verdict.kind);
          return { request, verdict: withDoubt(verdict, related), told };
        }),
      );
    },
    async settled() {
      while (runs.size > 0) await Promise.all(runs.values());
      await Promise.all([runner.idle(), replies.idle()]);
    },
  };
}
