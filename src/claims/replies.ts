import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';
import { CannotSpeakError, StaleVerdictError } from '../work/errors.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import type { ClaimRequest, ReplyAddress } from './claim.ts';
import { type Edit, onRecord, saidBy, type Shown, shownOf, STEPS, unread } from './shown.ts';
import { hasArrived, isReviewable, type Verdict } from './states.ts';
import { createTelling, type TellOptions } from './telling.ts';
import type { ClaimWork } from './work.ts';

const REMEMBERED = atMost(50_000);

/** How claims speak to people. */
export type ClaimMessenger = {
  /**
   * @param isFresh - whether the verdict was read just now, asked right before the edit is sent
   * @returns whether Discord left an earlier try of the edit without an answer, and so may apply it after a later edit
   * @throws {@link StaleVerdictError} when the verdict is not fresh, {@link CannotSpeakError} when the reply can no
   *   longer be edited; any other error may be temporary
   */
  tellClaim(
    request: ClaimRequest,
    reply: ReplyAddress,
    verdict: Verdict,
    isFresh: () => boolean,
  ): Promise<{ mayComeAgain: boolean }>;
};

/** Whoever reads for longer looks again before they say that nothing is known. */
const READ_WITHIN_MS = 250;

export type ClaimReplies = ReturnType<typeof createClaimReplies>;

/** Shows people the state of their claims, in the replies to their requests. */
export function createClaimReplies(options: ClaimWork & { messenger: ClaimMessenger }) {
  const { ledger, messenger, clock, timings, log } = options;
  const acknowledgements = createAcknowledgements();
  /** by request id: what Discord may have applied to its reply, in the order in which it was sent */
  const edits = new LRUCache<string, readonly Edit[]>(REMEMBERED);
  const telling = createTelling(options, tellStanding);

  function shownFor(request: ClaimRequest, verdict: Verdict | undefined): Shown {
    const isServedElsewhere = request.acknowledged && !acknowledgements.isOurs(request);
    return shownOf(edits.get(request.id) ?? [], verdict, { lateEditMs: timings.lateEditMs, isServedElsewhere });
  }

  /**
   * Shows what is on record, as {@link STEPS} says, and looks again: another process may settle the claim meanwhile, and
   * tell the verdict.
   *
   * @returns false if something else may still come over what was shown
   */
  async function tellStanding(request: ClaimRequest, { verdict: given, heldUntil = 0 }: TellOptions): Promise<boolean> {
    const acknowledgedHere = await acknowledgements.wasHere(request);
    let { reply } = request;
    let fresh = acknowledgedHere && given ? { request, verdict: given, isDecided: true } : undefined;
    for (let isSecondLook = false; ; isSecondLook = true) {
      const readAt = clock.monotonic();
      const standing =
        fresh ??
        (await ledger.standing(request.id).catch(async (error: unknown) => {
          const record = unread(clock.monotonic() < heldUntil, acknowledgedHere);
          if (STEPS[record][shownFor(request, undefined)] === 'say pending') {
            await show(request, reply, { kind: 'pending' }, { isFresh: () => true });
          }
          throw error;
        }));
      fresh = undefined;
      const record = onRecord(standing, acknowledgedHere);
      if (!standing) return true;
      const { request: current, verdict, isDecided } = standing;
      const step = STEPS[record][shownFor(current, verdict)];
      if (step === 'none') return true;
      reply = current.reply ?? reply;
      if (step === 'show') {
        // This process may have stood still, and another one may have told a verdict since, or what a moderator decided.
        const isFresh = () =>
          isSecondLook ||
          !(verdict.kind === 'looking' || isReviewable(verdict.kind)) ||
          clock.monotonic() - readAt <= READ_WITHIN_MS;
        const shown = await show(current, reply, verdict, { isFresh, isDecided });
        if (shown === 'stale') continue;
        if (shown === 'gone') return true;
        if (shownFor(current, verdict) !== 'firm') return false;
      }
      if (await ledger.markTold(request.id, verdict.kind, hasArrived(verdict))) return true;
    }
  }

  /** @returns `gone` when no reply can be edited */
  async function show(
    request: ClaimRequest,
    reply: ReplyAddress | undefined,
    verdict: Verdict,
    { isFresh, isDecided = false }: { isFresh: () => boolean; isDecided?: boolean },
  ): Promise<'shown' | 'stale' | 'gone'> {
    if (!reply) return 'gone';
    const { id, claimId, reference, interactionId } = request;
    const startedAt = clock.monotonic();
    const note = (how: Pick<Edit, 'isShown' | 'isOver'>): void => {
      const edit = { says: saidBy(verdict), startedAt, endedAt: clock.monotonic(), ...how };
      edits.set(id, [...(edits.get(id) ?? []), edit]);
    };
    try {
      const { mayComeAgain } = await messenger.tellClaim(request, reply, verdict, isFresh);
      note({ isShown: true, isOver: !mayComeAgain });
      return 'shown';
    } catch (error) {
      if (error instanceof StaleVerdictError) return 'stale';
      const isGone = error instanceof CannotSpeakError;
      if (!isGone) note({ isShown: false, isOver: false });
      // Discord gives the same error for a reply that another process has yet to acknowledge as for an expired one.
      if (!isGone || !(acknowledgements.isOurs(request) || isDecided)) throw error;
      log.info({ err: error, claimId, reference, interactionId }, 'a reply can be edited no more');
      // Only the process that asked Discord knows of a refusal: for any other one, the reply may as well have expired.
      const wasShown = request.told !== undefined || (await acknowledgements.wasHere(request)) !== false;
      await ledger.forgetReply(id, { wasShown });
      return 'gone';
    }
  }

  return {
    /** The reply is edited only once `acknowledged` has resolved, or another process may have been acknowledged. */
    registerAcknowledgement: acknowledgements.register,
    /**
     * An edit of the same reply, sent for the request before, may still be applied: what is shown for this one is shown once
     * more when that is over.
     */
    expectEarlier({ id }: ClaimRequest): void {
      const at = clock.monotonic();
      // As "pending" does, it says something else than whatever is shown.
      const edit: Edit = { says: 'pending', startedAt: at, endedAt: at, isShown: false, isOver: false };
      edits.set(id, [edit, ...(edits.get(id) ?? [])]);
    },
    /** Waits until it is known whether Discord acknowledged at least one of these requests. */
    isAnyAcknowledged: acknowledgements.isAny,
    /**
     * Shows a person the state of their request, unless they have seen it. Resolves after one try; one that fails is
     * repeated in the background until the reply shows what is on record. Never rejects.
     */
    tell: telling.tell,
    /** @param verdict - see {@link TellOptions} */
    async tellAll(requests: readonly ClaimRequest[], verdict?: Verdict): Promise<void> {
      // Whoever has a vote looked for is told another one while that goes on.
      await Promise.all(
        requests.map((request) => telling.tell(request, { verdict: request.look ? undefined : verdict })),
      );
    },
    /** Resolves when nothing is being told, or left to retry. */
    idle: telling.idle,
  };
}
