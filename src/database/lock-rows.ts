import { type ParametersOf, unawaited } from './prepared.ts';
import { among, type Queries, type Store } from './store.ts';

/** Locks rows until the transaction ends, by an update without a change. */
export async function lockRows(
  db: Queries,
  store: Store,
  table: 'claims' | 'guilds',
  ids: readonly string[],
): Promise<void> {
  if (store.locksAll) return;
  await lock[table](db, store, { ids });
}

const lockIn = (table: 'claims' | 'guilds') =>
  unawaited((db, store, { ids }: ParametersOf<{ ids: readonly string[] }>) =>
    db
      .updateTable(table)
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', 'in', among(store, ids)),
  );
const lock = { claims: lockIn('claims'), guilds: lockIn('guilds') };
