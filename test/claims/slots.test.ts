import { describe, expect, test } from 'vitest';

import { createSlots, type Release } from '../../src/claims/slots.ts';
import { createManualClock } from '../manual-clock.ts';

const LATER_MS = 8_000;

function createScene(total: number) {
  const clock = createManualClock();
  const slots = createSlots(total, clock);
  const served: string[] = [];
  const releases: Release[] = [];

  /** Somebody of a party asks for a slot, and keeps it. */
  async function ask(party: string, forMs = LATER_MS): Promise<void> {
    const release = await slots.acquire(party, clock.now() + forMs);
    served.push(release ? party : `${party} in vain`);
    if (release) releases.push(release);
  }
  async function askAll(...parties: string[]): Promise<void> {
    for (const party of parties) void ask(party);
    await clock.settle();
  }
  async function releaseOne(): Promise<void> {
    releases.shift()?.();
    await clock.settle();
  }
  return { clock, slots, served, askAll, releaseOne };
}

describe('slots', () => {
  test('go to a party until it has as many as are left', async () => {
    const { askAll, served } = createScene(8);
    await askAll(...Array<string>(8).fill('a'));
    expect(served).toEqual(Array(4).fill('a'));
  });

  test('are left for a newcomer whatever the others hold', async () => {
    const { askAll, served } = createScene(8);
    await askAll(...Array<string>(8).fill('a'), ...Array<string>(8).fill('b'));
    await askAll('c');
    expect(served.at(-1)).toBe('c');
  });

  test('go to the parties in turn, and within a party to whoever came first', async () => {
    const { askAll, served, releaseOne } = createScene(2);
    await askAll('a', 'a', 'a', 'b', 'b');
    for (let releases = 0; releases < 4; releases += 1) await releaseOne();
    expect(served).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  test('are waited for until the time is over, by others after that', async () => {
    const { clock, askAll, served, releaseOne } = createScene(2);
    await askAll('a', 'a');
    await clock.advance(LATER_MS);
    expect(served).toEqual(['a', 'a in vain']);
    await askAll('a');
    await releaseOne();
    expect(served).toEqual(['a', 'a in vain', 'a']);
  });

  test('are not given once the time is over', async () => {
    const { clock, slots } = createScene(2);
    expect(await slots.acquire('a', clock.now() - 1)).toBeUndefined();
  });

  test('leave no timer behind', async () => {
    const { clock, askAll, releaseOne } = createScene(2);
    await askAll('a', 'a');
    await releaseOne();
    expect(clock.sleeping()).toBe(0);
  });
});
