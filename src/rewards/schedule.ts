import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

/** How long one try may take, from the look-up of the name to the last byte of the answer. */
export const TRY_LASTS_MS = 15 * SECOND_MS;
/** How long a process holds a hook without a sign of life: longer than a try. */
export const HOOK_LEASE_MS = 4 * TRY_LASTS_MS;
/** The pauses after each try of a message but the last (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
export const PAUSES_MS = [
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
export const TRIES = PAUSES_MS.length + 1;
/**
 * A hook that keeps failing is left alone for so long at most, for the next message may be the one that gets through.
 */
const LONGEST_HOOK_PAUSE_MS = 5 * MINUTE_MS;
/** The longest wait that a receiver may ask for. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;
/** Pauses are longer or shorter by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

/** How long a message waits after its nth try failed, in ms; undefined after the last one. */
export function pauseAfterTry(tries: number, clock: Pick<Clock, 'random'>): number | undefined {
  const pause = PAUSES_MS[tries - 1];
  return pause === undefined ? undefined : jittered(pause, clock);
}

/** How long a hook is left alone after so many tries in a row failed, in ms. */
export function pauseOfHook(failures: number, clock: Pick<Clock, 'random'>): number {
  return jittered(Math.min(PAUSES_MS[failures - 1] ?? LONGEST_HOOK_PAUSE_MS, LONGEST_HOOK_PAUSE_MS), clock);
}

/** How long a receiver asks to wait, as far as that is granted. @param ms - undefined when it asks for nothing */
export function grantedWait(ms: number | undefined): number {
  return Math.min(Math.max(ms ?? 0, 0), LONGEST_RETRY_AFTER_MS);
}

function jittered(ms: number, { random }: Pick<Clock, 'random'>): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()));
}
