import { expect, test } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { pauseAfter, PAUSES_MS } from '../../src/work/retry.ts';

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
