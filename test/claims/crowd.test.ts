import { describe, expect, test } from 'vitest';

import { afterCrowd, createAcksFirst, createCrowd } from '../../src/claims/crowd.ts';
import { createManualClock } from '../manual-clock.ts';

/** @returns how many of a guild's people are taken on */
function enter(crowd: ReturnType<typeof createCrowd>, guildId: string, people: number): number {
  return Array.from({ length: people }, () => crowd.enter(guildId)).filter((leave) => leave !== undefined).length;
}

test('a crowd takes on as many as it is bounded to, and again as many as have left', () => {
  const crowd = createCrowd(10);
  const leave = crowd.enter('a');
  expect(enter(crowd, 'a', 20)).toBe(9);
  leave?.();
  expect(enter(crowd, 'a', 20)).toBe(1);
});

test('the crowd of one guild keeps nobody of another one out', () => {
  const crowd = createCrowd(10);
  enter(crowd, 'a', 20);
  expect(enter(crowd, 'b', 20)).toBe(5);
  expect(enter(crowd, 'c', 20)).toBe(4);
});

test('is never twice as many as its bound, however many guilds there are', () => {
  const crowd = createCrowd(10);
  enter(crowd, 'a', 10);
  const others = Array.from({ length: 100 }, (_, index) => enter(crowd, `guild ${index}`, 10));
  expect(others.reduce((sum, taken) => sum + taken)).toBeLessThanOrEqual(10);
});

test('people are asked to come back at different times, about when the crowd is over', () => {
  const at = (chance: number) => afterCrowd(30_000, { now: () => 1_000, random: () => chance });
  expect([at(0), at(0.5), at(1)]).toEqual([16_000, 31_000, 46_000]);
});

describe('work on claims while many wait for their acknowledgement', () => {
  function createScene() {
    const clock = createManualClock();
    const acksFirst = createAcksFirst({ forMs: 2_500, clock });
    const acks = Array.from({ length: 200 }, () => Promise.withResolvers<undefined>());
    for (const { promise } of acks) acksFirst.watch(promise);
    let isCalm = false;
    void acksFirst.calm().then(() => (isCalm = true));
    return { clock, acks, isCalm: () => isCalm };
  }

  test('goes on once they are few, whether or not they succeed', async () => {
    const { clock, acks, isCalm } = createScene();
    for (const { resolve } of acks.slice(0, 50)) resolve(undefined);
    await clock.settle();
    expect(isCalm()).toBe(false);
    for (const { reject } of acks.slice(50, 100)) reject(new Error('not acknowledged'));
    await clock.settle();
    expect(isCalm()).toBe(true);
  });

  test('is held back only so long', async () => {
    const { clock, isCalm } = createScene();
    await clock.advance(2_499);
    expect(isCalm()).toBe(false);
    await clock.advance(1);
    expect(isCalm()).toBe(true);
  });

  test('is not held back while few do', async () => {
    const acksFirst = createAcksFirst({ forMs: 2_500, clock: createManualClock() });
    acksFirst.watch(new Promise(() => undefined));
    expect(await acksFirst.calm().then(() => 'calm')).toBe('calm');
  });
});
