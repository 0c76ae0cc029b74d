import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
const onWindows = process.platform === 'win32';

/** Makes the folder of a file. The recursion of `mkdirSync` never ends where it can make no folder, as in `/proc`. */
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

/** Takes all rights from everyone but the owner, except on Windows, which has no modes. @throws as `chmodSync` does */
export function makePrivate(path: string): void {
  if (!onWindows && (statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNER_ONLY);
}

/** Makes a file, or the names in a folder, durable. Windows cannot open folders, and makes names durable itself. */
export function makeDurable(path: string): void {
  const isFolder = statSync(path).isDirectory();
  if (isFolder && onWindows) return;
  const file = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The code of an error of the file system or of SQLite: `ENOENT`, `SQLITE_READONLY`. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code);
}

const NOT_LET = /^(?:EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/;

/**
 * Why files cannot be used, and what mends it: SQLite names no file, and Node not always the one at fault.
 *
 * @param paths - of all that are written where they exist, in the folder of the first
 */
export function explainFiles(error: unknown, paths: readonly string[]): string {
  const code = codeOf(error);
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)) return `its disk is full: make room there (${code})`;
  if (code === 'EISDIR') return 'it is a folder, as Docker makes one for a file that is missing';
  if (!NOT_LET.test(code)) return reasonOf(error);
  for (const path of [...paths.filter((one) => existsSync(one)), folderOf(paths[0] ?? '.')]) {
    const barred = barTo(path);
    if (barred === 'EROFS') return `${path} is mounted read-only: mount a volume there that can be written`;
    if (barred !== undefined)
      return `this user may not write ${path}: run "sudo chown ${process.getuid?.() ?? ''} ${path}" (${reasonOf(error)})`;
  }
  return reasonOf(error);
}

/** The folder in which a file is made, or the one in which that folder is made. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : folderOf(folder);
}

function barTo(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
