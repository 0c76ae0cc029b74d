import { type Clock, MINUTE_MS, SECOND_MS } from './clock.ts';

/**
 * Does `work`, which is given the number of the try, from 1, until it succeeds. Everything that is tried again waits
 * here, by the clock that it is given: cockatiel's own retry has timers of its own, which no test could wind.
 *
 * @param pauseAfter - how long to wait, in ms, after a try that failed; undefined to give up
 * @param stopping - when it aborts, the pause ends, and the next try is the last one
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

/** A random pause, so that not all come back at once: less than `baseMs` at first, and twice that with each further try. */
export function backoffMs(baseMs: number, tryNumber: number, { random }: Pick<Clock, 'random'>): number {
  return random() * baseMs * 2 ** (tryNumber - 1);
}

/** How long to wait after each try in a row that failed; the last pause goes on. */
export const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** Pauses are longer or shorter by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * How long work that is due is left alone after so many tries in a row failed, in ms.
 *
 * @param tries - from 1
 */
export function pauseAfter(
  tries: number,
  { random }: Pick<Clock, 'random'>,
  schedule: readonly number[] = PAUSES_MS,
): number {
  const pause = schedule[Math.min(tries, schedule.length) - 1] ?? 0;
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
}

/** Whether work succeeds, for those who need not know why it did not. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
