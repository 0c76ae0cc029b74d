import type { LookupFunction } from 'node:net';

import { bulkhead } from 'cockatiel';
import { isAbortedTransactionError, Kysely, sql } from 'kysely';
import pg from 'pg';

import type { Secret } from '../secret.ts';
import { type Clock, MINUTE_MS, systemClock } from '../work/clock.ts';
import { StorageUnavailableError, UnclearWriteError } from '../work/errors.ts';
import { retry } from '../work/retry.ts';
import { createLivingPool, createPulse, type Pulse } from './postgres-pool.ts';
import { PooledDialect, prepare } from './postgres-start.ts';
import { written } from './parameter.ts';
import { codeOf } from './private-file.ts';
import type { Schema } from './schema.ts';
import {
  asStorageError,
  createDatabaseClock,
  oneStatement,
  orAgain,
  orStorageError,
  type Queries,
  type Store,
  TransactionError,
} from './store.ts';

const CONNECTIONS = 20;
/** How long a statement lasts at most, or those that are sent together: more time for each would find a dead connection late. */
export const ANSWER_WITHIN_MS = 2_500;
/** The server gives a statement up so much earlier that its word arrives: a connection without an answer counts as dead. */
const SERVERS_SHARE = 0.8;
/** A process that hangs within a transaction must not keep its rows locked. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;
const MIGRATION_WITHIN_MS = MINUTE_MS;
/**
 * Statements find a few rows by an index, for a few values in JSON. The planner expects a hundred values and, by
 * default, a disk that spins, so it would rather read and hash whole tables (PostgreSQL's documentation, "Query
 * Planning").
 */
const BY_INDEX = '-c enable_hashjoin=off -c enable_mergejoin=off -c random_page_cost=1.1';
const CLOCK = createDatabaseClock(sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`);
const TRANSACTION_TRIES = 5;
/**
 * serialization_failure, deadlock_detected and unique_violation (PostgreSQL's documentation, appendix A). When two
 * transactions insert the same row at once, the second one finds it with its next try.
 */
const CONFLICTS = new Set(['40001', '40P01', '23505']);

/**
 * Opens the database and brings its tables up to date.
 *
 * @param options.answerWithinMs - how long a statement lasts at most
 * @param options.lookup - finds the addresses of its host: the system's, but for tests
 * @param options.clock - the machine's, but for tests
 * @throws `FatalError` when it cannot be used
 */
export async function openPostgres(
  url: Secret,
  options: { answerWithinMs?: number; lookup?: LookupFunction; clock?: Clock } = {},
): Promise<Store> {
  const { answerWithinMs = ANSWER_WITHIN_MS, lookup, clock = systemClock } = options;
  const { monotonic } = clock;
  const migrating = { answerWithinMs: MIGRATION_WITHIN_MS, connections: 1, lookup };
  const withSettings = await prepare((asked) => connect(url, asked, migrating), clock);
  const pulse = createPulse(monotonic);
  const db = connect(url, withSettings, { answerWithinMs, connections: CONNECTIONS, lookup, pulse });
  const whenFree = createQueue(pulse, monotonic);
  let succeeded = true;

  async function write<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    try {
      const result = await retry(() => whenFree(() => transact(db, work)), {
        pauseAfter: (error, tries) => (CONFLICTS.has(codeOf(error)) && tries < TRANSACTION_TRIES ? 0 : undefined),
        clock,
      });
      succeeded = true;
      return result;
    } catch (error) {
      succeeded = error instanceof TransactionError;
      throw asStorageError(error);
    }
  }

  return {
    takesWrites: () => succeeded && !pulse.isSilent(),
    read: (query) => orStorageError(whenFree(() => query(db.withPlugin(oneStatement())))),
    snapshot: (queries) =>
      orStorageError(
        whenFree(() =>
          db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(queries),
        ),
      ),
    write: (work, options) => orAgain(() => write(work), options),
    ...CLOCK,
    given: (columns, rows) => {
      const types = Object.entries(columns).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`);
      return sql`(select * from jsonb_to_recordset(${written(rows, JSON.stringify)}::jsonb) as row (${sql.join(types)}))`
        .$castTo<never>()
        .as('given');
    },
    skipLocked: sql`for update skip locked`,
    // Postgres' own vacuum reuses the space. Replicas and archives of the log are the operator's.
    eraseDeleted: () => Promise.resolve(),
    close: () => db.destroy(),
  };
}

const ENDS_CONNECTION = /^(?:08|57P)/;

/** @throws {@link UnclearWriteError} when Postgres did not say what it did with the last statement, the COMMIT */
async function transact<T>(db: Kysely<Schema>, work: (db: Queries) => Promise<T>): Promise<T> {
  const progress = { isCommitting: false };
  try {
    return await db.transaction().execute(async (queries) => {
      const result = await work(queries);
      progress.isCommitting = true;
      return result;
    });
  } catch (error) {
    if (!progress.isCommitting || isRefusal(error)) throw error;
    throw new UnclearWriteError('the database did not say whether it committed', { cause: error });
  }
}

/**
 * Whether Postgres says that it did not commit: by an error of its own, but one that only ends the connection, as when
 * an administrator does, may follow the commit (PostgreSQL's documentation, appendix A, classes 08 and 57).
 */
function isRefusal(error: unknown): boolean {
  return (
    isAbortedTransactionError(error) || (error instanceof pg.DatabaseError && !ENDS_CONNECTION.test(codeOf(error)))
  );
}

/**
 * Waits for a free connection: the pool would count that as a part of connecting. Whoever waits while the database
 * answers nobody is refused with those before them.
 */
function createQueue(pulse: Pulse, monotonic: () => number) {
  const free = bulkhead(CONNECTIONS, Number.POSITIVE_INFINITY);
  return <T>(work: () => Promise<T>): Promise<T> => {
    const askedAt = monotonic();
    return free.execute(() => {
      if (pulse.isSilentSince(askedAt)) throw new StorageUnavailableError('the database answers nobody');
      return work();
    });
  };
}

/** @param withSettings - whether its connections ask the server for time limits and a way to plan, as poolers may refuse */
function connect(
  url: Secret,
  withSettings: boolean,
  options: { answerWithinMs: number; connections: number; lookup: LookupFunction | undefined; pulse?: Pulse },
): Kysely<Schema> {
  const { answerWithinMs, connections, ...path } = options;
  const pool = createLivingPool(
    {
      connectionString: url.reveal(),
      max: connections,
      query_timeout: answerWithinMs,
      application_name: 'plan-vote-bot',
      types: { getTypeParser: parserOf },
      ...(withSettings && {
        statement_timeout: SERVERS_SHARE * answerWithinMs,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
        options: BY_INDEX,
      }),
    },
    path,
  );
  return new Kysely<Schema>({ dialect: new PooledDialect({ pool }) });
}

/** Our bigints are times and row ids, which fit a number. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown);
