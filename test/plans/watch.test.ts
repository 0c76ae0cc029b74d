import { expect, test } from 'vitest';

import type { PlanSnapshot, PlanSnapshots } from '../../src/plans/store/snapshots.ts';
import { createPlanWatch, WATCH_TIMINGS } from '../../src/plans/watch.ts';
import { StorageUnavailableError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import { createManualClock } from '../manual-clock.ts';
import { bareRecord, planFrom } from './plan-from.ts';

const { intervalMs, followEveryMs } = WATCH_TIMINGS;

/** A watch of so many entities that some are due at every check. */
function createScene() {
  const clock = createManualClock();
  const journal: string[] = [];
  const snapshots: PlanSnapshots = {
    watchState: () => Promise.resolve({ watched: 100_000, askedMsAgo: intervalMs }),
    follow: () => {
      journal.push('follow');
      return Promise.resolve();
    },
    takeOldest: () => {
      journal.push('ask');
      return Promise.resolve([]);
    },
    replace: () => Promise.resolve(true),
  };
  const watch = createPlanWatch({
    snapshots,
    listPlans: (entityIds) => Promise.resolve(new Map(entityIds.map((id) => [id, planFrom(bareRecord(id))]))),
    leases: { hold: () => Promise.resolve(true) },
    holder: 'this process',
    timings: WATCH_TIMINGS,
    now: clock.now,
    log: createLog({ level: 'silent', secrets: [] }),
  });
  return { clock, journal, watch, snapshots };
}

test('what guilds have begun to watch is taken in once a minute, however often plans are asked for', async () => {
  const { clock, journal, watch } = createScene();
  await watch();
  await clock.advance(followEveryMs - 1);
  await watch();
  await clock.advance(1);
  await watch();
  expect(journal).toEqual(['follow', 'ask', 'ask', 'follow', 'ask']);
});

const unknown = (entityId: string): PlanSnapshot => ({
  entityId,
  known: { plan: undefined, doubtful: undefined, warned: {} },
  revision: 0,
});

test('news of an entity does not wait for its neighbour whose plan cannot be stored', async () => {
  const { watch, snapshots } = createScene();
  const entityIds = ['ent_before', 'ent_bad', 'ent_after'];
  const stored: string[] = [];
  snapshots.takeOldest = () => Promise.resolve(entityIds.map(unknown));
  snapshots.replace = ({ entityId }) => {
    if (entityId === 'ent_bad') return Promise.reject(new RangeError('too deep'));
    stored.push(entityId);
    return Promise.resolve(true);
  };

  await watch();

  expect(stored).toEqual(['ent_before', 'ent_after']);
});

test('a database that fails ends the round, so that it is not asked once for each plan', async () => {
  const { watch, snapshots } = createScene();
  snapshots.takeOldest = () => Promise.resolve(['ent_1', 'ent_2'].map(unknown));
  const asked: string[] = [];
  snapshots.replace = ({ entityId }) => {
    asked.push(entityId);
    return Promise.reject(new StorageUnavailableError('disk full'));
  };

  await expect(watch()).rejects.toThrow(StorageUnavailableError);

  expect(asked).toEqual(['ent_1']);
});

test('plans are asked for although what to watch could not be taken in', async () => {
  const { journal, watch, snapshots } = createScene();
  snapshots.follow = () => Promise.reject(new StorageUnavailableError('too slow'));
  await expect(watch()).rejects.toThrow(StorageUnavailableError);
  await watch();
  expect(journal).toEqual(['ask']);
});
