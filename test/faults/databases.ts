import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

import type { Config } from '../../src/config.ts';
import { openStore } from '../../src/database/database.ts';
import type { Store } from '../../src/database/store.ts';
import { Secret } from '../../src/secret.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { IS_PATIENT } from './timings.ts';

/** An empty database: as the bot's configuration names it, and as it is opened. */
export type Database = {
  url: string;
  config: Config['database'];
  open(): Promise<Store>;
  /** Makes it fail for `ms`: Postgres loses every connection and takes no others, SQLite is locked by another writer. */
  fail(ms: number): Promise<void>;
};

export type Databases = { name: 'SQLite' | 'Postgres'; create: () => Promise<Database>; close: () => Promise<void> };

/** Enough for every process of every world, and for the connections of those that were just killed. */
const POSTGRES_CONNECTIONS = 500;
const LOCK_TRIES = 10;
/** A COMMIT takes a tenth of a second more, as on a slow disk, and one that comes meanwhile takes two. */
const SLOW_COMMITS = ['fsync=on', 'commit_delay=100000', 'commit_siblings=0'];

export function sqliteDatabases(): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-faults-'));
  let made = 0;
  return {
    name: 'SQLite',
    create: () => {
      const path = join(folder, `${(made += 1)}.db`);
      const config = { kind: 'sqlite', path } as const;
      return Promise.resolve({
        url: `sqlite:${path}`,
        config,
        open: () => openStore(config),
        fail: (ms) => lockSqlite(path, ms),
      });
    },
    close: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}

export async function postgresDatabases(): Promise<Databases> {
  const server = await PostgresServer.start([
    `max_connections=${POSTGRES_CONNECTIONS}`,
    ...(IS_PATIENT ? SLOW_COMMITS : []),
  ]);
  return {
    name: 'Postgres',
    create: async () => {
      const url = await server.createDatabase();
      const config = { kind: 'postgres', url: new Secret(url) } as const;
      return { url, config, open: () => openStore(config), fail: (ms) => stopPostgres(url, ms) };
    },
    close: () => server.stop(),
  };
}

async function stopPostgres(url: string, ms: number): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  const elsewhere = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  // When something else has failed, the server is ended while this waits.
  elsewhere.on('error', () => undefined);
  // Two sessions may not change the same row of the catalogue at once.
  const setConnections = (allowed: boolean) =>
    elsewhere.query(
      `begin; select pg_advisory_xact_lock(1); alter database ${database} allow_connections ${allowed}; commit`,
    );
  await elsewhere.connect();
  try {
    await setConnections(false);
    await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    await delay(ms);
  } finally {
    await setConnections(true);
    await elsewhere.end();
  }
}

async function lockSqlite(path: string, ms: number): Promise<void> {
  const writer = new SqliteDatabase(path, { timeout: 0 });
  try {
    if (await begins(writer)) await delay(ms);
  } finally {
    writer.close();
  }
}

/** Whether it got the lock: the bot has it for moments only, another disturbance longer. */
async function begins(writer: SqliteDatabase.Database): Promise<boolean> {
  for (let tries = 1; tries <= LOCK_TRIES; tries += 1) {
    try {
      writer.exec('begin immediate');
      return true;
    } catch (error) {
      const isBusy = error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isBusy) throw error;
    }
    await delay(5);
  }
  return false;
}
