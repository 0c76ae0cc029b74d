export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time and randomness, passed as an argument so that tests control them. */
export type Clock = {
  /** ms since the epoch; jumps when somebody sets the computer's clock */
  now: () => number;
  /** ms since some moment: how long something took, whatever happens to `now` meanwhile */
  monotonic: () => number;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** from 0 up to, not including, 1 */
  random: () => number;
};

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep,
  random: Math.random,
};

/** An abort would reject the promise of Node's own timers, with an error that costs more than the sleep. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(wake, Math.max(0, ms));
    signal?.addEventListener('abort', wake, { once: true });
    function wake() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    }
  });
}

/** The reason to end a sleep early: an abort without one makes an error with a stack, which costs more than the sleep. */
export const NOT_NEEDED = 'not needed any more';

/** The result of `work`; undefined when it takes longer than `ms`. */
export async function withinTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([work, clock.sleep(ms, done.signal).then(() => undefined)]);
  } finally {
    done.abort(NOT_NEEDED);
  }
}
