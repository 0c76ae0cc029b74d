import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { codeOf, explainFiles, makeDurable, makeFolderOf, makePrivate, OWNER_ONLY } from '../database/private-file.ts';
import { ENCRYPTION_KEY_BYTES, type EncryptionKey, parseKeyRing } from '../formats.ts';
import { Secret } from '../secret.ts';
import { FatalError } from '../work/errors.ts';
import { ownCommand } from '../work/own-command.ts';

const ID_BYTES = 4;

export function createKey(): EncryptionKey {
  return {
    id: randomBytes(ID_BYTES).toString('hex'),
    key: new Secret(randomBytes(ENCRYPTION_KEY_BYTES).toString('base64')),
  };
}

/**
 * Lets nobody but its owner read a key file. Makes a missing one, unless keys are in use.
 *
 * @throws {@link FatalError} when it cannot be used
 */
export function openKeyFile(path: string, isInUse: boolean): void {
  orRefuse(path, () => {
    if (!statSync(path, { throwIfNoEntry: false })) makeKeyFile(path, isInUse);
    makePrivate(path);
    readKeyFile(path);
  });
}

function makeKeyFile(path: string, isInUse: boolean): void {
  if (isInUse) {
    throw new FatalError(
      `The key file ${path} is missing, and the database holds secrets that are encrypted with it. Restore it from a backup. If it is lost, "${ownCommand('forget-secrets')}" forgets those secrets.`,
    );
  }
  makeFolderOf(path);
  const draft = `${path}.${randomBytes(ID_BYTES).toString('hex')}`;
  write(draft, [createKey()]);
  try {
    // Unlike a rename, a link never replaces a file that another process has made meanwhile.
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  makeDurable(dirname(path));
}

/** Newest key first. @throws an error of the file system, or {@link FatalError} when the file holds no key ring */
export function readKeyFile(path: string): readonly EncryptionKey[] {
  const keys = parseKeyRing(readFileSync(path, 'utf8').trim());
  if (!keys) throw new FatalError(`The key file ${path} is damaged: restore it from a backup.`);
  return keys;
}

/**
 * Puts a new key in front of those in the file at this path, or in the one that a link there points to.
 *
 * @throws {@link FatalError} also while another process does the same: its draft file is the lock
 */
export function addKeyToFile(path: string): void {
  orRefuse(path, () => {
    const target = realpathSync(path);
    const draft = `${target}.new`;
    try {
      writeFileSync(draft, '', { flag: 'wx', mode: OWNER_ONLY });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const mend = `If there is none, an earlier one broke off: delete ${draft}.`;
      throw new FatalError(`Another rotation is under way. ${mend}`, { cause: error });
    }
    try {
      write(draft, [createKey(), ...readKeyFile(path)]);
      renameSync(draft, target);
      makeDurable(dirname(target));
    } catch (error) {
      unlinkSync(draft);
      throw error;
    }
  });
}

function write(path: string, keys: readonly EncryptionKey[]): void {
  const text = `${keys.map(({ id, key }) => `${id}:${key.reveal()}`).join(',')}\n`;
  writeFileSync(path, text, { mode: OWNER_ONLY, flush: true });
}

function orRefuse(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof FatalError) throw error;
    throw new FatalError(`The key file ${path} cannot be used: ${explainFiles(error, [path])}`, { cause: error });
  }
}
