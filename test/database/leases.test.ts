import { expect, test } from 'vitest';

import { createLeases } from '../../src/database/leases.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase, type OpenTestStore } from './databases.ts';
import { onClock } from './store-on-clock.ts';

const FOR_MS = 60_000;

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const leases = createLeases(onClock(await open(), clock.now));
  return { clock, leases, hold: (holder: string, name = 'work') => leases.hold(name, holder, FOR_MS) };
}

describeOnEachDatabase('a lease', (open) => {
  test('is held by one, who may renew it', async () => {
    const { hold } = await createScene(open);
    expect([await hold('one'), await hold('other'), await hold('one')]).toEqual([true, false, true]);
  });

  test('is had by another once it is over, and not before', async () => {
    const { clock, hold } = await createScene(open);
    await hold('one');
    await clock.advance(FOR_MS - 1);
    expect(await hold('other')).toBe(false);
    await clock.advance(1);
    expect([await hold('other'), await hold('one')]).toEqual([true, false]);
  });

  test('is taken from its holder by one who has to have it', async () => {
    const { leases, hold } = await createScene(open);
    await hold('one');
    expect(await leases.hold('work', 'other', FOR_MS, { evenIfHeld: true })).toBe(true);
    expect([await hold('one'), await hold('other')]).toEqual([false, true]);
  });

  test('goes to one of those who ask at once', async () => {
    const { hold } = await createScene(open);
    const held = await Promise.all(Array.from({ length: 8 }, (_, index) => hold(`process ${index}`)));
    expect(held.filter(Boolean)).toHaveLength(1);
  });

  test('is counted with those of its kind while it is held', async () => {
    const { clock, leases, hold } = await createScene(open);
    await hold('one', 'process 1');
    await clock.advance(FOR_MS / 2);
    await hold('other', 'process 2');
    await hold('other', 'work of a process ');
    expect(await leases.count('process ')).toBe(2);
    await clock.advance(FOR_MS / 2);
    expect(await leases.count('process ')).toBe(1);
  });
});
