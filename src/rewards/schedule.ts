import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { pauseAfter } from '../work/retry.ts';
import {
  type DeliveryState,
  FAILING_AFTER,
  type HookKind,
  isDelivered,
  isGone,
  mayHaveTaken,
  type Outcome,
} from './hook.ts';

/** The limit of one try, from the look-up of the name to the last byte of the answer. */
export const TRY_LASTS_MS = 15 * SECOND_MS;
/**
 * How long a process holds a hook without renewing its lease: a try, and the statements before and after it. A hook whose
 * process died waits as long. A vote goes out once however late its process is: `begin` in `store/deliveries.ts` sees to it.
 */
export const HOOK_LEASE_MS = TRY_LASTS_MS + 5 * SECOND_MS;
/** The pauses between the tries of a message (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
const MESSAGE_PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** The pauses of a hook that keeps failing: short, since its next message may get through. */
const HOOK_PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS] as const;
/** So many failures in a row, the last two of them votes without an answer, turn a hook off: each is left to a moderator. */
const UNANSWERED_AT_MOST = 3;
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/**
 * The end of a try. `retryAfterMs`: the pause that the receiver asks for; `reason`: for the operator alone, since it says
 * what the bot's network and its DNS know
 */
export type Sent = { outcome: Outcome; retryAfterMs?: number | undefined; reason?: string };

/** @param error - why nothing was sent, or no answer came */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message === '' ? String(code) : message;
}

/**
 * What follows a try. `parked`: nobody but a moderator can say whether the message arrived, or how the player gets the
 * reward. `hookRestsMs`: undefined when nothing is wrong with the hook. `stops`: the state in which the hook is turned
 * off, if it is
 */
export type AfterTry =
  | { kind: 'delivered' }
  | { kind: 'parked'; hookRestsMs: number | undefined; stops: 'stopped' | undefined }
  | { kind: 'failed'; messageRestsMs: number; hookRestsMs: number; stops: 'stopped' | 'gone' | undefined };

/**
 * Three ends turn a hook off: a receiver that wants no more (410), the last try of a message, and a game server that
 * closes without an answer whatever it gets. After any other failure the message and its hook rest, at least as long as
 * the receiver asks. A vote that may have been taken is not sent again by itself, nor is one for a name that no vote can
 * have.
 *
 * @param before - without this try: the tries of the message, and the failures in a row of the hook
 */
export function afterTry(
  before: { kind: HookKind; tries: number; failures: number; lastOutcome?: Outcome | undefined },
  { outcome, retryAfterMs = 0 }: Sent,
  clock: Pick<Clock, 'random'>,
): AfterTry {
  if (isDelivered(outcome)) return { kind: 'delivered' };
  if (outcome.kind === 'bad-name') return { kind: 'parked', hookRestsMs: undefined, stops: undefined };
  const askedMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
  const hookRestsMs = Math.max(pauseAfter(before.failures + 1, clock, HOOK_PAUSES_MS), askedMs);
  if (before.kind === 'votifier' && mayHaveTaken(outcome)) {
    const { lastOutcome } = before;
    const isAgain = lastOutcome !== undefined && mayHaveTaken(lastOutcome);
    const stops = isAgain && before.failures + 1 >= UNANSWERED_AT_MOST ? 'stopped' : undefined;
    return { kind: 'parked', hookRestsMs, stops };
  }
  const isLast = before.tries >= MESSAGE_PAUSES_MS.length;
  return {
    kind: 'failed',
    messageRestsMs: Math.max(pauseAfter(before.tries + 1, clock, MESSAGE_PAUSES_MS), askedMs),
    hookRestsMs,
    // It may be one that takes votes without a word: nothing but a manager has the vote sent to it again.
    stops: isGone(outcome) ? 'gone' : isLast || outcome.kind === 'closed' ? 'stopped' : undefined,
  };
}

/**
 * What is recorded and said of a try. `from`: in which states the message may be by now. `startsFailing`: from this try
 * on the hook counts as failing, which its managers hear; `recovers`: from this try on it does not
 *
 * @param before - without this try, as for {@link afterTry}; `state`: `sending` for a vote that went out
 */
export function recordOf(
  before: { state: 'due' | 'sending'; failures: number },
  after: AfterTry,
): { from: readonly DeliveryState[]; startsFailing: boolean; asksModerators: boolean; recovers: boolean } {
  const { state, failures } = before;
  const isAnswered = after.kind === 'delivered';
  const startsFailing = !isAnswered && after.hookRestsMs !== undefined && failures + 1 === FAILING_AFTER;
  return {
    // An answer that comes after a moderator was asked still counts.
    from: isAnswered && state === 'sending' ? ['sending', 'parked'] : [state],
    startsFailing,
    asksModerators: startsFailing || after.kind === 'parked',
    recovers: isAnswered && failures >= FAILING_AFTER,
  };
}
