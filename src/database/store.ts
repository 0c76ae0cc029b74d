import { sql, type AliasedRawBuilder, type Kysely, type KyselyPlugin, type RawBuilder } from 'kysely';

import { StorageUnavailableError } from '../errors.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/** The database's clock as SQL: the one clock that all processes share. Times are in ms since the epoch. */
export type DatabaseClock = {
  readonly now: RawBuilder<number>;
  /** @param ms - how long after now */
  after(ms: number): RawBuilder<number>;
  /** @param ms - how long before now */
  before(ms: number): RawBuilder<number>;
};

type Value = string | number | null;
type ColumnType = 'text' | 'bigint';

/** The database, SQLite or Postgres. */
export type Store = DatabaseClock & {
  /**
   * Runs one statement; a second one is refused, because it could see another moment than the first.
   *
   * @throws {@link StorageUnavailableError}
   */
  read<T>(query: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs several reading statements, all of which see the database as it is when the first one runs. They hold up no
   * writer of another process, and are not held up by one.
   *
   * @throws {@link StorageUnavailableError}
   */
  snapshot<T>(queries: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction and resolves once it is durable. Concurrent writes may share a commit, but an error undoes only
   * the write that threw it. `work` must do nothing but query, since on Postgres it may run more than once.
   *
   * @throws {@link StorageUnavailableError} when the database fails, and every {@link TransactionError} that `work`
   * throws
   */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Values as a table by the name of `given`, for a statement about all of them: its text stays the same however many
   * there are.
   */
  given<Row extends Readonly<Record<string, Value>>>(
    columns: Readonly<Record<keyof Row, ColumnType>>,
    rows: readonly Row[],
  ): AliasedRawBuilder<Row, 'given'>;
  /**
   * Goes at the end of a select of rows that the same transaction then updates, to skip those locked by another
   * transaction. Empty on SQLite, which has no row locks.
   */
  readonly skipLocked: RawBuilder<unknown>;
  /** Takes what has been deleted out of the database's files too, as far as nobody reads it any more. */
  eraseDeleted(): Promise<void>;
  /** Whether the last write succeeded. */
  takesWrites(): boolean;
  close(): Promise<void>;
};

/**
 * Fails a read's second statement. It counts results, because the parts of one statement pass `transformQuery` one by
 * one.
 */
export function oneStatement(): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      statements += 1;
      if (statements > 1) throw new Error('a read is one statement: several that must agree are a snapshot');
      return Promise.resolve(result);
    },
  };
}

/** How many values are passed to a statement at once: fewer than either database's limit. */
export const VALUES_AT_ONCE = 500;

/** @param now - the database's expression for the current time */
export function createDatabaseClock(now: RawBuilder<number>): DatabaseClock {
  return {
    now,
    after: (ms) => sql<number>`${now} + ${Math.round(ms)}`,
    before: (ms) => sql<number>`${now} - ${Math.round(ms)}`,
  };
}

/**
 * Keeps other transactions from changing rows until this one ends. It is an update that changes nothing, because SQLite
 * has no `select … for update`.
 */
export async function lockRows(
  db: Queries,
  { given }: Pick<Store, 'given'>,
  table: 'claims' | 'guilds',
  ids: readonly string[],
): Promise<void> {
  const rows = ids.map((id) => ({ id }));
  const name = sql.table(table);
  await sql`update ${name} set id = ${name}.id where id in (select given.id from ${given({ id: 'text' }, rows)})`.execute(
    db,
  );
}

/** Thrown by a transaction's work to undo it; reaches the caller unchanged. */
export class TransactionError extends Error {}

/** Passes on what the work threw on purpose; anything else is a failure of the database. */
export function asStorageError(error: unknown): Error {
  if (error instanceof TransactionError || error instanceof StorageUnavailableError) return error;
  return new StorageUnavailableError('the database failed', { cause: error });
}

/** @throws what {@link asStorageError} makes of an error */
export function orStorageError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw asStorageError(error);
  });
}
