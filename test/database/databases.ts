import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, describe, onTestFinished } from 'vitest';

import type { Config } from '../../src/config.ts';
import { openStore } from '../../src/database/database.ts';
import type { Store } from '../../src/database/store.ts';
import { Secret } from '../../src/secret.ts';
import { initdbPath, maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createSharedDatabase } from '../shared.ts';
import { Link } from './link.ts';

const EMPTY_TABLES = sql`
  do $$
  declare found record;
  begin
    for found in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', found.tablename);
    end loop;
  end $$`;

export type Database = Config['database'];

/** Opens an empty database, which is removed when the test ends. */
export type OpenTestStore = () => Promise<Store>;

/** Creates an empty database, removed when the test ends, for a test that opens it itself (see {@link openForTest}). */
export type CreateTestDatabase = () => Promise<Database>;

/** Runs the same tests on SQLite and, where it is installed, on Postgres. */
export function describeOnEachDatabase(
  name: string,
  tests: (open: OpenTestStore, create: CreateTestDatabase, kind: Database['kind']) => void,
): void {
  describe(`${name}, on SQLite`, () => {
    tests(
      () => openForTest({ kind: 'sqlite', path: ':memory:' }),
      () => Promise.resolve(createSqlite()),
      'sqlite',
    );
  });

  describeOnPostgres(name, (open, create) => {
    tests(open, create, 'postgres');
  });
}

/**
 * Runs tests on Postgres only, where it is installed: those of what SQLite does not have, such as two transactions at
 * once.
 */
export function describeOnPostgres(
  name: string,
  tests: (open: OpenTestStore, create: CreateTestDatabase) => void,
): void {
  const skipped = maySkip(initdbPath);
  describe.skipIf(skipped)(skipped ? `${name}: Postgres is not installed: skipped` : `${name}, on Postgres`, () => {
    tests(openPostgres, createPostgres);
  });
  afterAll(async () => {
    await Promise.all(idle.splice(0).map((store) => store.close()));
  });
}

/** Opens a database, and closes it when the test ends. */
export async function openForTest(database: Database): Promise<Store> {
  const store = await openStore(database);
  onTestFinished(() => store.close());
  return store;
}

/** The address of a new database in Postgres, and the link by which a test reaches it. */
export async function createBehindLink() {
  const url = await createSharedDatabase();
  const link = await Link.to(Number(new URL(url).port));
  onTestFinished(() => link.close());
  return { url, link };
}

/** A store that reaches its database by a link, and one beside it that does not. */
export async function openBehindLink() {
  const { url, link } = await createBehindLink();
  const [beside, store] = [await openForTest(postgresAt(url)), await openForTest(postgresAt(link.through(url)))];
  return { link, store, beside };
}

export const postgresAt = (url: string): Database => ({ kind: 'postgres', url: new Secret(url) });

/** A path for a SQLite file in a folder that is removed when the test ends. */
export function createSqlite(): { kind: 'sqlite'; path: string } {
  return { kind: 'sqlite', path: join(temporaryFolder(), 'bot.db') };
}

/** Stores that no test is using. Emptying one is much faster than creating a new one. */
const idle: Store[] = [];

async function openPostgres(): Promise<Store> {
  const store = idle.pop() ?? (await openStore(await createPostgres()));
  onTestFinished(() => {
    idle.push(store);
  });
  await store.write((db) => EMPTY_TABLES.execute(db));
  return store;
}

const createPostgres = async () => postgresAt(await createSharedDatabase());
