import type { WebSocketManager } from '@discordjs/ws';
import { expect, test } from 'vitest';

import { createLeases, type Leases } from '../../src/database/leases.ts';
import { createSharedThrottler } from '../../src/discord/identify.ts';
import { StorageUnavailableError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';

const NEVER = new AbortController().signal;

/** As many throttlers as there are processes, and when each shard was let through, in ms from the beginning. */
async function createScene(clock: ManualClock, leases: Leases, maxConcurrency: number) {
  const manager = { fetchGatewayInformation: () => ({ session_start_limit: { max_concurrency: maxConcurrency } }) };
  const log = createLog({ level: 'silent', secrets: [] });
  const start = createSharedThrottler({ leases, clock, log });
  const startedAt = clock.now();
  const through = new Map<number, number>();
  const throttlers = await Promise.all([1, 2].map(() => start(manager as unknown as WebSocketManager)));
  const identify = async (process: number, shardId: number, signal = NEVER) => {
    await throttlers[process]?.waitForIdentify(shardId, signal);
    through.set(shardId, clock.now() - startedAt);
  };
  return { identify, through };
}

describeOnEachDatabase('shards identify', (open) => {
  test('one in five seconds, whichever process they are of', async () => {
    const clock = createManualClock({ isBusy: () => store.isBusy() });
    const store = onClock(await open(), clock.now);
    const { identify, through } = await createScene(clock, createLeases(store), 1);

    const all = Promise.all([identify(0, 0), identify(1, 1), identify(0, 2)]);
    await clock.advance(4_900);
    expect(through.size).toBe(1);
    await clock.advance(600);
    expect(through.size).toBe(2);
    await clock.advance(6_000);
    await all;

    const times = [...through.values()].toSorted((one, other) => one - other);
    expect(times).toEqual([0, 5_000, 10_000]);
  });

  test('at once when they are of different buckets', async () => {
    const clock = createManualClock({ isBusy: () => store.isBusy() });
    const store = onClock(await open(), clock.now);
    const { identify, through } = await createScene(clock, createLeases(store), 2);

    await Promise.all([identify(0, 0), identify(1, 1)]);

    expect([...through.values()]).toEqual([0, 0]);
  });

  test('not at all once they are told to stop', async () => {
    const clock = createManualClock({ isBusy: () => store.isBusy() });
    const store = onClock(await open(), clock.now);
    const { identify, through } = await createScene(clock, createLeases(store), 1);
    await identify(0, 0);
    const stop = new AbortController();

    const refused = expect(identify(1, 1, stop.signal)).rejects.toThrow('This operation was aborted');
    await clock.settle();
    stop.abort();
    await refused;

    expect(through.has(1)).toBe(false);
  });
});

test('shards identify although the database fails', async () => {
  const leases = { hold: () => Promise.reject(new StorageUnavailableError('gone')) };
  const { identify, through } = await createScene(createManualClock(), leases, 1);
  await identify(0, 0);
  expect(through.get(0)).toBe(0);
});
