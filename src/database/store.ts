import { sql, type AliasedRawBuilder, type Kysely, type KyselyPlugin, type RawBuilder } from 'kysely';

import { NamedError, StorageUnavailableError, UnclearWriteError } from '../work/errors.ts';
import { type Parameter, written } from './parameter.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/** The database, SQLite or Postgres. */
export type Store = ReturnType<typeof createDatabaseClock> & {
  /** Runs one statement; a second one could see another moment. @throws {@link StorageUnavailableError} */
  read<T>(query: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs several reading statements, all of which see the database as the first one does. They do not block writers of
   * other processes, or wait for them.
   *
   * @throws {@link StorageUnavailableError}
   */
  snapshot<T>(queries: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction, and resolves once it is durable. Concurrent writes may share a commit, but an error undoes only
   * the write that threw it. `work` must only query, since on Postgres it may run more than once.
   *
   * @throws {@link StorageUnavailableError}, as an {@link UnclearWriteError} when all may have been written, and every
   *   {@link TransactionError} that `work` throws
   */
  write<T>(work: (db: Queries) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Values as a table named `given`, so that the text of the statement does not depend on their number. */
  given: <Row extends Readonly<Record<string, string | number | null>>>(
    columns: Readonly<Record<keyof Row, 'text' | 'bigint'>>,
    rows: readonly Row[] | Parameter<readonly Row[]>,
  ) => AliasedRawBuilder<Row, 'given'>;
  /** Ends a select of rows to update, and skips those locked by others. Empty on SQLite, which has no row locks. */
  readonly skipLocked: RawBuilder<unknown>;
  /** A transaction has the whole database to itself, as on SQLite: no row has to be locked. */
  readonly locksAll?: true;
  /**
   * Stands for what is in a table: once a row may have changed since, by whichever process, it is another text.
   * Undefined while that is not known; left out where only a statement could tell.
   */
  stateOf?(table: keyof Schema): string | undefined;
  /** Removes deleted data from the database's files, as far as nobody reads it any more. */
  eraseDeleted(): Promise<void>;
  /** Whether the last write succeeded, and reads have not gone without an answer for some seconds since the last one. */
  takesWrites(): boolean;
  close(): Promise<void>;
};

type Ids = readonly string[] | Parameter<readonly string[]>;

/** Ids as the table `given`. */
export const givenIds = ({ given }: Pick<Store, 'given'>, ids: Ids) =>
  given(
    { id: 'text' },
    written(ids, (each) => each.map((id) => ({ id }))),
  );

/** These ids, for a condition that an id is in them. */
export const among = (store: Pick<Store, 'given'>, ids: Ids) =>
  sql<string>`(select given.id from ${givenIds(store, ids)})`;

/** `repeatable`: a second run does no harm, and returns what the first one did; it makes its ids before */
export type WriteOptions = { repeatable?: boolean };

export const REPEATABLE = { repeatable: true } as const satisfies WriteOptions;

/** Runs a transaction, and a repeatable one again when the database did not say whether it was committed. */
export async function orAgain<T>(transact: () => Promise<T>, { repeatable = false }: WriteOptions = {}): Promise<T> {
  try {
    return await transact();
  } catch (unclear) {
    if (!repeatable || !(unclear instanceof UnclearWriteError)) throw unclear;
    return transact().catch((error: unknown) => {
      throw error instanceof TransactionError ? error : unclear;
    });
  }
}

/** Fails a read's second statement. Counts results, because `transformQuery` gets each part of a statement. */
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

/** For one statement: fewer than either database's limit. */
export const VALUES_AT_ONCE = 500;

/** The database's clock as SQL, in ms since the epoch: the one clock that all processes share. */
export function createDatabaseClock(now: RawBuilder<number>) {
  return {
    now,
    after: (ms: number | Parameter<number>) => sql<number>`${now} + ${written(ms, Math.round)}`,
    before: (ms: number | Parameter<number>) => sql<number>`${now} - ${written(ms, Math.round)}`,
  };
}

/** Thrown by a transaction's work to undo it; reaches the caller unchanged. */
export class TransactionError extends NamedError {}

/** Keeps an error that the work threw on purpose; every other one is a failure of the database. */
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
