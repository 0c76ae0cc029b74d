import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import type { Claim, ClaimLedger, ClaimRequest, ReplyAddress } from '../storage/claim-ledger.ts';
import type { AttemptOutcome, VoteHost } from '../upstream/votes.ts';
import type { TakeClaim } from './claim-limits.ts';
import { parsePlayerName } from './player-name.ts';
import { foldVerdict, type Verdict } from './verdict.ts';

export type ClaimTimings = {
  /** how long one POST may take */
  attemptDeadlineMs: number;
  /** after the interaction, no attempt starts later than this */
  lastAttemptStartMs: number;
  /** after the interaction, the person is told that the claim is not confirmed yet */
  tellPendingAfterMs: number;
  /** the first pause between attempts is at most this, each further one at most twice the one before */
  backoffBaseMs: number;
};

export const CLAIM_TIMINGS = {
  attemptDeadlineMs: 4_000,
  lastAttemptStartMs: 8_000,
  tellPendingAfterMs: 9_000,
  backoffBaseMs: 300,
} as const satisfies ClaimTimings;

/** What a person is told of their claim: its verdict, or why it was not even recorded. */
export type ClaimAnswer =
  | Verdict
  | { kind: 'bad-name' }
  | { kind: 'not-set-up' }
  /** `until`: ms since the epoch */
  | { kind: 'wait'; until: number };

/** How the service speaks to people. Rejects when the reply could not be shown. */
export type Messenger = {
  tellClaim(request: ClaimRequest, answer: ClaimAnswer): Promise<void>;
};

export type NewClaim = {
  interactionId: string;
  guildId: string;
  userId: string;
  locale: string;
  /** as typed */
  playername: string;
  reply: ReplyAddress;
  /** when the interaction reached us, ms since the epoch */
  receivedAt: number;
  /** resolves once Discord shows that we are working on it; rejects when it does not */
  acknowledged: Promise<void>;
};

export type Claims = {
  /**
   * Claims a vote's reward. An answer is returned only when nothing was recorded; everything recorded is told through the
   * {@link Messenger}, to all who joined, and the promise resolves once this person has been told something.
   */
  request(claim: NewClaim): Promise<ClaimAnswer | undefined>;
  /** The player name of an earlier request, for the person and guild that made it. */
  playerOf(requestId: string, asker: { guildId: string; userId: string }): Promise<string | undefined>;
  /** Resolves when no claim is under way. */
  settled(): Promise<void>;
};

type ClaimsOptions = {
  ledger: ClaimLedger;
  votes: VoteHost;
  /** the credential that claims for a guild */
  credentialOf: (guildId: string) => Promise<Secret | undefined>;
  /** tells main services apart: equal tokens of two of them are two credentials */
  mainServiceUrl: string;
  messenger: Messenger;
  takeClaim: TakeClaim;
  clock: Clock;
  timings: ClaimTimings;
  log: Log;
};

/**
 * A claim that this process is settling. `decided`: its verdict is committed. `notices`: by request, the telling that it is pending.
 * `done`: whether its verdict was told.
 */
type Run = { decided: boolean; notices: Map<string, Promise<void>>; done: Promise<boolean> };

