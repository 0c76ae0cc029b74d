import { realpathSync, writeFileSync } from 'node:fs';

import SqliteDatabase from 'better-sqlite3';
import { Kysely, type LimitNode, sql, SqliteDialect, SqliteQueryCompiler, ValueNode } from 'kysely';

import { inBatches } from '../work/batch.ts';
import { MINUTE_MS, systemClock } from '../work/clock.ts';
import { FatalError, StorageUnavailableError, UnclearWriteError } from '../work/errors.ts';
import { retry, succeeds } from '../work/retry.ts';
import { migrate, migrations } from './migrate.ts';
import { codeOf, explainFiles, makeFolderOf, makePrivate, OWNER_ONLY } from './private-file.ts';
import { written } from './parameter.ts';
import { openReading } from './reading.ts';
import type { Schema } from './schema.ts';
import { keepStatements } from './sqlite-statements.ts';
import {
  asStorageError,
  createDatabaseClock,
  oneStatement,
  orAgain,
  orStorageError,
  type Queries,
  type Store,
  type WriteOptions,
} from './store.ts';

/** Older versions can lose a write-ahead log that two connections reset at once (SQLite's release notes for 3.51.3). */
const LEAST_VERSION = '3.51.3';
const WRITES_A_COMMIT = 256;
/** Together they write about as many pages as SQLite lets a log have before it moves them into the file (1,000). */
const COMMITS_A_CHECKPOINT = 8;
/** While we write on, the log grows behind a checkpoint. From so many pages on, writes wait for one that gets to its end. */
const LONG_LOG_PAGES = 10_000;
/** The log has so many only if the reading thread fails: then this one does the work. */
const MOST_LOG_PAGES = 4 * LONG_LOG_PAGES;
const LOCK_PATIENCE_MS = 1_000;
const MIGRATION_PATIENCE_MS = MINUTE_MS;
const LOCK_RETRY_MS = 25;

/**
 * Opens the database and brings its tables up to date.
 *
 * @param path - of the database file, created with its folder if missing; `:memory:` for a database without a file
 * @param isAlone - keeps every other process out, and fails while one has it open
 * @throws {@link FatalError} when it cannot be used
 */
export async function openSqlite(path: string, isAlone = false): Promise<Store> {
  let database: SqliteDatabase.Database | undefined;
  try {
    if (path !== ':memory:') prepareFile(path);
    database = new SqliteDatabase(path, { timeout: LOCK_PATIENCE_MS });
    configure(database, isAlone);
    const isShared = path !== ':memory:' && !isAlone;
    if (isShared) database.pragma(`wal_autocheckpoint = ${MOST_LOG_PAGES}`);
    const { kept, stateOf } = keepStatements(database);
    const db = new Kysely<Schema>({ dialect: new KeepingDialect({ database: kept }) });
    await inTransaction(db, MIGRATION_PATIENCE_MS, (connection) => migrate(connection, migrations('integer')));
    // What is in memory, or locked for this process alone, has one connection.
    return { ...storeOf(db, isShared ? openReading(path) : db), stateOf };
  } catch (error) {
    database?.close();
    throw error instanceof FatalError ? error : cannotOpen(path, error);
  }
}

const CLOCK = createDatabaseClock(sql<number>`cast(unixepoch('subsec') * 1000 as integer)`);

function storeOf(db: Kysely<Schema>, reading: Kysely<Schema>): Store {
  const { withoutWrites, ...commits } = createSharedCommits(db, () => checkpoints?.afterCommit());
  const checkpoints = reading === db ? undefined : createCheckpoints(reading, withoutWrites);
  return {
    ...commits,
    read: (query) => orStorageError(query(db.withPlugin(oneStatement()))),
    // With a write-ahead log, writers do not wait for a transaction that only reads.
    snapshot: (queries) => orStorageError(reading.transaction().execute(queries)),
    ...CLOCK,
    given: (columns, rows) => {
      const values = Object.keys(columns).map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`);
      return sql`(select ${sql.join(values)} from json_each(${written(rows, JSON.stringify)}))`
        .$castTo<never>()
        .as('given');
    },
    skipLocked: sql``,
    locksAll: true,
    // Until a checkpoint the write-ahead log has the former pages. If another process prevents it, the next will do.
    async eraseDeleted() {
      const truncate = () => succeeds(sql`pragma wal_checkpoint(truncate)`.execute(db));
      await (checkpoints ? checkpoints.moveAll(truncate) : truncate());
    },
    async close() {
      await reading.destroy();
      await db.destroy();
    },
  };
}

/**
 * Moves the pages of the write-ahead log into the file. That waits for the disk, for longer than a commit does, so the
 * thread that reads does it too.
 *
 * @param withoutWrites - does something while no write of this process is under way
 */
function createCheckpoints(reading: Kysely<Schema>, withoutWrites: (work: () => Promise<unknown>) => Promise<void>) {
  let commits = 0;
  let isUnderWay = false;

  /** @returns how many pages the log has */
  async function move(thread: Queries): Promise<number> {
    const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(passive)`.execute(thread);
    return rows[0]?.log ?? 0;
  }

  const inThread = (work: (thread: Queries) => Promise<unknown>) => succeeds(reading.connection().execute(work));

  return {
    afterCommit(): void {
      commits += 1;
      if (isUnderWay || commits < COMMITS_A_CHECKPOINT) return;
      [commits, isUnderWay] = [0, true];
      void inThread(async (thread) => {
        if ((await move(thread)) > LONG_LOG_PAGES) await withoutWrites(() => move(thread));
      }).finally(() => {
        isUnderWay = false;
      });
    },
    /** Moves all of it, between two snapshots of ours, and then does `last`. */
    async moveAll(last: () => Promise<unknown>): Promise<void> {
      await inThread(async (thread) => {
        await move(thread);
        await last();
      });
    },
  };
}

/** With a limit as a parameter, SQLite would prepare a statement again each time it runs, to plan for the number. */
class KeepingDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new (class extends SqliteQueryCompiler {
      protected override visitLimit({ limit }: LimitNode): void {
        this.append('limit ');
        this.visitNode(ValueNode.is(limit) ? ValueNode.createImmediate(limit.value) : limit);
      }
    })();
  }
}

