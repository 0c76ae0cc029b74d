import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
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

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
