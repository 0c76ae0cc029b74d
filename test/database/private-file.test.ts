import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import { makeFolderOf } from '../../src/database/private-file.ts';
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

test('an older database is taken away from others, with what SQLite keeps beside it', async () => {
  const database = createSqlite();
  await writeSomething(await openForTest(database));
  for (const name of Object.keys(PRIVATE)) chmodSync(join(dirname(database.path), name), 0o644);

  await openForTest(database);

  expect(modesIn(dirname(database.path))).toEqual(PRIVATE);
});

test('a database behind a link is made private where it is', async () => {
  const database = createSqlite();
  const folder = join(dirname(database.path), 'elsewhere');
  mkdirSync(folder);
  symlinkSync(join(folder, 'bot.db'), database.path);
  await writeSomething(await openForTest(database));
  for (const name of Object.keys(PRIVATE)) chmodSync(join(folder, name), 0o644);

  await openForTest(database);

  expect(modesIn(folder)).toEqual(PRIVATE);
});

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
