import { parentPort, workerData } from 'node:worker_threads';

import SqliteDatabase from 'better-sqlite3';

/** The thread of `reading.ts`: runs one statement after another. */
export type Statement = { number: number; sql: string; parameters: readonly unknown[] };
export type StatementResult = { number: number } & ({ rows: unknown[] } | { error: unknown });

const { path } = workerData as { path: string };
const database = new SqliteDatabase(path, { fileMustExist: true });
// Nothing but a checkpoint writes here.
database.pragma('query_only = ON');

parentPort?.on('message', (asked: Statement) => parentPort?.postMessage(answer(asked)));

function answer({ number, sql, parameters }: Statement): StatementResult {
  try {
    const statement = database.prepare(sql);
    if (statement.reader) return { number, rows: statement.all(...parameters) };
    statement.run(...parameters);
    return { number, rows: [] };
  } catch (error) {
    return { number, error };
  }
}
