import { setImmediate } from 'node:timers/promises';

import { type Clock, sleepBy } from '../src/work/clock.ts';
import { signalBy } from './signal-by.ts';

const IDLE_TURNS = 3;

type Sleeper = { until: number; wake: () => void };

/** A clock that stands still until a test advances it, with random numbers that the test chooses. */
export type ManualClock = Clock & {
  /**
   * Advances by `ms`, waking each sleeper at its time and letting everything that follows happen before the next one.
   */
  advance(ms: number): Promise<void>;
  /** Sets the clock forward by `ms`, or back, as an administrator does: no time passes. */
  set(ms: number): void;
  /** Lets everything happen that does not wait for time to pass. */
  settle(): Promise<void>;
  /** What `random` returns next; after that it returns 0.5. */
  chances: number[];
  /** How many sleepers it has. */
  sleeping(): number;
};

type ManualClockOptions = {
  /** ms since the epoch */
  startsAt?: number;
  /** whether something is under way that needs turns of the event loop, but no time on this clock */
  isBusy?: () => boolean;
};

export function createManualClock(options: ManualClockOptions = {}): ManualClock {
  const { startsAt = Date.parse('2026-03-01T12:00:00.000Z'), isBusy = () => false } = options;
  let now = startsAt;
  let setBy = 0;
  const sleepers = new Set<Sleeper>();
  const chances: number[] = [];
  const sleep = sleepBy(after);

  function after(ms: number, run: () => void): () => void {
    const cancel = () => sleepers.delete(sleeper);
    const sleeper = {
      until: now + ms,
      wake: () => {
        cancel();
        run();
      },
    };
    sleepers.add(sleeper);
    return cancel;
  }

  /** An immediate runs only when no microtasks are left. What waits for a batch is busy only some turns later. */
  async function settle(): Promise<void> {
    for (let idle = 0; idle < IDLE_TURNS; idle = isBusy() ? 0 : idle + 1) await setImmediate();
  }

  return {
    chances,
    sleeping: () => sleepers.size,
    settle,
    now: () => now + setBy,
    monotonic: () => now - startsAt,
    set(ms) {
      setBy += ms;
    },
    random: () => chances.shift() ?? 0.5,
    after,
    sleep: (ms, signal) => (ms <= 0 ? Promise.resolve() : sleep(ms, signal)),
    signal: signalBy(after),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = Math.min(...[...sleepers].map(({ until }) => until));
        if (next > end) break;
        now = next;
        for (const { until, wake } of [...sleepers]) if (until === next) wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
