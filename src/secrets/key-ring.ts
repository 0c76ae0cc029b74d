import type { StorageConfig } from '../config.ts';
import type { EncryptionKey } from '../config-formats.ts';
import { addKeyToFile, createKey, keyFileOf, openKeyFile, readKeyFile } from './key-file.ts';

export type KeyRing = {
  keys: readonly EncryptionKey[];
  /** where the operator finds it, in words */
  source: string;
  /** present when another process may add keys while this one runs */
  reread?: () => readonly EncryptionKey[];
};

const IN_MEMORY = ':memory:';
const RING_VARIABLE = 'ENCRYPTION_KEY';

/**
 * The operator's key ring, or else the one in the file beside the SQLite database.
 *
 * @param isInUse - whether something in the database is encrypted: a key file is then never made anew
 * @throws {@link FatalError} when the ring is unusable
 */
export function openKeyRing(place: StorageConfig, isInUse: boolean): KeyRing {
  const path = keyFilePath(place);
  if (path === undefined) return ringWithoutFile(place);
  return { keys: openKeyFile(path, isInUse), source: sourceOf(path), reread: () => readKeyFile(path) };
}

/**
 * The key ring to reseal everything with: the operator's, which already starts with a new key, or the key file, which
 * gets one.
 */
export function renewKeyRing(place: StorageConfig, isInUse: boolean): KeyRing {
  const path = keyFilePath(place);
  if (path === undefined) return ringWithoutFile(place);
  return { keys: addKeyToFile(path, isInUse), source: sourceOf(path) };
}

/** Where the key ring is, in words. */
export function describeKeyRing(place: StorageConfig): string {
  const path = keyFilePath(place);
  return path === undefined ? RING_VARIABLE : sourceOf(path);
}

function keyFilePath({ database, encryptionKeys }: StorageConfig): string | undefined {
  if (encryptionKeys || database.kind === 'postgres' || database.path === IN_MEMORY) return undefined;
  return keyFileOf(database.path);
}

function ringWithoutFile({ encryptionKeys }: StorageConfig): KeyRing {
  return { keys: encryptionKeys ?? [createKey()], source: RING_VARIABLE };
}

function sourceOf(path: string): string {
  return `the key file ${path}`;
}
