import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Config } from '../config.ts';
import { FatalError } from '../work/errors.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';

/** Opens the database and brings its tables up to date. @throws {@link FatalError} when it cannot be used. */
export async function openStore(config: Config['database']): Promise<Store> {
  if (config.kind === 'sqlite') return openSqlite(config.path);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config.url);
}

/** Opens an existing SQLite database for this process alone. @throws {@link FatalError} also while another uses it */
export async function openAlone(config: Config['database']): Promise<Store> {
  if (config.kind !== 'sqlite') throw new FatalError('DATABASE_URL is not a SQLite database.');
  refuseMissing(config.path);
  return openSqlite(config.path, true);
}

/** @throws {@link FatalError} when there is no SQLite database that could be copied */
export function refuseMissing(path: string): void {
  if (existsSync(path)) return;
  throw new FatalError(
    `There is no database ${resolve(path)}, so nothing to copy. DATABASE_URL gives its path; unset, it is data/bot.db in this folder.`,
  );
}

/** Names the database, without credentials. */
export function describeDatabase(config: Config['database']): string {
  if (config.kind === 'sqlite') return `SQLite, ${config.path}`;
  const { host, pathname } = new URL(config.url.reveal());
  return `Postgres, ${host}${pathname}`;
}
