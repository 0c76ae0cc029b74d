import { beforeEach, describe, expect, test } from 'vitest';

import { SECOND_MS } from '../../src/work/clock.ts';
import { createLimiter, type Limiter, LIMITS } from '../../src/work/limits.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';

let clock: ManualClock;
let limiter: Limiter;

beforeEach(() => {
  clock = createManualClock();
  limiter = createLimiter(LIMITS.claim, clock);
});

describe('a person', () => {
  test('waits for the rest of 10 seconds after a claim', async () => {
    await limiter.consume('guild', 'ada');
    await clock.advance(4 * SECOND_MS);
    expect(await limiter.consume('guild', 'ada')).toBe(6 * SECOND_MS);
  });

  test('does not wait longer for having asked too early', async () => {
    await limiter.consume('guild', 'ada');
    await clock.advance(9 * SECOND_MS);
    await limiter.consume('guild', 'ada');
    await clock.advance(SECOND_MS);
    expect(await limiter.consume('guild', 'ada')).toBe(0);
  });

  test('does not wait longer for having been refused by the limit of the guild', async () => {
    const busy = createLimiter({ ...LIMITS.claim, perGuild: { uses: 1, seconds: 2 } }, clock);
    await busy.consume('guild', 'bob');
    expect(await busy.consume('guild', 'ada')).toBe(2 * SECOND_MS);
    await clock.advance(2 * SECOND_MS);
    expect(await busy.consume('guild', 'ada')).toBe(0);
  });

  test('does not wait for a claim in another guild', async () => {
    await limiter.consume('guild', 'ada');
    expect(await limiter.consume('other', 'ada')).toBe(0);
  });

  test('who asks twice at once is counted once', async () => {
    const waits = await Promise.all([limiter.consume('guild', 'ada'), limiter.consume('guild', 'ada')]);
    expect(waits.map((waitMs) => waitMs > 0)).toEqual([false, true]);
  });
});

describe('a guild', () => {
  const crowd = (count: number, from = 0): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => limiter.consume('guild', `person ${from + index}`)));

  test('waits for the rest of the minute after 600 claims', async () => {
    await crowd(600);
    await clock.advance(15 * SECOND_MS);
    expect(await limiter.consume('guild', 'late')).toBe(45 * SECOND_MS);
  });

  test('is not held up by one person who asks again and again', async () => {
    await limiter.consume('guild', 'ada');
    for (let asked = 0; asked < 700; asked += 1) await limiter.consume('guild', 'ada');
    expect(await limiter.consume('guild', 'bob')).toBe(0);
  });
});

describe('a refund', () => {
  const strict = { perPerson: { uses: 1, seconds: 10 }, perGuild: { uses: 1, seconds: 60 } };

  test('allows the same person another claim', async () => {
    limiter = createLimiter(strict, clock);
    await limiter.consume('guild', 'ada');
    await limiter.refund('guild', 'ada');
    expect(await limiter.consume('guild', 'ada')).toBe(0);
  });

  test('is worth nothing when the window of its claim is over', async () => {
    await limiter.consume('guild', 'ada');
    await clock.advance(10 * SECOND_MS);
    await limiter.refund('guild', 'ada');
    await limiter.consume('guild', 'ada');
    expect(await limiter.consume('guild', 'ada')).toBe(10 * SECOND_MS);
  });
});
