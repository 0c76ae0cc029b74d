import type { Store } from '../database/store.ts';
import type { Clock } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import { createOwed } from './store/owed.ts';
import { createPrivacy } from './store/privacy.ts';
import { createSavedNames } from './store/saved-names.ts';

/** What is known of people: the names that they claim for, and what they are still to be told. */
export function createPeopleDomain({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
  return {
    services: {
      savedNames: createSavedNames({ store, clock, log }),
      owed: createOwed(store),
      privacy: createPrivacy({ store, now: clock.now }),
    },
  };
}
