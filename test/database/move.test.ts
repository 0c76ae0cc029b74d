import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openAlone } from '../../src/database/database.ts';
import { copyDatabase } from '../../src/database/move.ts';
import type { Store } from '../../src/database/store.ts';
import { FatalError, UnclearWriteError } from '../../src/work/errors.ts';
import { createSqlite, describeOnPostgres, openForTest } from './databases.ts';
import { addRows, rowsIn, setRows } from './rows.ts';

const GUILD = '100000000000000001';

/** A SQLite database with rows in every table. */
function createFilled() {
  const database = createSqlite();
  const versions = globSync('test/database/fixtures/*.sqlite.sql').toSorted();
  const file = new SqliteDatabase(database.path);
  file.transaction(() => file.exec(versions.map((one) => readFileSync(one, 'utf8')).join('\n')))();
  file.close();
  return database;
}

async function openFilled(): Promise<Store> {
  const store = await openAlone(createFilled());
  onTestFinished(() => store.close());
  await addPost(store, 'post');
  return store;
}

function addPost(store: Store, id: string) {
  const post = { id, kind: 'goal', guild_id: GUILD, channel: 'announcements', detail: '{}', created_at: 0 } as const;
  return store.write((db) => db.insertInto('posts').values(post).returning('number').executeTakeFirstOrThrow());
}

/** Every row of every table, in an order that does not depend on the database. */
async function contentsOf(store: Store): Promise<Record<string, string[]>> {
  const tables = await store.read((db) => db.introspection.getTables());
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (name.startsWith('sqlite_') || name.startsWith('kysely_')) continue;
    const { rows } = await store.read((db) => sql<object>`select * from ${sql.table(name)}`.execute(db));
    contents[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
  }
  return contents;
}

const addGuilds = (store: Store, count: number) =>
  addRows(store, 'guilds', ...Array.from({ length: count }, (_, id) => ({ id: String(id), last_seen_at: id })));

describeOnPostgres('a move', (open) => {
  test('brings every row of every table, and tells how many', async () => {
    const [source, target] = [await openFilled(), await open()];
    await addGuilds(source, 1_203);
    const count = await copyDatabase(source, target);
    const before = await contentsOf(source);
    const after = await contentsOf(target);

    expect(after).toEqual(before);
    expect(Object.entries(after).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(count).toBe(Object.values(after).flat().length);
  });

  test('gives no id again that was given out before it', async () => {
    const [source, target] = [await openFilled(), await open()];
    const add = (store: Store, entity_id: string) => {
      const link = { guild_id: GUILD, entity_id, label: 'Ent', is_default: 0, linked_at: 0 };
      return store.write((db) =>
        db.insertInto('linked_entities').values(link).returning('id').executeTakeFirstOrThrow(),
      );
    };
    const { id } = await add(source, 'ent_last');
    const { number } = await addPost(source, 'last');
    await source.write(async (db) => {
      await db.deleteFrom('linked_entities').where('id', '=', id).execute();
      await db.deleteFrom('posts').where('number', '=', number).execute();
    });
    await copyDatabase(source, target);

    expect(await add(target, 'ent_new')).toEqual({ id: id + 1 });
    expect(await addPost(target, 'new')).toEqual({ number: number + 1 });
  });

  test('to a database that is not empty is refused, and changes nothing', async () => {
    const [source, target] = [await openFilled(), await open()];
    await addGuilds(target, 1);
    const before = await contentsOf(target);

    await expect(copyDatabase(source, target)).rejects.toThrow(
      new FatalError('Nothing was moved: the new database is not empty, there is something in "guilds".'),
    );
    expect(await contentsOf(target)).toEqual(before);
  });

  test('of a row that arrives changed leaves nothing behind', async () => {
    const [source, target] = [await openFilled(), await open()];
    await target.write((db) =>
      sql`create function cut() returns trigger language plpgsql as
        $$ begin new.label = substr(new.label, 1, 2); return new; end $$`.execute(db),
    );
    await target.write((db) =>
      sql`create trigger cut before insert on linked_entities for each row execute function cut()`.execute(db),
    );

    await expect(copyDatabase(source, target)).rejects.toThrow(
      new FatalError('Nothing was moved: a row of "linked_entities" did not arrive as it was.'),
    );
    expect(await rowsIn(target, 'claims')).toEqual([]);
    await target.write((db) => sql`drop function cut cascade`.execute(db));
  });

  test('of a text that Postgres has no form for leaves nothing behind', async () => {
    const [source, target] = [await openFilled(), await open()];
    await setRows(source, 'saved_names', { playername: 'a\0b' });

    await expect(copyDatabase(source, target)).rejects.toThrow(/^Nothing was moved: invalid byte sequence/);
    expect(await rowsIn(target, 'claims')).toEqual([]);
  });
});

test('a move whose commit is not answered does not say that nothing was moved', async () => {
  const source = await openFilled();
  const silent = { write: () => Promise.reject(new UnclearWriteError('no answer')) } as unknown as Store;
  await expect(copyDatabase(source, silent)).rejects.toThrow(/^The new database did not say whether/);
});

test('a database that a bot has open is not opened alone, and one that is opened alone not by a bot', async () => {
  const database = createFilled();
  const bot = await openForTest(database);
  const inUse = new FatalError(`The database ${database.path} is in use by another process. Is the bot running?`);

  await expect(openAlone(database)).rejects.toThrow(inUse);
  await bot.close();
  const alone = await openAlone(database);
  await expect(openForTest(database)).rejects.toThrow(inUse);
  await alone.close();
  await openForTest(database);
});

test('a database that is not there is not made, but named with where its path comes from', async () => {
  const { path } = createSqlite();

  await expect(openAlone({ kind: 'sqlite', path: relative('.', path) })).rejects.toThrow(
    new FatalError(
      `There is no database ${path}, so nothing to copy. DATABASE_URL gives its path; unset, it is data/bot.db in this folder.`,
    ),
  );
});
