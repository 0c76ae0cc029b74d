import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { CLAIM_LIMITS, createClaimLimiter, type TakeClaim } from '../../src/services/claim-limits.ts';

const SECOND_MS = 1_000;

let takeClaim: TakeClaim;

beforeEach(() => {
  vi.useFakeTimers();
  takeClaim = createClaimLimiter(CLAIM_LIMITS);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a person', () => {
  test('may claim at once', async () => {
    expect(await takeClaim('guild', 'ada')).toBe(0);
  });

  test('waits for the rest of 10 seconds after a claim', async () => {
    await takeClaim('guild', 'ada');
    vi.advanceTimersByTime(4 * SECOND_MS);
    expect(await takeClaim('guild', 'ada')).toBe(6 * SECOND_MS);
  });

  test('does not wait longer for having asked too early', async () => {
    await takeClaim('guild', 'ada');
    vi.advanceTimersByTime(9 * SECOND_MS);
    await takeClaim('guild', 'ada');
    vi.advanceTimersByTime(SECOND_MS);
    expect(await takeClaim('guild', 'ada')).toBe(0);
  });

  test('does not wait for others', async () => {
    await takeClaim('guild', 'ada');
    expect(await takeClaim('guild', 'bob')).toBe(0);
  });

  test('does not wait for a claim in another guild', async () => {
    await takeClaim('guild', 'ada');
    expect(await takeClaim('other', 'ada')).toBe(0);
  });

  test('who asks twice at once is counted once', async () => {
    const waits = await Promise.all([takeClaim('guild', 'ada'), takeClaim('guild', 'ada')]);
    expect(waits.map((waitMs) => waitMs > 0)).toEqual([false, true]);
  });
});

describe('a guild', () => {
  const crowd = (count: number, from = 0): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => takeClaim('guild', `person ${from + index}`)));

  test('may have 600 claims within a minute', async () => {
    expect(await crowd(600)).toEqual(Array.from({ length: 600 }, () => 0));
  });

  test('waits for the rest of the minute after 600 claims', async () => {
    await crowd(600);
    vi.advanceTimersByTime(15 * SECOND_MS);
    expect(await takeClaim('guild', 'late')).toBe(45 * SECOND_MS);
  });

  test('claims again when the minute is over', async () => {
    await crowd(600);
    vi.advanceTimersByTime(60 * SECOND_MS);
    expect(await takeClaim('guild', 'late')).toBe(0);
  });

  test('does not wait for other guilds', async () => {
    await crowd(600);
    expect(await takeClaim('other', 'late')).toBe(0);
  });

  test('is not held up by one person who asks again and again', async () => {
    await takeClaim('guild', 'ada');
    for (let asked = 0; asked < 700; asked += 1) await takeClaim('guild', 'ada');
    expect(await takeClaim('guild', 'bob')).toBe(0);
  });
});

test('limits are what they are said to be', async () => {
  const strict = createClaimLimiter({ perPerson: { claims: 2, seconds: 5 }, perGuild: { claims: 3, seconds: 20 } });
  expect([await strict('guild', 'ada'), await strict('guild', 'ada')]).toEqual([0, 0]);
  expect(await strict('guild', 'ada')).toBe(5 * SECOND_MS);
  expect(await strict('guild', 'bob')).toBe(0);
  expect(await strict('guild', 'cleo')).toBe(20 * SECOND_MS);
});
