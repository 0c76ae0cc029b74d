import type { Clock } from '../clock.ts';
import type { ClaimCredential, Settings } from '../guilds/settings.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import { parsePlayerName } from '../people/player-name.ts';
import type { Claim, ClaimRequest, ReplyAddress } from './claim.ts';
import type { ClaimLimiter } from './limits.ts';
import type { ClaimReplies } from './replies.ts';
import type { ClaimRunner, RunEnd } from './runner.ts';
import type { Verdict } from './states.ts';
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
  /** resolves once Discord shows the person that we are working on it; rejects if that fails */
  acknowledged: Promise<void>;
};

/** Why a claim was not recorded. `until`: ms since the epoch. */
export type NotRecorded = { kind: 'bad-name' } | { kind: 'not-set-up' } | { kind: 'wait'; until: number };

type LateAnswer = { request: ClaimRequest; verdict: Verdict; told: () => Promise<unknown> };

export type Claims = {
  /**
   * Claims a vote's reward. `recorded`: everyone who joined the claim is told by the {@link ClaimReplies}; this person
   * has been told something by now, or that has failed and is being retried in the background. Otherwise nothing was
   * recorded, and the caller answers.
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
  claimLimiter: ClaimLimiter;
  clock: Clock;
  timings: ClaimTimings;
  log: Log;
};

export function createClaims(options: ClaimsOptions): Claims {
  const { ledger, runner, replies, claimLimiter, clock, timings, log } = options;
  /** by claim id: how this process's work on the claim ends */
  const runs = new Map<string, Promise<RunEnd>>();

  async function request(input: NewClaim): Promise<NotRecorded | { kind: 'recorded' }> {
    const { acknowledged, receivedAt, ...fields } = input;
    replies.registerAcknowledgement(input.interactionId, acknowledged);
    const playername = parsePlayerName(input.playername);
    if (playername === undefined) return { kind: 'bad-name' };
    const credential = await options.credentialOf(input.guildId);
    if (!credential) return { kind: 'not-set-up' };
    const waitMs = await claimLimiter.consume(input.guildId, input.userId);
    if (waitMs > 0) return { kind: 'wait', until: clock.now() + waitMs };

    const { credentialId, isOperators } = credential;
    const admitted = ledger.admit({ ...fields, playername, credentialId, isOperators });
    // A claim that was not stored, or whose acknowledgement failed, does not count towards the limits.
    Promise.all([acknowledged, admitted]).catch(() => claimLimiter.refund(input.guildId, input.userId));
    const { request, claim, held } = await admitted;
    const { ours, isOpen } = held ? { ours: claim, isOpen: true } : await join(request, acknowledged);
    if (ours) start(ours, credential, receivedAt);
    await (isOpen ? tellInTime(request, receivedAt) : replies.tell(request));
    return { kind: 'recorded' };
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

  function start(claim: Claim, credential: ClaimCredential, receivedAt: number): void {
    const run = runner.settle(claim, credential, receivedAt + timings.lastAttemptStartMs).finally(() => {
      if (runs.get(claim.id) === run) runs.delete(claim.id);
    });
    runs.set(claim.id, run);
  }

  /** Resolves once the person has been told the verdict or, after nine seconds, that there is none yet. */
  async function tellInTime(request: ClaimRequest, receivedAt: number): Promise<void> {
    const run = runs.get(request.claimId);
    const stop = new AbortController();
    const patience = clock
      .sleep(receivedAt + timings.tellPendingAfterMs - clock.now(), stop.signal)
      .then(() => 'patience ended' as const);
    const end = await Promise.race(run ? [run, patience] : [patience]);
    stop.abort();
    if (end === 'told') return;
    // Until our lease ends, nobody but this process can have shown a verdict.
    const isHeld = run !== undefined && end !== 'lost';
    await (isHeld ? replies.tellUnconfirmed(request) : replies.tell(request));
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
          return { request, verdict: withDoubt(verdict, request.playername, related), told };
        }),
      );
    },
    async settled() {
      while (runs.size > 0) await Promise.all(runs.values());
      await Promise.all([runner.idle(), replies.idle()]);
    },
  };
}
