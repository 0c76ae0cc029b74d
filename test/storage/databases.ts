import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';

import type { Config } from '../../src/config.ts';
import { Secret } from '../../src/secret.ts';
import { openStore } from '../../src/storage/database.ts';
import type { Store } from '../../src/storage/store.ts';
import { initdbPath, maySkip } from '../services-at-hand.ts';
import { PostgresServer } from './postgres-server.ts';

/** Opens an empty database, which is gone when the test ends. */
export type OpenTestStore = () => Promise<Store>;

/** Runs the same tests on SQLite and, where it is installed, on Postgres. */
export function describeOnEachDatabase(name: string, tests: (open: OpenTestStore) => void): void {
  describe(`${name}, on SQLite`, () => {
    tests(() => openForTest({ kind: 'sqlite', path: ':memory:' }));
  });

  const skipped = maySkip(initdbPath);
  describe.skipIf(skipped)(skipped ? `${name}: Postgres is not installed: skipped` : `${name}, on Postgres`, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    }, 60_000);
    afterAll(() => server.stop());
    tests(async () => openForTest({ kind: 'postgres', url: new Secret(await server.createDatabase()) }));
  });
}

async function openForTest(database: Config['database']): Promise<Store> {
  const store = await openStore(database);
  onTestFinished(() => store.close());
  return store;
}
