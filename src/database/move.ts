import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { FatalError, StorageUnavailableError, UnclearWriteError } from '../work/errors.ts';
import { type Queries, type Store, TransactionError, VALUES_AT_ONCE } from './store.ts';

type Row = Record<string, string | number | null>;

class MoveError extends TransactionError {}

/**
 * Copies every row of a SQLite database to an empty Postgres database of the same version, in one transaction, and
 * reads each back.
 *
 * @param source - nobody else may write it meanwhile
 * @returns how many rows there are
 * @throws {@link FatalError} when the target is not empty, or a row did not arrive as it was: nothing is copied then. Also
 *   when the target does not say whether it has the rows
 */
export async function copyDatabase(source: Store, target: Store): Promise<number> {
  try {
    return await source.snapshot((from) => target.write((to) => copyTables(from, to)));
  } catch (error) {
    if (error instanceof UnclearWriteError) {
      const mend = 'Run this again: it says that the database is not empty if they are.';
      throw new FatalError(`The new database did not say whether the rows are in it. ${mend}`, { cause: error });
    }
    if (!(error instanceof MoveError || error instanceof StorageUnavailableError)) throw error;
    const { message } = error instanceof MoveError || !(error.cause instanceof Error) ? error : error.cause;
    throw new FatalError(`Nothing was moved: ${message}.`, { cause: error });
  }
}

async function copyTables(from: Queries, to: Queries): Promise<number> {
  // In the order of the migrations, which make a table before those that refer to it.
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'
    order by rowid`.execute(from);
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(to);
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to);
    if (rows.length > 0) throw new MoveError(`the new database is not empty, there is something in "${name}"`);
  }
  let count = 0;
  for (const { name } of tables) count += await copyTable(from, to, name);
  await continueIds(from, to);
  return count;
}

/** @throws {@link MoveError} unless Postgres says that it stored each row with the same values */
async function copyTable(from: Queries, to: Queries, table: string): Promise<number> {
  const tables = to.$extendTables<Record<string, Row>>();
  let count = 0;
  for (let last = 0; ;) {
    const some = sql<Row & { row_number: number }>`
      select rowid as row_number, * from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${sql.lit(VALUES_AT_ONCE)}`;
    const rows: Row[] = [];
    for (const { row_number, ...row } of (await some.execute(from)).rows) {
      rows.push(row);
      last = row_number;
    }
    if (rows.length === 0) return count;
    const stored = await tables.insertInto(table).values(rows).returningAll().execute();
    if (!isDeepStrictEqual(stored, rows)) throw new MoveError(`a row of "${table}" did not arrive as it was`);
    count += rows.length;
  }
}

/** Ids that were given out once are never given out again, as before: old buttons refer to them. */
async function continueIds(from: Queries, to: Queries): Promise<void> {
  const given = sql<{ table: string; key: string; seq: number }>`
    select given.name as "table", columns.name as "key", seq
    from sqlite_sequence as given, pragma_table_info(given.name) as columns where columns.pk = 1 and seq > 0`;
  for (const { table, key, seq } of (await given.execute(from)).rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${key}), ${seq})`.execute(to);
  }
}
