import diagnostics from 'node:diagnostics_channel';

import SqliteDatabase, { type Statement } from 'better-sqlite3';

import { type LostCommit, LostCommits, writesIn } from '../database/lost-commits.ts';
import type { Patch } from './patches.ts';

const CHANNEL = 'fault proof: a statement of SQLite';
/** Of this variant of the bot, where several are loaded (`test/simulation/loader.ts`). */
const OWN_CHANNEL = `${CHANNEL}${import.meta.url.split('?')[1]}`;

/** Lets the proof have each statement of the connection that writes before it is run. */
export const LOSABLE: readonly Patch[] = [
  [
    'src/database/sqlite-statements.ts',
    'prepare: (text) => prepare(text)',
    `prepare: (text) => {
      const one = { text, statement: prepare(text) };
      process.getBuiltinModule('node:diagnostics_channel').channel('${CHANNEL}' + import.meta.url.split('?')[1]).publish(one);
      return one.statement;
    }`,
  ],
];

type OfSqlite = { text: string; statement: Pick<Statement, 'reader' | 'run'> };

/** @param saw - given each statement before it is run, and may replace it */
export function watchStatements(saw: (one: OfSqlite) => void): void {
  diagnostics.subscribe(OWN_CHANNEL, (one) => {
    saw(one as OfSqlite);
  });
}

/** Loses COMMITs of SQLite: its disk fails, before or after it has everything. @param onLost - told of each */
export function watchCommits(onLost: () => void): LostCommits<LostCommit> {
  const losses = new LostCommits<LostCommit>();
  const written = new Set<string>();
  watchStatements((one) => {
    const { text, statement } = one;
    if (text === 'begin immediate') written.clear();
    for (const write of writesIn(text)) written.add(write);
    const loss = text === 'commit' ? losses.strike(written) : undefined;
    if (!loss) return;
    one.statement = {
      reader: false,
      run() {
        if (loss.isDone) statement.run();
        onLost();
        throw new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
      },
    };
  });
  return losses;
}
