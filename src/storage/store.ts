import { sql, type Kysely, type RawBuilder } from 'kysely';

import { StorageUnavailableError } from '../errors.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/** The database's clock, the one clock that all processes share, in SQL. Times are in ms since the epoch. */
export type DatabaseClock = {
  readonly now: RawBuilder<number>;
  /** @param ms - how long after now */
  after(ms: number): RawBuilder<number>;
  /** @param ms - how long before now */
  before(ms: number): RawBuilder<number>;
};

/** The database, whichever it is. */
export type Store = DatabaseClock & {
  /** @throws {@link StorageUnavailableError} */
  read<T>(query: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction and resolves once it is durable. What it throws undoes it alone; writes that are asked for at the same time
   * may share one commit. It must do nothing but query.
   *
   * @throws {@link StorageUnavailableError} when the database does not take it, and what the work itself throws
   */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Ends a select of rows that the same transaction then updates: those that another transaction has locked are left out. SQLite locks no
   * rows, so there it is empty.
   */
  readonly skipLocked: RawBuilder<unknown>;
  /** Whether the last write succeeded. */
  takesWrites(): boolean;
  close(): Promise<void>;
};

/** How many values a statement is given at once: fewer than either database allows. */
export const VALUES_AT_ONCE = 500;

/** @param now - what the database calls its time */
export function createDatabaseClock(now: RawBuilder<number>): DatabaseClock {
  return {
    now,
    after: (ms) => sql<number>`${now} + ${sql.lit(Math.round(ms))}`,
    before: (ms) => sql<number>`${now} - ${sql.lit(Math.round(ms))}`,
  };
}

/**
 * Lets no other transaction change a row until this one ends. It is an update that changes nothing, because SQLite knows no
 * `select … for update`.
 */
export async function lockRow(db: Queries, table: 'claims' | 'guilds', id: string): Promise<void> {
  await sql`update ${sql.table(table)} set id = id where id = ${id}`.execute(db);
}

/** An error that a transaction's own work throws to undo it, and that its caller is to see as it is. */
export class TransactionError extends Error {}

/** Passes on what the work threw on purpose; anything else is the database failing. */
export function asStorageError(error: unknown): Error {
  if (error instanceof TransactionError || error instanceof StorageUnavailableError) return error;
  return new StorageUnavailableError('the database failed', { cause: error });
}
