import { setTimeout as delay } from 'node:timers/promises';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time and randomness, passed as an argument so that tests control them. */
export type Clock = {
  /** ms since the epoch */
  now: () => number;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** from 0 up to, not including, 1 */
  random: () => number;
};

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => delay(Math.max(0, ms), undefined, signal ? { signal } : {}).catch(() => undefined),
  random: Math.random,
};

/** The result of `work`; undefined when it takes longer than `ms`. */
export async function withinTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([work, clock.sleep(ms, done.signal).then(() => undefined)]);
  } finally {
    done.abort();
  }
}
