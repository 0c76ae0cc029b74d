import type { Config, EncryptionKey } from '../config.ts';
import { addKeyToFile, createKey, keyFileOf, openKeyFile, readKeyFile } from './key-file.ts';

/** `reread`: for a ring that another process may add to while this one runs. */
export type KeyRing = { keys: readonly EncryptionKey[]; reread?: () => readonly EncryptionKey[] };

type Place = Pick<Config, 'database' | 'encryptionKeys'>;

const IN_MEMORY = ':memory:';

/** The operator's ring; without one, the one in the file beside the SQLite database. @throws {@link FatalError} when that cannot be used */
export function openKeyRing({ database, encryptionKeys }: Place): KeyRing {
  if (encryptionKeys) return { keys: encryptionKeys };
  if (database.kind === 'postgres' || database.path === IN_MEMORY) return { keys: [createKey()] };
  const path = keyFileOf(database.path);
  return { keys: openKeyFile(path), reread: () => readKeyFile(path) };
}

/** The ring to seal everything anew with: the operator has put a new key in front already, a key file gets one. */
export function renewKeyRing({ database, encryptionKeys }: Place): KeyRing {
  if (encryptionKeys || database.kind === 'postgres' || database.path === IN_MEMORY) {
    return openKeyRing({ database, encryptionKeys });
  }
  return { keys: addKeyToFile(keyFileOf(database.path)) };
}
