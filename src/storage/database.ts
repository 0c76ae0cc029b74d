import type { Config } from '../config.ts';
import { FatalError, StorageUnavailableError } from '../errors.ts';
import type { KeyRing } from './key-ring.ts';
import { openPostgres } from './postgres.ts';
import { holdsSecrets, refuseUnknownKeys } from './sealed-values.ts';
import { createSealer, type Sealer } from './sealer.ts';
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

/** Opens the database together with the keys to its sealed values. @throws {@link FatalError} also when a key is missing */
export async function openSealedStore<C extends Pick<Config, 'database'>>(
  config: C,
  openRing: (config: C, isInUse: boolean) => KeyRing,
): Promise<{ store: Store; sealer: Sealer }> {
  const store = await openStore(config.database);
  try {
    const { keys, reread, source } = openRing(config, await holdsSecrets(store));
    const sealer = createSealer(keys, reread);
    await refuseUnknownKeys(store, sealer, source);
    return { store, sealer };
  } catch (error) {
    await store.close();
    if (!(error instanceof StorageUnavailableError)) throw error;
    throw new FatalError('The database stopped answering during the start. Is it running?', { cause: error });
  }
}
