import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import { CannotSpeakError } from '../errors.ts';
import type { Log } from '../log.ts';
import { backoffMs, succeeds } from '../retry.ts';
import type { ClaimRequest, ReplyAddress } from './claim.ts';
import type { Verdict } from './states.ts';
import type { ClaimLedger } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';

const REMEMBERED = { max: 50_000 };
const PENDING: Verdict = { kind: 'pending' };

/** How claims speak to people. */
export type ClaimMessenger = {
  /**
   * @returns whether an earlier try of the same edit was left without an answer, so that Discord may still apply it
   * after a later edit
   * @throws {@link CannotSpeakError} when the reply can no longer be edited; any other error may be temporary
   */
  tellClaim(request: ClaimRequest, reply: ReplyAddress, verdict: Verdict): Promise<{ mayComeAgain: boolean }>;
};

/** Shows people the state of their claims, in the replies to their requests. */
export type ClaimReplies = {
  /**
   * From now on, the reply to this interaction is edited only once `acknowledged` has resolved, or another process may
   * have been acknowledged.
   */
  registerAcknowledgement(interactionId: string, acknowledged: Promise<void>): void;
  /** Waits until it is known whether Discord shows at least one of those who asked that we are working on it. */
  isAnyAcknowledged(requests: readonly ClaimRequest[]): Promise<boolean>;
  /**
   * Shows a person the state of their request, unless they have seen it. Resolves after one try; if that fails, it is
   * retried in the background until the reply shows what is on record. Never rejects.
   *
   * @param verdict - what was put on record just now, together with the request as it is given; read if left out
   */
  tell(request: ClaimRequest, verdict?: Verdict): Promise<void>;
  /** The same for everyone who asked for a claim. */
  tellAll(requests: readonly ClaimRequest[], verdict?: Verdict): Promise<void>;
  /**
   * The same for a claim that this process holds: if the ledger cannot be read, the person is told once that the claim
   * is not confirmed, unless this process has already shown them a final verdict. Nobody else can have, and nothing
   * final is ever taken back.
   */
  tellUnconfirmed(request: ClaimRequest): Promise<void>;
  /** Resolves when nothing is left to retry. */
  idle(): Promise<void>;
};

/**
 * @param options.stopping - when it aborts, each answer that could not be shown is shown once more, and then given up
 */
