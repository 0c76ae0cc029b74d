import type { Config } from '../config.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';

/** Opens the database and brings its tables up to date. @throws {@link FatalError} when it cannot be used. */
export function openStore(config: Config['database']): Promise<Store> {
  return config.kind === 'sqlite' ? openSqlite(config.path) : openPostgres(config.url);
}
