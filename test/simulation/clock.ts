import { type Clock, sleepBy } from '../../src/work/clock.ts';
import { signalBy } from '../signal-by.ts';
import { time } from './time.ts';

/** In the place of `src/work/clock.ts`: the time and the chance of a history. */
export * from '../../src/work/clock.ts';

const after: Clock['after'] = (ms, run) => time.after(ms, run);

export const systemClock: Clock = {
  now: () => Math.floor(time.now),
  monotonic: () => time.now,
  after,
  sleep: sleepBy(after),
  signal: signalBy(after),
  random: () => time.random.next(),
};

export const nextTurn = (): Promise<void> => time.sleep(0);
