import { expect, test } from 'vitest';

import { StorageUnavailableError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { createPlanWatch, WATCH_TIMINGS } from '../../src/services/plan-watch.ts';
import type { PlanSnapshots } from '../../src/storage/plan-snapshots.ts';
import { createManualClock } from './manual-clock.ts';

const { intervalMs, followEveryMs } = WATCH_TIMINGS;

/** A watch of so many entities that some are due at every check. */
function createScene() {
  const clock = createManualClock();
  const journal: string[] = [];
  const snapshots: PlanSnapshots = {
    overview: () => Promise.resolve({ watched: 100_000, askedMsAgo: intervalMs }),
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
    listPlans: () => Promise.resolve(new Map()),
    timings: WATCH_TIMINGS,
    now: clock.now,
    log: createLog({ level: 'silent', secrets: [] }),
  });
  return { clock, journal, watch, snapshots };
}

test('what guilds have begun to watch is taken in once a minute, however often plans are asked for', async () => {
  const { clock, journal, watch } = createScene();
  await watch.askIfDue();
  await clock.advance(followEveryMs - 1);
  await watch.askIfDue();
  await clock.advance(1);
  await watch.askIfDue();
  expect(journal).toEqual(['follow', 'ask', 'ask', 'follow', 'ask']);
});

test('plans are asked for although what to watch could not be taken in', async () => {
  const { journal, watch, snapshots } = createScene();
  snapshots.follow = () => Promise.reject(new StorageUnavailableError('too slow'));
  await expect(watch.askIfDue()).rejects.toThrow(StorageUnavailableError);
  await watch.askIfDue();
  expect(journal).toEqual(['ask']);
});
