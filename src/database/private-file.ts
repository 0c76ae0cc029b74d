import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Makes the folder that a file is in. Not by the recursion of `mkdirSync`, which never ends where nothing can be made
 * in a folder that is there, as in `/proc`.
 */
export function makeFolderOf(path: string): void {
  const folder = dirname(path);
  if (folder === path || existsSync(folder)) return;
  makeFolderOf(folder);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Creates a file, empty and for its owner alone, unless there is one. */
export function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY));
}

/**
 * Takes a file away from everyone but its owner. Windows has no such modes.
 *
 * @throws an error of the file system, for example when the file is missing or somebody else's
 */
export function makePrivate(path: string): void {
  if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY);
}

/** The code of an error of the file system or of SQLite: `ENOENT`, `SQLITE_READONLY`. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code);
}
