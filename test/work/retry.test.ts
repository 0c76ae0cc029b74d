import { expect, test } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { pauseAfter, PAUSES_MS, retry } from '../../src/work/retry.ts';

const middle = { random: () => 0.5 };

test('the pause after a try is the next of the schedule, and the last one goes on', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 99].map((tries) => pauseAfter(tries, middle));
  expect(pauses).toEqual([
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    30 * MINUTE_MS,
    30 * MINUTE_MS,
  ]);
  expect(PAUSES_MS).toHaveLength(5);
});

test('a pause is longer or shorter by up to a tenth', () => {
  expect([0, 0.5, 1].map((chance) => pauseAfter(1, { random: () => chance }))).toEqual([4_500, 5_000, 5_500]);
});

test('a schedule of its own is followed in its place, in whole ms', () => {
  expect([1, 2, 3].map((tries) => pauseAfter(tries, middle, [10, 20]))).toEqual([10, 20, 20]);
  expect(pauseAfter(1, { random: () => 0.33 }, [101])).toBe(98);
});

test('work is tried again after its pause, with the number of the try, until it succeeds', async () => {
  const pauses: number[] = [];
  const tries: number[] = [];
  const work = (tryNumber: number) => {
    tries.push(tryNumber);
    return tryNumber < 3 ? Promise.reject(new Error(`try ${tryNumber}`)) : Promise.resolve('done');
  };
  const clock = { sleep: (ms: number) => Promise.resolve(void pauses.push(ms)) };
  expect(await retry(work, { pauseAfter: (_error, tryNumber) => tryNumber * 10, clock })).toBe('done');
  expect([tries, pauses]).toEqual([
    [1, 2, 3],
    [10, 20],
  ]);
});

test('work that is given up fails as its last try did', async () => {
  const clock = { sleep: () => Promise.resolve() };
  const pause = (_error: unknown, tryNumber: number) => (tryNumber < 2 ? 0 : undefined);
  const work = (tryNumber: number) => Promise.reject(new Error(`try ${tryNumber}`));
  await expect(retry(work, { pauseAfter: pause, clock })).rejects.toThrow('try 2');
});

test('a process that stops tries no more', async () => {
  const clock = { sleep: () => Promise.resolve() };
  const work = (tryNumber: number) => Promise.reject(new Error(`try ${tryNumber}`));
  const tried = retry(work, { pauseAfter: () => 0, clock, stopping: AbortSignal.abort() });
  await expect(tried).rejects.toThrow('try 1');
});
