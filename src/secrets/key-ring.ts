import type { StorageConfig } from '../config.ts';
import type { EncryptionKey } from '../formats.ts';
import { addKeyToFile, createKey, openKeyFile, readKeyFile } from './key-file.ts';

/** Returns the keys as they are now, newest first: another process may add one to the key file. */
export type KeyRing = () => readonly EncryptionKey[];

/**
 * The operator's key ring, or else the one in the file beside the SQLite database.
 *
 * @param isInUse - whether something in the database is encrypted: a key file is then never made anew
 * @throws {@link FatalError} when the ring is unusable
 */
export function openKeyRing(config: StorageConfig, isInUse: boolean): KeyRing {
  const path = keyFileOf(config);
  if (path === undefined) {
    const keys = config.encryptionKeys ?? [createKey()];
    return () => keys;
  }
  openKeyFile(path, isInUse);
  return () => readKeyFile(path);
}

/** The ring to reseal everything with: the operator's starts with a new key already, the key file gets one. */
export function renewKeyRing(config: StorageConfig, isInUse: boolean): KeyRing {
  const ring = openKeyRing(config, isInUse);
  const path = keyFileOf(config);
  if (path !== undefined) addKeyToFile(path);
  return ring;
}

/** Where the operator finds the ring, in words. */
export function describeKeyRing(config: StorageConfig): string {
  const path = keyFileOf(config);
  return path === undefined ? 'ENCRYPTION_KEY' : `the key file ${path}`;
}

function keyFileOf({ database, encryptionKeys }: StorageConfig): string | undefined {
  if (encryptionKeys || database.kind === 'postgres' || database.path === ':memory:') return undefined;
  return `${database.path}.key`;
}
