import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';
import { SECOND_MS } from '../work/clock.ts';
import { CannotSpeakError, NotHeldError } from '../work/errors.ts';
import { backoffMs, succeeds } from '../work/retry.ts';
import type { ClaimRequest, ReplyAddress } from './claim.ts';
import { hasArrived, type Verdict } from './states.ts';
import type { ClaimWork } from './work.ts';

const REMEMBERED = atMost(50_000);
/** More than the claims that can be under way: an acknowledgement is looked for until its reply can be edited no more. */
const ACKNOWLEDGEMENTS_REMEMBERED = atMost(10_000);

/** How claims speak to people. */
export type ClaimMessenger = {
  /**
   * @param isFresh - whether the verdict was read just now, asked right before the edit is sent
   * @returns whether Discord left an earlier try of the edit without an answer, and so may apply it after a later edit
   * @throws {@link NotHeldError} when the verdict is not fresh, {@link CannotSpeakError} when the reply can no longer be
   *   edited; any other error may be temporary
   */
  tellClaim(
    request: ClaimRequest,
    reply: ReplyAddress,
    verdict: Verdict,
    isFresh: () => boolean,
  ): Promise<{ mayComeAgain: boolean }>;
};

type Known = {
  /** just put on record, for the request as it was passed in; read if left out */
  verdict?: Verdict | undefined;
  /**
   * This process holds the claim until this monotonic time: if the ledger cannot be read, the person is told once that the
   * claim is not confirmed, unless this process has sent them a final verdict. No other process can have by then, and
   * nothing final is ever taken back.
   */
  heldUntil?: number;
};

/** So that the person reads it soon after Discord takes edits again. */
const LONGEST_PAUSE_MS = 20 * SECOND_MS;

/** Whoever reads for longer looks again before they say that nothing is known. */
const READ_WITHIN_MS = 250;

/**
 * An edit of a reply. `isShown`: Discord has answered it; `isOver`: it does not apply it again, either. Times are
 * monotonic. A process that stood still may have sent it as late as `endedAt`, when it was answered or given up.
 */
type Edit = {
  kind: Verdict['kind'];
  hasArrived: boolean;
  startedAt: number;
  endedAt: number;
  isShown: boolean;
  isOver: boolean;
};

/** A person who is told again after a pause. */
type Repetition = { tryNumber: number; giveUpAt: number; done: Promise<void> };

export type ClaimReplies = ReturnType<typeof createClaimReplies>;

