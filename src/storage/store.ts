import type { Kysely, RawBuilder } from 'kysely';

import { StorageUnavailableError } from '../errors.ts';
import type { Schema } from './schema.ts';

export type Queries = Kysely<Schema>;

/** The database, whichever it is. */
export type Store = {
  /** @throws {@link StorageUnavailableError} */
  read<T>(query: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction and resolves once it is durable. What it throws undoes it alone; writes that are asked for at the same time
   * may share one commit. It must do nothing but query.
   *
   * @throws {@link StorageUnavailableError} when the database does not take it, and what the work itself throws
   */
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /** The database's clock in ms since the epoch: the one clock that all processes share. */
  readonly now: RawBuilder<number>;
  /**
   * Ends a select of rows that the same transaction then updates: those that another transaction has locked are left out. SQLite locks no
   * rows, so there it is empty.
   */
  readonly skipLocked: RawBuilder<unknown>;
  /** Whether the last write succeeded. */
  takesWrites(): boolean;
  close(): Promise<void>;
};

/** An error that a transaction's own work throws to undo it, and that its caller is to see as it is. */
export class TransactionError extends Error {}

/** Passes on what the work threw on purpose; anything else is the database failing. */
export function asStorageError(error: unknown): Error {
  if (error instanceof TransactionError || error instanceof StorageUnavailableError) return error;
  return new StorageUnavailableError('the database failed', { cause: error });
}
