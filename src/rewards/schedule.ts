import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import { pauseAfter } from '../retry.ts';
import { isDelivered, isGone, type Outcome } from './hook.ts';

/** How long one try may take, from the look-up of the name to the last byte of the answer. */
export const TRY_LASTS_MS = 15 * SECOND_MS;
/** How long a process holds a hook without a sign of life: longer than a try. */
export const HOOK_LEASE_MS = 4 * TRY_LASTS_MS;
/** The pauses after each try of a message but the last (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
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
/** The pauses of a hook that keeps failing: short ones, for its next message may be the one that gets through. */
const HOOK_PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS] as const;
/** The longest wait that a receiver may ask for. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** What a try came to. `retryAfterMs`: how long the receiver asks us to wait */
export type Sent = { outcome: Outcome; retryAfterMs?: number | undefined };

/**
 * What follows a try. `messageRestsMs`, `hookRestsMs`: how long nothing is tried; `stops`: whether the hook is turned off,
 * and how
 */
export type AfterTry =
  | { kind: 'delivered' }
  | { kind: 'failed'; messageRestsMs: number; hookRestsMs: number; stops: 'stopped' | 'gone' | undefined };

/**
 * A receiver that wants no more (410) turns its hook off, and so does the last try of a message. Whatever failed besides
 * rests, for as long as the receiver asks at the least.
 *
 * @param before - the tries of the message, and those in a row that failed at the hook, without this one
 */
export function afterTry(
  before: { tries: number; failures: number },
  { outcome, retryAfterMs = 0 }: Sent,
  clock: Pick<Clock, 'random'>,
): AfterTry {
  if (isDelivered(outcome)) return { kind: 'delivered' };
  const askedMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
  const isLast = before.tries >= MESSAGE_PAUSES_MS.length;
  return {
    kind: 'failed',
    messageRestsMs: Math.max(pauseAfter(before.tries + 1, clock, MESSAGE_PAUSES_MS), askedMs),
    hookRestsMs: Math.max(pauseAfter(before.failures + 1, clock, HOOK_PAUSES_MS), askedMs),
    stops: isGone(outcome) ? 'gone' : isLast ? 'stopped' : undefined,
  };
}
