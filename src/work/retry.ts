import { type Clock, MINUTE_MS, SECOND_MS } from './clock.ts';

/**
 * Tries `work` until it succeeds, with the number of the try, from 1. It waits by the given clock: the
 * timers of cockatiel's own retry are out of reach of tests.
 *
 * @param pauseAfter - how long to wait, in ms, after a try that failed; undefined to give up
 * @param stopping - when it aborts, the pause ends, and the next try is the last
 * @throws what the last try threw
 */
export async function retry<T>(
  work: (tryNumber: number) => Promise<T>,
  options: {
    pauseAfter: (error: unknown, tryNumber: number) => number | undefined;
    clock: Pick<Clock, 'sleep'>;
    stopping?: AbortSignal;
  },
): Promise<T> {
  const { pauseAfter, clock, stopping } = options;
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return await work(tryNumber);
    } catch (error) {
      const pauseMs = stopping?.aborted ? undefined : pauseAfter(error, tryNumber);
      if (pauseMs === undefined) throw error;
      await clock.sleep(pauseMs, stopping);
    }
  }
}

/** A random pause, so that not all come back at once: less than `baseMs` at first, then up to twice as long each time. */
export function backoffMs(baseMs: number, tryNumber: number, { random }: Pick<Clock, 'random'>): number {
  return random() * baseMs * 2 ** (tryNumber - 1);
}

/** How long to wait after each failed try in a row; the last pause repeats. */
export const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** Pauses are longer or shorter by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

/** How long due work rests, in ms, after so many failed tries in a row. @param tries - from 1 */
export function pauseAfter(
  tries: number,
  { random }: Pick<Clock, 'random'>,
  schedule: readonly number[] = PAUSES_MS,
): number {
  const pause = schedule[Math.min(tries, schedule.length) - 1] ?? 0;
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
}

/** Whether work succeeds, where the reason of a failure does not matter. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
