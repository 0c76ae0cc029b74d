import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { type EncryptionKey, parseKeyRing } from '../config-formats.ts';
import { codeOf, makeFolderOf, makePrivate, OWNER_ONLY } from '../database/private-file.ts';
import { FatalError } from '../errors.ts';
import { Secret } from '../secret.ts';

const KEY_BYTES = 32;
const ID_BYTES = 4;

/** A new random key with a random id. */
export function createKey(): EncryptionKey {
  return { id: randomBytes(ID_BYTES).toString('hex'), key: new Secret(randomBytes(KEY_BYTES).toString('base64')) };
}

/** The path of a SQLite database's key ring, used when the operator configures none. */
export function keyFileOf(databasePath: string): string {
  return `${databasePath}.key`;
}

/**
 * Reads a key file, newest key first, and sees to it that only its owner can.
 *
 * @param isInUse - something is encrypted with its keys: a file that is missing is then lost. Otherwise it is made.
 * @throws {@link FatalError} when it cannot be used
 */
export function openKeyFile(path: string, isInUse: boolean): readonly EncryptionKey[] {
  return orRefuse(path, () => {
    try {
      makePrivate(path);
      return readKeyFile(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    if (isInUse) {
      throw new FatalError(
        `The key file ${path} is missing, and the database holds secrets that are encrypted with it. Restore it from a backup. If it is lost, "npm run forget-secrets" forgets those secrets.`,
      );
    }
    makeFolderOf(path);
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
 * Puts a new key in front of those in the file, or in the one that a link at its path points to; the older ones stay,
 * for what is sealed with them.
 *
 * @param isInUse - as for {@link openKeyFile}
 * @returns the new ring, once it is durable
 * @throws {@link FatalError} also while another process does the same: its draft file is the lock
 */
export function addKeyToFile(path: string, isInUse: boolean): readonly EncryptionKey[] {
  openKeyFile(path, isInUse);
  return orRefuse(path, () => {
    const target = realpathSync(path);
    const draft = `${target}.new`;
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
      renameSync(draft, target);
      syncFolderOf(target);
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
