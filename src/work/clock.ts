import { setImmediate } from 'node:timers/promises';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time and chance, passed as an argument so that tests control them. What has to differ from all others is in `ids.ts`. */
export type Clock = {
  /** ms since the epoch; jumps when somebody sets the computer's clock */
  now: () => number;
  /** ms since some moment: how long something took, whatever happens to `now` meanwhile */
  monotonic: () => number;
  /** Calls `run` after `ms`. @returns what cancels that */
  after: (ms: number, run: () => void) => () => void;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Aborts after `ms` with a `TimeoutError`. Holds neither the process nor memory for whoever has forgotten it. */
  signal: (ms: number) => AbortSignal;
  /** from 0 up to, not including, 1 */
  random: () => number;
};

const afterTimer: Clock['after'] = (ms, run) => {
  const timer = setTimeout(run, Math.max(0, ms));
  return () => {
    clearTimeout(timer);
  };
};

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: afterTimer,
  sleep: sleepBy(afterTimer),
  signal: (ms) => AbortSignal.timeout(ms),
  random: Math.random,
};

/** An abort would reject the promise of Node's own timers, with an error that costs more than the sleep. */
export function sleepBy(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const cancel = after(ms, wake);
      signal?.addEventListener('abort', wake, { once: true });
      function wake() {
        cancel();
        signal?.removeEventListener('abort', wake);
        resolve();
      }
    });
}

/** Lets all other work have its turn, and what has arrived be read. Needs no time, so no `Clock` either. */
export const nextTurn = (): Promise<void> => setImmediate();

/** The reason to end a sleep early: an abort without one makes an error with a stack, which costs more than the sleep. */
export const NOT_NEEDED = 'not needed any more';

/** The result of `work`; undefined when it takes longer than `ms`. */
export async function withinTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const cancel = clock.after(ms, () => {
    resolve(undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
