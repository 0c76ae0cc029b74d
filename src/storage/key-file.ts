import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { parseKeyRing, type EncryptionKey } from '../config.ts';
import { FatalError } from '../errors.ts';
import { Secret } from '../secret.ts';

const KEY_BYTES = 32;
const ID_BYTES = 4;
const OWNER_ONLY = 0o600;

/** A new random key with a random id. */
export function createKey(): EncryptionKey {
  return { id: randomBytes(ID_BYTES).toString('hex'), key: new Secret(randomBytes(KEY_BYTES).toString('base64')) };
}

/** The path of a SQLite database's key ring, used when the operator configures none. */
export function keyFileOf(databasePath: string): string {
  return `${databasePath}.key`;
}

/** Reads a key file, newest key first; creates it if it is missing. @throws {@link FatalError} when it cannot be used */
export function openKeyFile(path: string): readonly EncryptionKey[] {
  return orRefuse(path, () => {
    try {
      return readKeyFile(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${randomBytes(ID_BYTES).toString('hex')}`;
    writeDurably(draft, [createKey()]);
    try {
      // Unlike a rename, a link never replaces a file that another process has created in the meantime.
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    syncFolderOf(path);
    return readKeyFile(path);
  });
}

/** @throws an error of the file system, or {@link FatalError} when the file holds no key ring */
export function readKeyFile(path: string): readonly EncryptionKey[] {
  const keys = parseKeyRing(readFileSync(path, 'utf8').trim());
  if (!keys) throw new FatalError(`The key file ${path} is damaged: restore it from a backup.`);
  return keys;
}

/**
 * Puts a new key in front of those in the file; the older ones stay, for what is sealed with them.
 *
 * @returns the new ring, once it is durable
 * @throws {@link FatalError} also while another process does the same: its draft file is the lock
 */
export function addKeyToFile(path: string): readonly EncryptionKey[] {
  openKeyFile(path);
  return orRefuse(path, () => {
    const draft = `${path}.new`;
    try {
      closeSync(openSync(draft, 'wx', OWNER_ONLY));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      throw new FatalError(
        `Another rotation is under way. If there is none, an earlier one broke off: delete ${draft}.`,
        {
          cause: error,
        },
      );
    }
    try {
      const keys = [createKey(), ...readKeyFile(path)];
      writeDurably(draft, keys);
      renameSync(draft, path);
      syncFolderOf(path);
      return keys;
    } catch (error) {
      unlinkSync(draft);
      throw error;
    }
  });
}

function writeDurably(path: string, keys: readonly EncryptionKey[]): void {
  const file = openSync(path, 'w', OWNER_ONLY);
  try {
    writeFileSync(file, `${keys.map(({ id, key }) => `${id}:${key.reveal()}`).join(',')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a new name in a folder durable. Windows cannot open folders, and its file system does this by itself. */
function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function orRefuse<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FatalError) throw error;
    throw new FatalError(
      `The key file ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
