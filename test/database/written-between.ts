import type { KyselyPlugin } from 'kysely';

import type { Store } from '../../src/database/store.ts';

/** A store in whose snapshots `write`, by another process, happens after the first statement, and before the second. */
export function writtenBetween(store: Store, write: () => Promise<unknown>): Store {
  const afterFirst = (): KyselyPlugin => {
    let isWritten = false;
    return {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isWritten) {
          isWritten = true;
          await write();
        }
        return result;
      },
    };
  };
  return { ...store, snapshot: (queries) => store.snapshot((db) => queries(db.withPlugin(afterFirst()))) };
}
