import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Config } from '../../src/config.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { IS_PATIENT } from './timings.ts';

/** An empty database: as the bot's configuration names it, and as it is opened. */
export type Database = { url: string; config: Config['database'] };

export type Databases = { name: 'SQLite' | 'Postgres'; create: () => Promise<Database>; close: () => Promise<void> };

/** Enough for every process of every world, and for the connections of those that were just killed. */
const POSTGRES_CONNECTIONS = 500;
/** A COMMIT takes a tenth of a second more, as on a slow disk, and one that comes meanwhile takes two. */
const SLOW_COMMITS = ['fsync=on', 'commit_delay=100000', 'commit_siblings=0'];

export function sqliteDatabases(): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-faults-'));
  let made = 0;
  return {
    name: 'SQLite',
    create: () => {
      const path = join(folder, `${(made += 1)}.db`);
      return Promise.resolve({ url: `sqlite:${path}`, config: { kind: 'sqlite', path } });
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
      return { url, config: { kind: 'postgres', url: new Secret(url) } };
    },
    close: () => server.stop(),
  };
}
