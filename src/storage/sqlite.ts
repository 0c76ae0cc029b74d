import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';

import { FatalError, StorageUnavailableError } from '../errors.ts';
import { migrate, migrations } from './migrate.ts';
import type { Schema } from './schema.ts';
import { asStorageError, type Queries, type Store } from './store.ts';

/** Older versions can lose a write-ahead log that two connections reset at once (SQLite's release notes of 3.51.3). */
const LEAST_VERSION = '3.51.3';
const WRITES_A_COMMIT = 256;
const LOCK_PATIENCE_MS = 1_000;
const LOCK_RETRY_MS = 25;

type Write = {
  work: (db: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
};

/** @param path - of the database file, made with its folder when missing; `:memory:` for none */
export async function openSqlite(path: string): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connect(path) }) });
  try {
    await db.connection().execute((connection) => migrate(connection, migrations('integer')));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const { write, takesWrites } = createSharedCommits(db);
  return {
    write,
    takesWrites,
    read: (query) =>
      query(db).catch((error: unknown) => {
        throw asStorageError(error);
      }),
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    close: () => db.destroy(),
  };
}

function connect(path: string): SqliteDatabase.Database {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    const database = new SqliteDatabase(path, { timeout: 0 });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    const { version } = database.prepare<[], { version: string }>('select sqlite_version() as version').get() ?? {
      version: '0',
    };
    if (version.localeCompare(LEAST_VERSION, 'en', { numeric: true }) < 0) {
      throw new FatalError(`SQLite ${version} is too old: ${LEAST_VERSION} or newer is needed.`);
    }
    return database;
  } catch (error) {
    if (error instanceof FatalError) throw error;
    throw new FatalError(
      `The database ${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Gathers the writes that arrive while the last commit was under way into the next one, each in a savepoint of its own. */
function createSharedCommits(db: Kysely<Schema>): Pick<Store, 'write' | 'takesWrites'> {
  const waiting: Write[] = [];
  let draining = false;
  let succeeded = true;

  async function drain(): Promise<void> {
    draining = true;
    await nextTurn();
    while (waiting.length > 0) await commit(waiting.splice(0, WRITES_A_COMMIT));
    draining = false;
  }

  async function commit(writes: Write[]): Promise<void> {
    try {
      const settle = await db.connection().execute(async (connection) => {
        await beginImmediate(connection);
        try {
          const settlers: (() => void)[] = [];
          for (const write of writes) settlers.push(await runInSavepoint(connection, write));
          await sql`commit`.execute(connection);
          return () => {
            for (const settler of settlers) settler();
          };
        } catch (error) {
          await sql`rollback`.execute(connection).catch(() => undefined);
          throw error;
        }
      });
      succeeded = true;
      settle();
    } catch (error) {
      succeeded = false;
      for (const { reject } of writes) reject(asStorageError(error));
    }
  }

  return {
    takesWrites: () => succeeded,
    write: <T>(work: (queries: Queries) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        if (!draining) void drain();
      }),
  };
}

/** @returns what to do once the commit has succeeded */
async function runInSavepoint(connection: Queries, { work, resolve, reject }: Write): Promise<() => void> {
  await sql`savepoint one_write`.execute(connection);
  try {
    const value = await work(connection);
    await sql`release one_write`.execute(connection);
    return () => {
      resolve(value);
    };
  } catch (error) {
    await sql`rollback to one_write`.execute(connection);
    await sql`release one_write`.execute(connection);
    return () => {
      reject(asStorageError(error));
    };
  }
}

/** Waits for another process's lock without blocking this one. */
async function beginImmediate(connection: Queries): Promise<void> {
  const giveUpAt = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      await sql`begin immediate`.execute(connection);
      return;
    } catch (error) {
      const locked = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!locked || performance.now() > giveUpAt)
        throw new StorageUnavailableError('the database is locked', { cause: error });
      await delay(LOCK_RETRY_MS);
    }
  }
}
