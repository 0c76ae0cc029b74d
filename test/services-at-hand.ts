import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** With `REQUIRE_SERVICES=1` a missing program fails the tests that need it; otherwise they are skipped. */
export const requireServices = process.env.REQUIRE_SERVICES === '1';

export const redisServerPath = findProgram('redis-server');

/** Debian keeps Postgres's server programs off the PATH, in a folder per version. */
const postgresFolders = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
/** `NO_POSTGRES=1` runs the tests as if it was not installed. */
export const initdbPath =
  process.env.NO_POSTGRES === '1' ? undefined : (findProgram('initdb') ?? executableIn(postgresFolders, 'initdb'));
export const postgresPath = findProgram('postgres') ?? executableIn(postgresFolders, 'postgres');

/** For `describe.skipIf`: whether a program is missing and the tests that need it may be skipped. */
export function maySkip(programPath: string | undefined): boolean {
  return programPath === undefined && !requireServices;
}

/** The first of these programs that is on the PATH. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.map((name) => executableIn(folders, name)).find((path) => path !== undefined);
}

/** What keeps archives from being made here, which is done on Linux: the first of these programs that is missing. */
export function absentFor(...programs: string[]): string | undefined {
  if (requireServices) return undefined;
  return process.platform === 'linux' ? programs.find((name) => findProgram(name) === undefined) : 'Linux';
}

function executableIn(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