function configure(database: SqliteDatabase.Database, isAlone: boolean): void {
  if (isAlone) database.pragma('locking_mode = exclusive');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Overwrites deleted data in the file, where it would only be marked as free.
  database.pragma('secure_delete = ON');
  // `inTransaction` waits for locks without blocking the process.
  database.pragma('busy_timeout = 0');
  const version = String(database.prepare('select sqlite_version()').pluck().get());
  if (version.localeCompare(LEAST_VERSION, 'en', { numeric: true }) < 0) {
    throw new FatalError(`SQLite ${version} is too old: ${LEAST_VERSION} or newer is needed.`);
  }
}

const filesOf = (path: string) => ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`);

/** Lets only the owner read the database. SQLite makes the files beside it with the same mode. */
function prepareFile(path: string): void {
  makeFolderOf(path);
  writeFileSync(path, '', { flag: 'a', mode: OWNER_ONLY });
  for (const file of filesOf(realpathSync(path))) {
    try {
      makePrivate(file);
    } catch (error) {
      // Another owner may share the file on purpose.
      if (!['ENOENT', 'EPERM'].includes(codeOf(error))) throw error;
    }
  }
}

function cannotOpen(path: string, error: unknown): FatalError {
  const mend = explainFiles(error, filesOf(path));
  const state = isLocked(error) ? 'is in use by another process. Is the bot running?' : `cannot be opened: ${mend}`;
  return new FatalError(`The database ${path} ${state}`, { cause: error });
}

type Write = (db: Queries) => Promise<unknown>;

/** Writes that arrive during a commit share the next one, each in a savepoint of its own. */
function createSharedCommits(db: Kysely<Schema>, afterCommit: () => void) {
  let succeeded = true;
  let lastCommit: Promise<unknown> = Promise.resolve();
  let gate: Promise<unknown> = lastCommit;

  async function commit(writes: readonly Write[]): Promise<unknown[]> {
    await gate;
    const committed = inTransaction(db, LOCK_PATIENCE_MS, async (connection) => {
      const [alone] = writes;
      // It is undone with its transaction.
      if (alone && writes.length === 1) return [await alone(connection)];
      const inOrder: unknown[] = [];
      for (const write of writes) inOrder.push(await runInSavepoint(connection, write));
      return inOrder;
    });
    lastCommit = committed.catch(() => undefined);
    try {
      const ends = await committed;
      succeeded = !ends.some((end) => end instanceof StorageUnavailableError);
      afterCommit();
      return ends;
    } catch (error) {
      const reason = asStorageError(error);
      succeeded = !(reason instanceof StorageUnavailableError);
      return writes.map(() => reason);
    }
  }

  const write = inBatches(commit, { max: WRITES_A_COMMIT });
  return {
    takesWrites: () => succeeded,
    write: <T>(work: (queries: Queries) => Promise<T>, options?: WriteOptions) =>
      orAgain(() => write(work) as Promise<T>, options),
    /** Does something while no write is under way. */
    withoutWrites: async (work: () => Promise<unknown>): Promise<void> => {
      gate = lastCommit.then(work).catch(() => undefined);
      await gate;
    },
  };
}

/** @returns what the write returned, or why it was undone */
async function runInSavepoint(connection: Queries, write: Write): Promise<unknown> {
  await sql`savepoint one_write`.execute(connection);
  try {
    const value = await write(connection);
    await sql`release one_write`.execute(connection);
    return value;
  } catch (error) {
    const reason = asStorageError(error);
    // A full disk rolls back the whole transaction, including its savepoints.
    await sql`rollback to one_write`.execute(connection).catch(() => {
      throw reason;
    });
    await sql`release one_write`.execute(connection);
    return reason;
  }
}

/** Waits for another process's lock without blocking. @throws {@link StorageUnavailableError} after `patienceMs` */
async function inTransaction<T>(
  db: Kysely<Schema>,
  patienceMs: number,
  work: (connection: Queries) => Promise<T>,
): Promise<T> {
  const giveUpAt = systemClock.monotonic() + patienceMs;
  try {
    return await retry(() => db.connection().execute((connection) => transact(connection, work)), {
      pauseAfter: (error) => (isLocked(error) && systemClock.monotonic() <= giveUpAt ? LOCK_RETRY_MS : undefined),
      clock: systemClock,
    });
  } catch (error) {
    throw isLocked(error) ? new StorageUnavailableError('the database is locked', { cause: error }) : error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Kysely's own transaction would get the lock for writing only with its first write, and fail if another has it. */
async function transact<T>(connection: Queries, work: (connection: Queries) => Promise<T>): Promise<T> {
  await sql`begin immediate`.execute(connection);
  try {
    const value = await work(connection);
    await sql`commit`.execute(connection).catch((error: unknown) => {
      // The log may have the whole commit although the disk failed, and then it counts after the next start.
      throw codeOf(error).startsWith('SQLITE_IOERR')
        ? new UnclearWriteError('the commit may have reached the disk', { cause: error })
        : error;
    });
    return value;
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}
