import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import { explainFiles, makeFolderOf } from '../../src/database/private-file.ts';
import type { Store } from '../../src/database/store.ts';
import { FatalError } from '../../src/work/errors.ts';
import { createSqlite, openForTest } from './databases.ts';

function modesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

const writeSomething = (store: Store) =>
  store.write((db) => db.insertInto('guilds').values({ id: '1', last_seen_at: 0 }).execute());

const PRIVATE = { 'bot.db': '600', 'bot.db-shm': '600', 'bot.db-wal': '600' };

test('a new database is for its owner alone, and so is what SQLite keeps beside it', async () => {
  const database = createSqlite();
  await writeSomething(await openForTest(database));
  expect(modesIn(dirname(database.path))).toEqual(PRIVATE);
});

test.each(['beside it', 'behind a link'])(
  'an older database is taken away from others, with what SQLite keeps %s',
  async (where) => {
    const database = createSqlite();
    const folder = where === 'beside it' ? dirname(database.path) : join(dirname(database.path), 'elsewhere');
    mkdirSync(folder, { recursive: true });
    if (where !== 'beside it') symlinkSync(join(folder, 'bot.db'), database.path);
    await writeSomething(await openForTest(database));
    for (const name of Object.keys(PRIVATE)) chmodSync(join(folder, name), 0o644);

    await openForTest(database);

    expect(modesIn(folder)).toEqual(PRIVATE);
  },
);

test('folders are made as deep as they are needed', () => {
  const { path } = createSqlite();
  const file = join(dirname(path), 'a', 'b', 'c', 'bot.db');
  makeFolderOf(file);
  makeFolderOf(file);
  expect(statSync(dirname(file)).isDirectory()).toBe(true);
});

test.skipIf(process.platform !== 'linux')(
  'a folder that nobody can make is refused, and not tried for ever',
  async () => {
    const opening = openStore({ kind: 'sqlite', path: '/proc/no-such-process/data/bot.db' });
    await expect(opening).rejects.toThrow(FatalError);
    await expect(opening).rejects.toThrow('The database /proc/no-such-process/data/bot.db cannot be opened: ');
  },
);

const withCode = (code: string) => Object.assign(new Error(`said ${code}`), { code });

test.each([
  ['ENOSPC', 'its disk is full: make room there (ENOSPC)'],
  ['SQLITE_FULL', 'its disk is full: make room there (SQLITE_FULL)'],
  ['EISDIR', 'it is a folder, as Docker makes one for a file that is missing'],
  ['SQLITE_CANTOPEN', 'said SQLITE_CANTOPEN'],
  ['SQLITE_CORRUPT', 'said SQLITE_CORRUPT'],
])('files that cannot be used for %s are told of in one sentence', (code, sentence) => {
  expect(explainFiles(withCode(code), [createSqlite().path])).toBe(sentence);
});

// Root may write everything.
test.skipIf(process.getuid?.() === 0).each([['bot.db'], ['bot.db-wal'], ['.']])(
  'the one that belongs to somebody else is blamed: %s',
  (name) => {
    const { path } = createSqlite();
    const files = [path, `${path}-wal`];
    for (const file of files) writeFileSync(file, '');
    const barred = name === '.' ? dirname(path) : join(dirname(path), name);
    chmodSync(barred, name === '.' ? 0o500 : 0);

    expect(explainFiles(withCode('EACCES'), files)).toMatch(`this user may not write ${barred}: run "sudo chown `);
    chmodSync(barred, 0o700);
  },
);
