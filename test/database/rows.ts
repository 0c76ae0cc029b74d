import type { Insertable, InsertObject, Selectable, Updateable } from 'kysely';

import type { Schema } from '../../src/database/schema.ts';
import { type Store, VALUES_AT_ONCE } from '../../src/database/store.ts';
import { chunksOf } from '../../src/work/chunks.ts';

type Table = keyof Schema;
type Some<Row> = { [Column in keyof Row]?: Row[Column] | undefined };

/** A granted claim, without its guild. */
export const CLAIM_ROW = {
  id: 'claim',
  reference: 'ABCD2345',
  credential_id: 'credential',
  playername: 'Steve',
  folded_name: 'steve',
  state: 'closed',
  verdict: 'granted',
  opened_at: 0,
  epoch: 1,
  lease_until: 0,
  retry_at: 0,
} as const satisfies Omit<Insertable<Schema['claims']>, 'guild_id'>;

export function addRows<T extends Table>(store: Store, table: T, ...rows: InsertObject<Schema, T>[]) {
  return store.write(async (db) => {
    for (const some of chunksOf(rows, VALUES_AT_ONCE)) await db.insertInto(table).values(some).execute();
  });
}

/** Changes every row, or those that have `where`. */
export function setRows<T extends Table>(
  store: Store,
  table: T,
  values: Some<Insertable<Schema[T]>>,
  where: Some<Selectable<Schema[T]>> = {},
) {
  return store.write((db) => {
    const update = db.updateTable(table as 'guilds').set(values as Updateable<Schema['guilds']>);
    return update.where((eb) => eb.and(where as object)).execute();
  });
}

/** Every row, in the order of this column, if that matters. */
export function rowsIn<T extends Table>(
  store: Store,
  table: T,
  orderBy?: keyof Schema[T] & string,
): Promise<Selectable<Schema[T]>[]> {
  return store.read(async (db) => {
    const rows = db.selectFrom(table as 'claims').selectAll();
    const found = await (orderBy === undefined ? rows : rows.orderBy(orderBy as 'id')).execute();
    return found as unknown as Selectable<Schema[T]>[];
  });
}

export const deleteRows = (store: Store, table: Table) => store.write((db) => db.deleteFrom(table).execute());
