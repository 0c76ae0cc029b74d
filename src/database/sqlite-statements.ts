import type SqliteDatabase from 'better-sqlite3';
import type { SqliteDatabase as KyselyDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';

import type { Store } from './store.ts';

const STATEMENTS_KEPT = 500;
/** A foreign key or a trigger that changes rows names their table nowhere: no table that is kept has one. */
const WRITES = /\b(?:into|update|delete from)\s+"?(\w+)/gi;

/**
 * The statements of a connection, kept by their text: preparing one takes longer than running it. Each says which tables
 * it writes to, and SQLite whether another connection has written to any.
 */
export function keepStatements(database: SqliteDatabase.Database): {
  kept: KyselyDatabase;
  stateOf: NonNullable<Store['stateOf']>;
} {
  const statements = new LRUCache({
    max: STATEMENTS_KEPT,
    memoMethod: (text: string) => ({
      statement: database.prepare(text),
      tables: [...text.matchAll(WRITES)].flatMap(([, table]) => table ?? []),
    }),
  });
  const version = database.prepare('pragma data_version').pluck();
  const writesTo = new Map<string, number>();

  function prepare(text: string): SqliteDatabase.Statement {
    const { statement, tables } = statements.memo(text);
    for (const table of tables) writesTo.set(table, (writesTo.get(table) ?? 0) + 1);
    return statement;
  }

  /** Those who ask within one step of the program are told the same. */
  let byOthers: string | undefined;
  function askSqlite(): string {
    queueMicrotask(() => (byOthers = undefined));
    return (byOthers = String(version.get()));
  }

  return {
    kept: { close: () => database.close(), prepare: (text) => prepare(text) },
    stateOf(table) {
      try {
        return `${byOthers ?? askSqlite()} ${writesTo.get(table) ?? 0}`;
      } catch {
        // Whoever reads then learns why.
        return undefined;
      }
    },
  };
}