export function createClaims(options: ClaimsOptions): Claims {
  const { ledger, votes, messenger, clock, timings, log } = options;
  /** by interaction id */
  const acknowledgements = new Map<string, Promise<void>>();
  /** by claim id */
  const runs = new Map<string, Run>();

  async function request(input: NewClaim): Promise<ClaimAnswer | undefined> {
    input.acknowledged.catch(() => undefined);
    const playername = parsePlayerName(input.playername);
    if (playername === undefined) return { kind: 'bad-name' };
    const credential = await options.credentialOf(input.guildId);
    if (!credential) return { kind: 'not-set-up' };
    const waitMs = await options.takeClaim(input.guildId, input.userId);
    if (waitMs > 0) return { kind: 'wait', until: clock.now() + waitMs };

    const { acknowledged, receivedAt, ...fields } = input;
    const credentialId = credential.fingerprint(options.mainServiceUrl);
    acknowledgements.set(fields.interactionId, acknowledged);
    let run: Run | undefined;
    try {
      const admission = await ledger.admit({ ...fields, playername, credentialId, createdAt: receivedAt });
      const { claim } = admission;
      run = admission.opened ? start(claim, credential, receivedAt) : runs.get(claim.id);
      await tellInTime(admission.request, run);
    } finally {
      void Promise.resolve(run?.done).then(() => acknowledgements.delete(fields.interactionId));
    }
    return undefined;
  }

  function start(claim: Claim, credential: Secret, receivedAt: number): Run {
    const run: Run = { decided: false, notices: new Map(), done: Promise.resolve(false) };
    run.done = settle(claim, credential, receivedAt, run)
      .then(() => true)
      .catch((error: unknown) => {
        log.error({ err: error, claimId: claim.id }, 'a claim could not be settled');
        return false;
      })
      .finally(() => runs.delete(claim.id));
    runs.set(claim.id, run);
    return run;
  }

  /** Waits until the verdict is told; when that takes too long or fails, tells the person that there is none yet. */
  async function tellInTime(request: ClaimRequest, run: Run | undefined): Promise<void> {
    const stop = new AbortController();
    const patience = clock.sleep(request.createdAt + timings.tellPendingAfterMs - clock.now(), stop.signal);
    await Promise.race(run ? [run.done, patience] : [patience]);
    stop.abort();
    if (run?.decided && (await run.done)) return;
    const notice = tell(request, { kind: 'pending' });
    run?.notices.set(request.id, notice);
    await notice;
  }

  /** Posts until there is something to tell, commits the verdict, then tells everyone who joined: to each the verdict is the last word. */
  async function settle(claim: Claim, credential: Secret, receivedAt: number, run: Run): Promise<void> {
    if (await isAnyoneWaiting(claim)) await post(claim, credential, receivedAt);
    const { own, related } = await ledger.attempts(claim);
    const verdict = foldVerdict(own, related, clock.now());
    await ledger.close(claim, verdict.kind);
    run.decided = true;
    log.info(
      { claimId: claim.id, guildId: claim.guildId, verdict: verdict.kind, attempts: own.length },
      'claim settled',
    );
    const requests = await ledger.requestsOf(claim.id);
    await Promise.all(
      requests.map(async (request) => {
        await run.notices.get(request.id);
        await tell(request, verdict);
      }),
    );
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

  async function post(claim: Claim, credential: Secret, receivedAt: number): Promise<void> {
    const lastStart = receivedAt + timings.lastAttemptStartMs;
    for (let round = 0; clock.now() <= lastStart; round += 1) {
      const outcome = await attempt(claim, credential);
      if (outcome.kind === 'answered' || outcome.kind === 'rejected') return;
      const pauseMs = clock.random() * timings.backoffBaseMs * 2 ** round;
      if (clock.now() + pauseMs > lastStart) return;
      await clock.sleep(pauseMs);
    }
  }

  async function attempt(claim: Claim, credential: Secret): Promise<AttemptOutcome> {
    const { id } = await ledger.startAttempt(claim);
    const { playername } = claim;
    const outcome = await votes.claim({ playername, token: credential, deadlineMs: timings.attemptDeadlineMs });
    await ledger.endAttempt(id, outcome);
    return outcome;
  }

  async function tell(request: ClaimRequest, answer: ClaimAnswer): Promise<void> {
    try {
      await acknowledgements.get(request.interactionId);
      await messenger.tellClaim(request, answer);
    } catch (error) {
      log.warn({ err: error, interactionId: request.interactionId, verdict: answer.kind }, 'a claim could not be told');
    }
  }

  return {
    request,
    async playerOf(requestId, { guildId, userId }) {
      const found = await ledger.findRequest(requestId);
      return found?.guildId === guildId && found.userId === userId ? found.playername : undefined;
    },
    async settled() {
      while (runs.size > 0) await Promise.all([...runs.values()].map(({ done }) => done));
    },
  };
}
