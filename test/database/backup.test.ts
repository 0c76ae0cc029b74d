import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { backUp } from '../../src/database/backup.ts';
import { FatalError } from '../../src/work/errors.ts';
import { createSqlite, openForTest } from './databases.ts';
import { addRows, rowsIn } from './rows.ts';

const GUILD = '100000000000000001';

async function createScene() {
  const database = createSqlite();
  const store = await openForTest(database);
  const addGuild = (id: string) => addRows(store, 'guilds', { id, last_seen_at: 0 });
  await addGuild(GUILD);
  return { path: database.path, copy: join(database.path, '../copy.db'), addGuild };
}

async function guildsIn(path: string): Promise<string[]> {
  return (await rowsIn(await openForTest({ kind: 'sqlite', path }), 'guilds')).map(({ id }) => id);
}

test('a copy has everything as it was, while the bot goes on writing, for its owner alone', async () => {
  const { path, copy, addGuild } = await createScene();
  backUp(path, copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  await addGuild('100000000000000002');

  expect(await guildsIn(copy)).toEqual([GUILD]);
  expect(await guildsIn(path)).toHaveLength(2);
});

test('a file that is there is left as it is', async () => {
  const { path, copy } = await createScene();
  writeFileSync(copy, 'something else');

  expect(() => {
    backUp(path, copy);
  }).toThrow(new FatalError(`The backup ${copy} cannot be written: there is a file of this name`));
  expect(statSync(copy).size).toBe('something else'.length);
});

test.each([
  ['is missing', undefined, /^There is no database .*\bDATABASE_URL\b/],
  ['is not one', 'no database, but a text that is long enough to be looked at', /could not be copied/],
])('nothing is left of a copy of a database that %s', (_, content, said) => {
  const { path } = createSqlite();
  const copy = `${path}.copy`;
  if (content !== undefined) writeFileSync(path, content);

  expect(() => {
    backUp(path, copy);
  }).toThrow(said);
  expect(existsSync(copy)).toBe(false);
});

test('a folder that is not there is named', async () => {
  const { path } = await createScene();

  expect(() => {
    backUp(path, '/nowhere/copy.db');
  }).toThrow(/^The backup \/nowhere\/copy\.db cannot be written: ENOENT/);
});
