import type { Config } from '../config.ts';
import { openStore } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import { FatalError, StorageUnavailableError } from '../errors.ts';
import type { KeyRing } from './key-ring.ts';
import { holdsSecrets, refuseUnknownKeys } from './sealed-values.ts';
import { createSealer, type Sealer } from './sealer.ts';

/**
 * Opens the database together with the keys to its sealed values.
 *
 * @param open - opens the database
 * @throws {@link FatalError} also when a key is missing
 */
export async function openSealedStore<C extends Pick<Config, 'database'>>(
  config: C,
  openRing: (config: C, isInUse: boolean) => KeyRing,
  open: (database: Config['database']) => Promise<Store> = openStore,
): Promise<{ store: Store; sealer: Sealer }> {
  const store = await open(config.database);
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
