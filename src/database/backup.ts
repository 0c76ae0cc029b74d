import { unlinkSync, writeFileSync } from 'node:fs';

import SqliteDatabase from 'better-sqlite3';

import { FatalError } from '../work/errors.ts';
import { refuseMissing } from './database.ts';
import { codeOf, makeDurable, OWNER_ONLY, reasonOf } from './private-file.ts';

/**
 * Copies a SQLite database as it is at one moment, while others may use it, to a new file that only its owner can read.
 *
 * @throws {@link FatalError} when there is no database, the file exists already, or the copy cannot be made, in which
 *   case no file is left
 */
export function backUp(path: string, copy: string): void {
  refuseMissing(path);
  try {
    // SQLite fills an empty file. It would make a new one with all the rights that this process's mask leaves.
    writeFileSync(copy, '', { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    const reason = codeOf(error) === 'EEXIST' ? 'there is a file of this name' : reasonOf(error);
    throw new FatalError(`The backup ${copy} cannot be written: ${reason}`, { cause: error });
  }
  try {
    withDatabase(path, (database) => database.prepare('vacuum into ?').run(copy));
    withDatabase(copy, (database) => {
      const found = database.pragma('integrity_check', { simple: true });
      if (found !== 'ok') throw new Error(String(found));
    });
    makeDurable(copy);
  } catch (error) {
    unlinkSync(copy);
    throw new FatalError(`The database ${path} could not be copied: ${reasonOf(error)}`, { cause: error });
  }
}

function withDatabase(path: string, work: (database: SqliteDatabase.Database) => unknown): void {
  const database = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  try {
    work(database);
  } finally {
    database.close();
  }
}
