import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ClaimRequest, ReplyAddress, Verdict } from '../storage/claim.ts';
import type { ClaimLedger } from '../storage/claim-ledger.ts';
import { CannotSpeakError, type Messenger } from './messenger.ts';

/** An acknowledgement succeeds or fails within seconds; after this there is nothing left to wait for. */
const ACKNOWLEDGED_WITHIN_MS = 15_000;
const ACKNOWLEDGEMENTS = { max: 50_000, ttl: 4 * ACKNOWLEDGED_WITHIN_MS };
const PENDING: Verdict = { kind: 'pending' };

/** Shows people the state of their claims, in the replies to their requests. */
export type Telling = {
  /** From now on, the reply to this interaction is edited only once `acknowledged` has resolved. */
  registerAcknowledgement(interactionId: string, acknowledged: Promise<void>): void;
  /** Waits until it is known whether Discord shows at least one of those who asked that we are working on it. */
  isAnyAcknowledged(requests: readonly ClaimRequest[]): Promise<boolean>;
  /**
   * Shows a person the state of their request, unless they have seen it. Resolves after one try; if that fails, it is retried in the
   * background until the reply shows what is on record. Never rejects.
   */
  tell(request: ClaimRequest): Promise<void>;
  /** Stops retrying for a request whose reply shows another request from now on. */
  forget(requestId: string): void;
  /** Resolves when nothing is left to retry. */
  idle(): Promise<void>;
};

type TellingTimings = {
  /** the most that the first pause before a retry lasts */
  backoffBaseMs: number;
  /** nothing is retried after this, because the reply can no longer be edited */
  parkAfterMs: number;
};

/** @param options.stopping - when it aborts, each failed telling is tried once more and then given up */
export function createTelling(options: {
  ledger: ClaimLedger;
  messenger: Messenger;
  clock: Clock;
  timings: TellingTimings;
  stopping: AbortSignal;
  log: Log;
}): Telling {
  const { ledger, messenger, clock, timings, stopping, log } = options;
  const acknowledgements = new LRUCache<string, Promise<void>>(ACKNOWLEDGEMENTS);
  /** by request id: the last telling under way, which the next one waits for */
  const tellings = new Map<string, Promise<void>>();
  /** ids of requests whose replies may show anything, because a telling failed */
  const unsure = new Set<string>();
  const repetitions = new Set<Promise<void>>();

  async function tell(request: ClaimRequest): Promise<void> {
    const telling = (tellings.get(request.id) ?? Promise.resolve()).then(() => tryToTell(request));
    tellings.set(request.id, telling);
    await telling;
    if (tellings.get(request.id) === telling) tellings.delete(request.id);
  }

  async function tryToTell(request: ClaimRequest): Promise<void> {
    try {
      await tellStanding(request);
      unsure.delete(request.id);
    } catch (error) {
      const { id, claimId, reference, interactionId } = request;
      log.warn({ err: error, claimId, reference, interactionId }, 'a claim could not be told');
      if (unsure.has(id)) return;
      unsure.add(id);
      const repetition = repeat(request).finally(() => repetitions.delete(repetition));
      repetitions.add(repetition);
    }
  }

  /** Tries again after pauses that double, for as long as the reply can be edited. */
  async function repeat(request: ClaimRequest): Promise<void> {
    const giveUpAt = clock.now() + timings.parkAfterMs;
    let pauseMs = timings.backoffBaseMs;
    do {
      await clock.sleep(clock.random() * pauseMs, stopping);
      pauseMs *= 2;
      if (unsure.has(request.id)) await tell(request);
    } while (unsure.has(request.id) && clock.now() < giveUpAt && !stopping.aborted);
    unsure.delete(request.id);
  }

  /**
   * While the ledger cannot be read, the person is told that the claim is pending. Another process may settle the claim and tell the
   * verdict while we are telling an older state; the loop ensures that the verdict on record is shown last.
   */
  async function tellStanding(request: ClaimRequest): Promise<void> {
    if (!(await isAcknowledged(request))) return;
    let { reply } = request;
    let mustShow = unsure.has(request.id);
    for (let isCurrent = false; !isCurrent; mustShow = true) {
      const standing = await ledger.standing(request.id).catch(async (error: unknown) => {
        await show(request, reply, PENDING);
        throw error;
      });
      if (!standing) return;
      const verdict = standing.verdict ?? PENDING;
      if (standing.request.told === verdict.kind && !mustShow) return;
      reply = standing.request.reply ?? reply;
      if (!(await show(request, reply, verdict))) return;
      isCurrent = await ledger.markTold(request.id, verdict.kind);
    }
  }

  async function isAcknowledged({ interactionId }: ClaimRequest): Promise<boolean> {
    const acknowledged = acknowledgements.get(interactionId) ?? Promise.resolve();
    return acknowledged.then(
      () => true,
      () => false,
    );
  }

  /** @returns false when there is no reply that can (still) be edited */
  async function show(request: ClaimRequest, reply: ReplyAddress | undefined, verdict: Verdict): Promise<boolean> {
    if (!reply) return false;
    try {
      await messenger.tellClaim(request, reply, verdict);
      return true;
    } catch (error) {
      // Discord gives the same error for a reply that another process has yet to acknowledge as for one that has expired.
      const isBegun =
        acknowledgements.has(request.interactionId) || clock.now() - request.createdAt > ACKNOWLEDGED_WITHIN_MS;
      if (!(error instanceof CannotSpeakError) || !isBegun) throw error;
      const { id, claimId, reference, interactionId } = request;
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
      Promise.any(requests.flatMap(({ interactionId }) => acknowledgements.get(interactionId) ?? [])).then(
        () => true,
        () => false,
      ),
    tell,
    forget(requestId) {
      unsure.delete(requestId);
    },
    async idle() {
      while (repetitions.size > 0) await Promise.all(repetitions);
    },
  };
}