export function createClaimReplies(options: {
  ledger: ClaimLedger;
  messenger: ClaimMessenger;
  clock: Clock;
  timings: ClaimTimings;
  stopping: AbortSignal;
  log: Log;
}): ClaimReplies {
  const { ledger, messenger, clock, timings, stopping, log } = options;
  const acknowledgements = new LRUCache<string, Promise<void>>({
    ...REMEMBERED,
    ttl: 4 * timings.acknowledgedWithinMs,
  });
  /** by request id: the last one under way, which the next one waits for */
  const underWay = new Map<string, Promise<void>>();
  /** by request id: what is to be shown once more */
  const unsure = new Map<string, Repetition>();
  /** by request id: when (monotonic) each verdict was sent in an edit that Discord has not answered and may still apply */
  const unanswered = new LRUCache<string, Map<Verdict['kind'], number>>(REMEMBERED);
  /** by request id: when (monotonic) its reply first showed a final verdict of ours */
  const finals = new LRUCache<string, number>(REMEMBERED);
  const repetitions = new Set<Promise<void>>();

  async function tell(request: ClaimRequest, { verdict, isHeld = false }: Telling = {}): Promise<void> {
    const before = underWay.get(request.id);
    const turn = before ? before.then(() => tryToTell(request, { isHeld })) : tryToTell(request, { verdict, isHeld });
    underWay.set(request.id, turn);
    await turn;
    if (underWay.get(request.id) === turn) underWay.delete(request.id);
  }

  async function tryToTell(request: ClaimRequest, telling: Telling): Promise<void> {
    try {
      if (await tellStanding(request, telling)) unsure.delete(request.id);
      else repeatLater(request, 'late edit');
    } catch (error) {
      const { claimId, reference, interactionId } = request;
      log.warn({ err: error, claimId, reference, interactionId }, 'a claim could not be told');
      repeatLater(request, 'failure');
    }
  }

  /**
   * Tries again after a pause, for as long as the reply can be edited. What was planned before for this request is
   * dropped: its pause may be much longer.
   */
  function repeatLater(request: ClaimRequest, why: Repetition['why']): void {
    const { id } = request;
    const earlier = unsure.get(id);
    const { tryNumber, giveUpAt } = earlier ?? { tryNumber: 0, giveUpAt: clock.monotonic() + timings.replyEditableMs };
    if (earlier && (clock.monotonic() >= giveUpAt || stopping.aborted)) {
      unsure.delete(id);
      return;
    }
    const repetition = { why, tryNumber: tryNumber + 1, giveUpAt };
    unsure.set(id, repetition);
    const done = repeat(request, repetition).finally(() => repetitions.delete(done));
    repetitions.add(done);
  }

  async function repeat(request: ClaimRequest, repetition: Repetition): Promise<void> {
    const { why, tryNumber } = repetition;
    const pauseMs = why === 'late edit' ? timings.lateEditMs : backoffMs(timings.backoffBaseMs, tryNumber, clock);
    await clock.sleep(pauseMs, stopping);
    if (unsure.get(request.id) === repetition) await tell(request);
  }

  /**
   * Shows what is on record, and looks again: another process may settle the claim and tell the verdict while we are
   * showing an older one.
   * @returns false if an earlier edit may still arrive over it
   */
  async function tellStanding(request: ClaimRequest, { verdict: known, isHeld }: Telling): Promise<boolean> {
    if (await isOfAnother(request)) return true;
    let { reply } = request;
    let mustShow = unsure.has(request.id);
    let fresh = known && { request, verdict: known };
    for (;;) {
      const standing =
        fresh ??
        (await ledger.standing(request.id).catch(async (error: unknown) => {
          if (isHeld && !finals.has(request.id)) await show(request, reply, PENDING);
          throw error;
        }));
      fresh = undefined;
      if (!standing || standing.request.replaced) return true;
      const verdict = standing.verdict ?? PENDING;
      if (standing.request.told === verdict.kind && !mustShow) return true;
      reply = standing.request.reply ?? reply;
      if (!(await show(request, reply, verdict))) return true;
      if (mayBeOverwritten(standing.request, verdict)) return false;
      const isStillOnRecord = await ledger.markTold(request.id, verdict.kind);
      if (isStillOnRecord) return true;
      mustShow = true;
    }
  }

  /**
   * Whether Discord may still apply an edit over what the reply should show: one of ours that said something else, or
   * that said "pending", since another process may settle the claim before it arrives; or one of the process that the
   * request was made to, which may have read the record just before the claim was closed, and may be killed before it
   * corrects itself.
   */
  function mayBeOverwritten({ id, interactionId, acknowledged }: ClaimRequest, { kind }: Verdict): boolean {
    const isRecent = (at: number) => clock.monotonic() - at < timings.lateEditMs;
    const sent = [...(unanswered.get(id) ?? [])];
    if (sent.some(([other, at]) => (other !== kind || kind === 'pending') && isRecent(at))) return true;
    const isElsewhere = acknowledged && !acknowledgements.has(interactionId);
    return isElsewhere && kind !== 'pending' && isRecent(finals.get(id) ?? -Infinity);
  }

  /** Whether Discord acknowledged the interaction to this process. */
  async function isAcknowledgedHere({ interactionId }: ClaimRequest): Promise<boolean> {
    const here = acknowledgements.get(interactionId);
    return here !== undefined && (await succeeds(here));
  }

  /**
   * Whether telling is left to another process: Discord refused the acknowledgement of this one, so another one may have
   * been acknowledged. After a while anybody may tell; an edit then shows whether anybody was.
   */
  async function isOfAnother(request: ClaimRequest): Promise<boolean> {
    const isRefused = acknowledgements.has(request.interactionId) && !(await isAcknowledgedHere(request));
    return isRefused && !request.acknowledged && !isKnownElsewhere(request);
  }

  /** Whether a process that was acknowledged has had the time to say so. */
  function isKnownElsewhere({ createdAt }: ClaimRequest): boolean {
    return clock.now() - createdAt > timings.acknowledgedWithinMs;
  }

  /** @returns false when there is no reply that can (still) be edited */
  async function show(request: ClaimRequest, reply: ReplyAddress | undefined, verdict: Verdict): Promise<boolean> {
    if (!reply) return false;
    const { id, claimId, reference, interactionId } = request;
    const sentAt = clock.monotonic();
    const noteUnanswered = (): void => {
      unanswered.set(id, new Map([...(unanswered.get(id) ?? []), [verdict.kind, sentAt]]));
    };
    try {
      const { mayComeAgain } = await messenger.tellClaim(request, reply, verdict);
      if (mayComeAgain) noteUnanswered();
      if (verdict.kind !== 'pending' && !finals.has(id)) finals.set(id, sentAt);
      return true;
    } catch (error) {
      // Discord gives the same error for a reply that another process has yet to acknowledge as for one that has
      // expired.
      const isBegun = acknowledgements.has(interactionId) || isKnownElsewhere(request);
      if (!(error instanceof CannotSpeakError)) noteUnanswered();
      if (!(error instanceof CannotSpeakError) || !isBegun) throw error;
      log.info({ err: error, claimId, reference, interactionId }, 'a reply can be edited no more');
      const isKnown = request.acknowledged || request.told !== undefined;
      const wasShown = isKnown || (await isAcknowledgedHere(request));
      await ledger.forgetReply(id, { wasShown });
      return false;
    }
  }

  return {
    registerAcknowledgement(interactionId, acknowledged) {
      acknowledged.catch(() => undefined);
      acknowledgements.set(interactionId, acknowledged);
    },
    isAnyAcknowledged: (requests) =>
      requests.some(({ acknowledged }) => acknowledged)
        ? Promise.resolve(true)
        : Promise.any(requests.flatMap(({ interactionId }) => acknowledgements.get(interactionId) ?? [])).then(
            () => true,
            () => false,
          ),
    tell: (request, verdict) => tell(request, { verdict }),
    async tellAll(requests, verdict) {
      await Promise.all(requests.map((request) => tell(request, { verdict })));
    },
    tellUnconfirmed: (request) => tell(request, { isHeld: true }),
    async idle() {
      while (repetitions.size > 0) await Promise.all(repetitions);
    },
  };
}

/** What is known of a request that is to be told: its verdict, and whether this process holds the claim. */
type Telling = { verdict?: Verdict | undefined; isHeld?: boolean };

/**
 * Why a reply may show anything, and is shown again. `failure`: it could not be shown; `late edit`: an earlier edit may
 * arrive over the last one.
 */
type Repetition = { why: 'failure' | 'late edit'; tryNumber: number; giveUpAt: number };
