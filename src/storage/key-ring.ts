import type { Config, EncryptionKey } from '../config.ts';
import { addKeyToFile, createKey, keyFileOf, openKeyFile, readKeyFile } from './key-file.ts';

/** `reread` is present when another process may add keys while this one runs. */
export type KeyRing = { keys: readonly EncryptionKey[]; reread?: () => readonly EncryptionKey[] };

type Place = Pick<Config, 'database' | 'encryptionKeys'>;

const IN_MEMORY = ':memory:';

/** The operator's key ring, or else the one in the file beside the SQLite database. @throws {@link FatalError} when that is unusable */
export function openKeyRing({ database, encryptionKeys }: Place): KeyRing {
  if (encryptionKeys) return { keys: encryptionKeys };
  if (database.kind === 'postgres' || database.path === IN_MEMORY) return { keys: [createKey()] };
  const path = keyFileOf(database.path);
  return { keys: openKeyFile(path), reread: () => readKeyFile(path) };
}

/** The key ring to reseal everything with: the operator's, which already starts with a new key, or the key file, which gets one. */
export function renewKeyRing({ database, encryptionKeys }: Place): KeyRing {
  if (encryptionKeys || database.kind === 'postgres' || database.path === IN_MEMORY) {
    return openKeyRing({ database, encryptionKeys });
  }
  return { keys: addKeyToFile(keyFileOf(database.path)) };
}
