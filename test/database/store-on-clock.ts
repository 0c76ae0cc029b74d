import { sql } from 'kysely';

import { eachRun } from '../../src/database/prepared.ts';
import { createDatabaseClock, type Store } from '../../src/database/store.ts';
import { createManualClock } from '../manual-clock.ts';

/** A store that uses the test's clock. `isBusy`: whether it is reading or writing. */
export type StoreOnClock = Store & { isBusy(): boolean };

/** @param now - ms since the epoch, called whenever a statement runs */
export function onClock(store: Store, now: () => number): StoreOnClock {
  let underWay = 0;
  async function track<T>(work: Promise<T>): Promise<T> {
    underWay += 1;
    return work.finally(() => (underWay -= 1));
  }
  return {
    ...store,
    read: (query) => track(store.read(query)),
    snapshot: (queries) => track(store.snapshot(queries)),
    write: (work, options) => track(store.write(work, options)),
    ...createDatabaseClock(sql<number>`cast(${{ toOperationNode: () => nowNode(now) }} as bigint)`),
    isBusy: () => underWay > 0,
  };
}

/** A new store, and the clock that it uses. */
export async function openOnClock(open: () => Promise<Store>) {
  const clock = createManualClock();
  return { clock, store: onClock(await open(), clock.now) };
}

/**
 * A parameter, so that the text of the statement is the same each time. Its value is read when the statement is
 * compiled, or run again, and not when it is built.
 */
function nowNode(now: () => number) {
  return {
    kind: 'ValueNode' as const,
    get value() {
      return eachRun(now);
    },
  };
}
