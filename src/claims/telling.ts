import { SECOND_MS } from '../work/clock.ts';
import { backoffMs } from '../work/retry.ts';
import type { ClaimRequest } from './claim.ts';
import type { Verdict } from './states.ts';
import type { ClaimWork } from './work.ts';

/** So that the person reads it soon after Discord takes edits again. */
const LONGEST_PAUSE_MS = 20 * SECOND_MS;

/** What whoever tells a person knows already. */
export type TellOptions = {
  /** just put on record, for the request as it was passed in; read if left out */
  verdict?: Verdict | undefined;
  /**
   * This process holds the claim until this monotonic time: if the ledger cannot be read, the person is told once that the
   * claim is not confirmed, unless this process has sent them a final verdict. No other process can have by then, and
   * nothing final is ever taken back.
   */
  heldUntil?: number;
};

/** A person who is told again after a pause. */
type Repetition = { tryNumber: number; giveUpAt: number; done: Promise<void> };

/**
 * Tells people one try after the other, and again after pauses for as long as their reply can be edited.
 *
 * @param tryOnce - resolves with false if it is to be looked at again after `lateEditMs`; when it fails, it is repeated
 *   after a growing pause
 */
export function createTelling(
  { clock, timings, stopping, log }: Pick<ClaimWork, 'clock' | 'timings' | 'stopping' | 'log'>,
  tryOnce: (request: ClaimRequest, options: TellOptions) => Promise<boolean>,
) {
  /** by request id: the last try under way, which the next one waits for */
  const underWay = new Map<string, Promise<void>>();
  /** by request id */
  const repeated = new Map<string, Repetition>();

  async function tryAndRepeat(request: ClaimRequest, options: TellOptions): Promise<void> {
    try {
      if (await tryOnce(request, options)) repeated.delete(request.id);
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
    const earlier = repeated.get(id);
    const { tryNumber, giveUpAt } = earlier ?? { tryNumber: 0, giveUpAt: clock.monotonic() + timings.replyEditableMs };
    if (earlier && (clock.monotonic() >= giveUpAt || stopping.aborted)) {
      repeated.delete(id);
      return;
    }
    const next = tryNumber + 1;
    const backoff = Math.min(LONGEST_PAUSE_MS, backoffMs(timings.backoffBaseMs, next, clock));
    const pause = clock.sleep(pauseMs ?? backoff, stopping);
    const done: Promise<void> = pause.then(async () => {
      if (repeated.get(id)?.done === done) await tell(request);
    });
    repeated.set(id, { tryNumber: next, giveUpAt, done });
  }

  /** Resolves after one try. Never rejects. */
  async function tell(request: ClaimRequest, { verdict, heldUntil = 0 }: TellOptions = {}): Promise<void> {
    const before = underWay.get(request.id);
    const telling = before
      ? before.then(() => tryAndRepeat(request, { heldUntil }))
      : tryAndRepeat(request, { verdict, heldUntil });
    underWay.set(request.id, telling);
    await telling;
    if (underWay.get(request.id) === telling) underWay.delete(request.id);
  }

  return {
    tell,
    /** Resolves when nothing is being told, or left to repeat. */
    idle: async (): Promise<void> => {
      while (underWay.size + repeated.size > 0) {
        await Promise.all([...underWay.values(), ...[...repeated.values()].map(({ done }) => done)]);
      }
    },
  };
}
