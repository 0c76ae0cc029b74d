import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import { CannotSpeakError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ClaimRequest, ReplyAddress } from './claim.ts';
import type { ClaimMessenger } from './messenger.ts';
import type { Verdict } from './states.ts';
import type { ClaimLedger } from './store/ledger.ts';

/** An acknowledgement succeeds or fails within seconds; after this there is nothing left to wait for. */
export const ACKNOWLEDGED_WITHIN_MS = 15_000;
const ACKNOWLEDGEMENTS = { max: 50_000, ttl: 4 * ACKNOWLEDGED_WITHIN_MS };
const REMEMBERED = { max: 50_000 };
const PENDING: Verdict = { kind: 'pending' };

/** Shows people the state of their claims, in the replies to their requests. */
export type ClaimReplies = {
  /** From now on, the reply to this interaction is edited only once `acknowledged` has resolved. */
  registerAcknowledgement(interactionId: string, acknowledged: Promise<void>): void;
  /** Waits until it is known whether Discord shows at least one of those who asked that we are working on it. */
  isAnyAcknowledged(requests: readonly ClaimRequest[]): Promise<boolean>;
  /**
   * Shows a person the state of their request, unless they have seen it. Resolves after one try; if that fails, it is
   * retried in the background until the reply shows what is on record. Never rejects.
   */
  tell(request: ClaimRequest): Promise<void>;
  /**
   * The same for a claim that this process holds: if the ledger cannot be read, the person is told once that the claim
   * is not confirmed, unless this process has already shown them a final verdict. Nobody else can have, and nothing
   * final is ever taken back.
   */
  tellUnconfirmed(request: ClaimRequest): Promise<void>;
  /** Stops retrying for a request whose reply shows another request from now on. */
  forget(requestId: string): void;
  /** Resolves when nothing is left to retry. */
  idle(): Promise<void>;
};

export type ClaimRepliesTimings = {
  /** the most that the first pause before a retry lasts */
  backoffBaseMs: number;
  /** how long after it was sent Discord may still apply an edit that it has not answered */
  lateEditMs: number;
  /** nothing is retried after this, because the reply can no longer be edited */
  parkAfterMs: number;
};

/**
 * @param options.stopping - when it aborts, each answer that could not be shown is shown once more, and then given up
 */