/** Shows people the state of their claims, in the replies to their requests. */
export function createClaimReplies(options: ClaimWork & { messenger: ClaimMessenger }) {
  const { ledger, messenger, clock, timings, stopping, log } = options;
  /** by interaction id */
  const acknowledgements = new LRUCache<string, Promise<void>>(ACKNOWLEDGEMENTS_REMEMBERED);
  /** by request id: the last try under way, which the next one waits for */
  const underWay = new Map<string, Promise<void>>();
  /** by request id */
  const unsure = new Map<string, Repetition>();
  /** by request id: what Discord may have applied to its reply, in the order in which it was sent */
  const edits = new LRUCache<string, readonly Edit[]>(REMEMBERED);

  /**
   * Shows a person the state of their request, unless they have seen it. Resolves after one try; one that fails is
   * repeated in the background until the reply shows what is on record. Never rejects.
   */
  async function tell(request: ClaimRequest, { verdict, heldUntil = 0 }: Known = {}): Promise<void> {
    const before = underWay.get(request.id);
    const telling = before
      ? before.then(() => tryToTell(request, { heldUntil }))
      : tryToTell(request, { verdict, heldUntil });
    underWay.set(request.id, telling);
    await telling;
    if (underWay.get(request.id) === telling) underWay.delete(request.id);
  }

  async function tryToTell(request: ClaimRequest, known: Known): Promise<void> {
    try {
      if (await tellStanding(request, known)) unsure.delete(request.id);
      else repeatLater(request, timings.lateEditMs);
    } catch (error) {
      const { claimId, reference, interactionId } = request;
      log.warn({ err: error, claimId, reference, interactionId }, 'a claim could not be told');
      repeatLater(request);
    }
  }

  /** Tries again after a pause, while the reply can be edited. Replaces an earlier plan, whose pause may be longer. */
  function repeatLater(request: ClaimRequest, pauseMs?: number): void {
    const { id } = request;
    const earlier = unsure.get(id);
    const { tryNumber, giveUpAt } = earlier ?? { tryNumber: 0, giveUpAt: clock.monotonic() + timings.replyEditableMs };
    if (earlier && (clock.monotonic() >= giveUpAt || stopping.aborted)) {
      unsure.delete(id);
      return;
    }
    const next = tryNumber + 1;
    const backoff = Math.min(LONGEST_PAUSE_MS, backoffMs(timings.backoffBaseMs, next, clock));
    const pause = clock.sleep(pauseMs ?? backoff, stopping);
    const done: Promise<void> = pause.then(async () => {
      if (unsure.get(id)?.done === done) await tell(request);
    });
    unsure.set(id, { tryNumber: next, giveUpAt, done });
  }

  /**
   * Shows what is on record, and looks again: another process may settle the claim meanwhile, and tell the verdict.
   *
   * @returns false if an earlier edit may still arrive over it
   */
  async function tellStanding(request: ClaimRequest, { verdict: known, heldUntil = 0 }: Known): Promise<boolean> {
    const wasAcknowledgedHere = await wasAcknowledged(request);
    let { reply } = request;
    let fresh = wasAcknowledgedHere && known ? { request, verdict: known, isDecided: true } : undefined;
    for (let isSecondLook = false; ; isSecondLook = true) {
      const readAt = clock.monotonic();
      const standing =
        fresh ??
        (await ledger.standing(request.id).catch(async (error: unknown) => {
          const isHeld = clock.monotonic() < heldUntil;
          if (isHeld && !firstFinal(request.id) && wasAcknowledgedHere !== false) {
            await show(request, reply, { kind: 'pending' }, { isFresh: () => true });
          }
          throw error;
        }));
      fresh = undefined;
      if (!standing || standing.request.replaced) return true;
      const { request: current, verdict, isDecided } = standing;
      const isNews = current.told !== verdict.kind || (hasArrived(verdict) && current.reply !== undefined);
      const isShown = standsFirm(current, verdict);
      if (!isNews && (isShown || !edits.has(request.id))) return true;
      // Discord refused the acknowledgement of this process: another one may have been acknowledged, and tells. After a
      // while any process may, and the edit shows whether one was acknowledged.
      if (wasAcknowledgedHere === false && !current.acknowledged && !isDecided) return true;
      reply = current.reply ?? reply;
      // What is shown, and could not be put on record, is only put on record.
      if (!isShown) {
        // This process may have stood still, and another one may have told a verdict since it read.
        const isFresh = () =>
          isSecondLook || verdict.kind !== 'pending' || clock.monotonic() - readAt <= READ_WITHIN_MS;
        const shown = await show(current, reply, verdict, { isFresh, isDecided });
        if (shown === 'stale') continue;
        if (shown === 'gone') return true;
        if (!standsFirm(current, verdict)) return false;
      }
      if (await ledger.markTold(request.id, verdict.kind, hasArrived(verdict))) return true;
    }
  }

  function firstFinal(requestId: string): Edit | undefined {
    return edits.get(requestId)?.find(({ kind }) => kind !== 'pending');
  }

  /**
   * Whether our last edit shows this verdict, and Discord applies no other edit over it. That may be one of ours that
   * said something else, or "pending": another process may settle the claim before that arrives. It may be one of the
   * process that the request was made to, which may have read the record just before the claim was closed, and be killed
   * before it corrects itself. An edit that Discord has answered is over; if it counted, everyone who has read "pending" would be shown the
   * verdict twice, and count as told only after the second time.
   */
  function standsFirm({ id, interactionId, acknowledged }: ClaimRequest, verdict: Verdict): boolean {
    const sent = edits.get(id);
    const last = sent?.at(-1);
    if (!last?.isShown || last.kind !== verdict.kind || last.hasArrived !== hasArrived(verdict)) return false;
    const isRecent = ({ endedAt }: Edit) => last.startedAt - endedAt < timings.lateEditMs;
    const saysElse = (edit: Edit) =>
      edit.kind !== verdict.kind || edit.kind === 'pending' || edit.hasArrived !== last.hasArrived;
    if (sent?.some((edit) => !edit.isOver && saysElse(edit) && isRecent(edit))) return false;
    const first = firstFinal(id);
    return !acknowledged || acknowledgements.has(interactionId) || first === undefined || !isRecent(first);
  }

  /** Whether Discord acknowledged the interaction to this process; undefined if it reached only another one. */
  async function wasAcknowledged({ interactionId }: ClaimRequest): Promise<boolean | undefined> {
    const here = acknowledgements.get(interactionId);
    return here && succeeds(here);
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
      const times = { startedAt, endedAt: clock.monotonic() };
      const edit = { kind: verdict.kind, hasArrived: hasArrived(verdict), ...times, ...how };
      edits.set(id, [...(edits.get(id) ?? []), edit]);
    };
    try {
      const { mayComeAgain } = await messenger.tellClaim(request, reply, verdict, isFresh);
      note({ isShown: true, isOver: !mayComeAgain });
      return 'shown';
    } catch (error) {
      if (error instanceof NotHeldError) return 'stale';
      const isGone = error instanceof CannotSpeakError;
      if (!isGone) note({ isShown: false, isOver: false });
      // Discord gives the same error for a reply that another process has yet to acknowledge as for an expired one.
      if (!isGone || !(acknowledgements.has(interactionId) || isDecided)) throw error;
      log.info({ err: error, claimId, reference, interactionId }, 'a reply can be edited no more');
      const wasShown = request.told !== undefined || (await wasAcknowledged(request)) === true;
      await ledger.forgetReply(id, { wasShown });
      return 'gone';
    }
  }

  return {
    /** The reply is edited only once `acknowledged` has resolved, or another process may have been acknowledged. */
    registerAcknowledgement(interactionId: string, acknowledged: Promise<void>): void {
      acknowledged.catch(() => undefined);
      acknowledgements.set(interactionId, acknowledged);
    },
    /** Waits until it is known whether Discord acknowledged at least one of these requests. */
    async isAnyAcknowledged(requests: readonly ClaimRequest[]): Promise<boolean> {
      if (requests.some(({ acknowledged }) => acknowledged)) return true;
      const here = requests.flatMap(({ interactionId }) => acknowledgements.get(interactionId) ?? []);
      return succeeds(Promise.any(here));
    },
    tell,
    /** @param verdict - see {@link Known} */
    async tellAll(requests: readonly ClaimRequest[], verdict?: Verdict): Promise<void> {
      await Promise.all(requests.map((request) => tell(request, { verdict })));
    },
    /** Resolves when nothing is being told, or left to retry. */
    async idle(): Promise<void> {
      while (underWay.size + unsure.size > 0) {
        await Promise.all([...underWay.values(), ...[...unsure.values()].map(({ done }) => done)]);
      }
    },
  };
}
