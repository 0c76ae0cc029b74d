import type { Config } from '../config.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';

/** Opens the database and brings its tables up to date. @throws {@link FatalError} when it cannot be used. */
export async function openStore(config: Config['database']): Promise<Store> {
  return config.kind === 'sqlite' ? openSqlite(config.path) : openPostgres(config.url);
}

/** Which database it is, without its credentials. */
export function describeDatabase(config: Config['database']): string {
  if (config.kind === 'sqlite') return `SQLite, ${config.path}`;
  const { host, pathname } = new URL(config.url.reveal());
  return `Postgres, ${host}${pathname}`;
}