export function createClaimReplies(options: {
  ledger: ClaimLedger;
  messenger: ClaimMessenger;
  clock: Clock;
  timings: ClaimRepliesTimings;
  stopping: AbortSignal;
  log: Log;
}): ClaimReplies {
  const { ledger, messenger, clock, timings, stopping, log } = options;
  const acknowledgements = new LRUCache<string, Promise<void>>(ACKNOWLEDGEMENTS);
  /** by request id: the last one under way, which the next one waits for */
  const underWay = new Map<string, Promise<void>>();
  /** by request id: why the reply may show anything, and has to be shown again */
  const unsure = new Map<string, Unsure>();
  /** by request id: when each verdict was sent in an edit that Discord has not answered and may still apply */
  const unanswered = new LRUCache<string, Map<Verdict['kind'], number>>(REMEMBERED);
  /** by request id: when its reply first showed a final verdict of ours */
  const finals = new LRUCache<string, number>(REMEMBERED);
  const repetitions = new Set<Promise<void>>();

  async function tell(request: ClaimRequest, isHeld = false): Promise<void> {
    const turn = (underWay.get(request.id) ?? Promise.resolve()).then(() => tryToTell(request, isHeld));
    underWay.set(request.id, turn);
    await turn;
    if (underWay.get(request.id) === turn) underWay.delete(request.id);
  }

  async function tryToTell(request: ClaimRequest, isHeld: boolean): Promise<void> {
    try {
      if (await tellStanding(request, isHeld)) unsure.delete(request.id);
      else repeatLater(request, 'late edit');
    } catch (error) {
      const { claimId, reference, interactionId } = request;
      log.warn({ err: error, claimId, reference, interactionId }, 'a claim could not be told');
      repeatLater(request, 'failure');
    }
  }

  function repeatLater(request: ClaimRequest, why: Unsure): void {
    const isRepeating = unsure.has(request.id);
    unsure.set(request.id, why);
    if (isRepeating) return;
    const repetition = repeat(request).finally(() => repetitions.delete(repetition));
    repetitions.add(repetition);
  }

  /** Tries again for as long as the reply can be edited, after pauses whose limit doubles. */
  async function repeat(request: ClaimRequest): Promise<void> {
    const giveUpAt = clock.now() + timings.parkAfterMs;
    let pauseMs = timings.backoffBaseMs;
    do {
      const isLate = unsure.get(request.id) === 'late edit';
      await clock.sleep(isLate ? timings.lateEditMs : clock.random() * pauseMs, stopping);
      pauseMs *= 2;
      if (unsure.has(request.id)) await tell(request);
    } while (unsure.has(request.id) && clock.now() < giveUpAt && !stopping.aborted);
    unsure.delete(request.id);
  }

  /**
   * Another process may settle the claim and tell the verdict while we are showing an older one; the loop ensures that
   * the verdict on record is shown last. @returns false if an earlier edit may still arrive over it
   */
  async function tellStanding(request: ClaimRequest, isHeld: boolean): Promise<boolean> {
    if (!(await isAcknowledged(request))) {
      await dropIfNothingWasSent(request);
      return true;
    }
    let { reply } = request;
    let mustShow = unsure.has(request.id);
    for (let isCurrent = false; !isCurrent; mustShow = true) {
      const standing = await ledger.standing(request.id).catch(async (error: unknown) => {
        if (isHeld && !finals.has(request.id)) await show(request, reply, PENDING);
        throw error;
      });
      if (!standing) return true;
      const verdict = standing.verdict ?? PENDING;
      if (standing.request.told === verdict.kind && !mustShow) return true;
      reply = standing.request.reply ?? reply;
      if (!(await show(request, reply, verdict))) return true;
      if (mayBeOverwritten(standing.request, verdict)) return false;
      isCurrent = await ledger.markTold(request.id, verdict.kind);
    }
    return true;
  }

  /** Who was shown nothing is not told later, out of the blue, that nothing was sent for them. */
  async function dropIfNothingWasSent({ id }: ClaimRequest): Promise<void> {
    const standing = await ledger.standing(id);
    if (standing?.verdict?.kind === 'unavailable') await ledger.markTold(id, 'unavailable');
  }

  /**
   * Whether Discord may still apply an edit over what the reply should show: one of ours that said something else, or
   * that said "pending", since another process may settle the claim before it arrives; or one of the process that the
   * request was made to, which may have read the record just before the claim was closed, and may be killed before it
   * corrects itself.
   */
  function mayBeOverwritten({ id, interactionId, acknowledged }: ClaimRequest, { kind }: Verdict): boolean {
    const isRecent = (at: number) => clock.now() - at < timings.lateEditMs;
    const sent = [...(unanswered.get(id) ?? [])];
    if (sent.some(([other, at]) => (other !== kind || kind === 'pending') && isRecent(at))) return true;
    const isElsewhere = acknowledged && !acknowledgements.has(interactionId);
    return isElsewhere && kind !== 'pending' && isRecent(finals.get(id) ?? -Infinity);
  }

  /** Whoever holds the claim may have read the record before another process noted the acknowledgement there. */
  async function isAcknowledged({ interactionId, acknowledged }: ClaimRequest): Promise<boolean> {
    const here = acknowledgements.get(interactionId) ?? Promise.resolve();
    return here.then(
      () => true,
      () => acknowledged,
    );
  }

  /** @returns false when there is no reply that can (still) be edited */
  async function show(request: ClaimRequest, reply: ReplyAddress | undefined, verdict: Verdict): Promise<boolean> {
    if (!reply) return false;
    const { id, claimId, reference, interactionId } = request;
    const sentAt = clock.now();
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
      const isBegun = acknowledgements.has(interactionId) || clock.now() - request.createdAt > ACKNOWLEDGED_WITHIN_MS;
      if (!(error instanceof CannotSpeakError)) noteUnanswered();
      if (!(error instanceof CannotSpeakError) || !isBegun) throw error;
      log.info({ err: error, claimId, reference, interactionId }, 'a reply can be edited no more');
      await ledger.forgetReply(id);
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
    tell: (request) => tell(request),
    tellUnconfirmed: (request) => tell(request, true),
    forget(requestId) {
      unsure.delete(requestId);
    },
    async idle() {
      while (repetitions.size > 0) await Promise.all(repetitions);
    },
  };
}

/** `failure`: it could not be shown; `late edit`: an earlier edit may arrive over the last one. */
type Unsure = 'failure' | 'late edit';
