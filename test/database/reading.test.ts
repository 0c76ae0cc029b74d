import { statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openReading } from '../../src/database/reading.ts';
import { countTurns } from '../turns-passed.ts';
import { createSqlite, openForTest } from './databases.ts';
import { addRows } from './rows.ts';

async function openFile() {
  const { path } = createSqlite();
  return { path, store: await openForTest({ kind: 'sqlite', path }) };
}

const COUNT_TO_A_MILLION = sql<{ n: number }>`
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000000)
  select max(n) as n from numbers`;

test('while a snapshot of a file reads, the process goes on: it writes, and the snapshot does not see it', async () => {
  const { store } = await openFile();
  const turns = countTurns();
  onTestFinished(turns.stop);
  const seen = store.snapshot(async (db) => {
    await db.selectFrom('guilds').select('id').execute();
    const { rows } = await COUNT_TO_A_MILLION.execute(db);
    return { rows, guilds: await db.selectFrom('guilds').select('id').execute(), turn: turns.passed() };
  });
  await addRows(store, 'guilds', { id: 'a', last_seen_at: 0 });
  const writtenAt = turns.passed();
  const { rows, guilds, turn } = await seen;
  expect(rows).toEqual([{ n: 1_000_000 }]);
  expect(guilds.length).toBeLessThanOrEqual(1);
  expect(turn).toBeGreaterThan(writtenAt);
  expect(await store.snapshot((db) => db.selectFrom('guilds').select('id').execute())).toEqual([{ id: 'a' }]);
});

test('a thread that could not open the file has a successor', async () => {
  const { path } = createSqlite();
  const reading = openReading(path);
  onTestFinished(() => reading.destroy());
  const guilds = () => reading.selectFrom('guilds').selectAll().execute();
  await expect(Promise.all([guilds(), guilds()])).rejects.toThrow('unable to open database file');
  await openForTest({ kind: 'sqlite', path });
  expect(await guilds()).toEqual([]);
});

test('a deletion is erased from the log also while a snapshot is read', async () => {
  const { path, store } = await openFile();
  await addRows(store, 'guilds', { id: 'to be erased', last_seen_at: 0 });
  const read = store.snapshot(async (db) => {
    await db.selectFrom('guilds').select('id').execute();
    return COUNT_TO_A_MILLION.execute(db);
  });
  await store.write((db) => db.deleteFrom('guilds').execute());
  await store.eraseDeleted();
  await read;
  expect(statSync(`${path}-wal`).size).toBe(0);
});

test('what is asked of it when it closes fails', async () => {
  const { path } = await openFile();
  const reading = openReading(path);
  const asked = expect(COUNT_TO_A_MILLION.execute(reading)).rejects.toThrow('the reading thread has ended');
  await new Promise(setImmediate);
  await reading.destroy();
  await asked;
});

const MEGABYTE = 1024 * 1024;

test('the thread moves what is written from the log into the file', async () => {
  const { path, store } = await openFile();
  const before = statSync(path).size;
  for (let nth = 0; nth < 16; nth += 1) {
    await addRows(store, 'guilds', { id: `${nth} ${'x'.repeat(MEGABYTE)}`, last_seen_at: 0 });
  }
  while (statSync(path).size < before + MEGABYTE) await turn();
});

test('the log does not grow for as long as somebody writes', async () => {
  const { path, store } = await openFile();
  for (let nth = 0; nth < 300; nth += 1) {
    const locale = 'x'.repeat(MEGABYTE) + String(nth);
    await store.write(async (db) => {
      await db.deleteFrom('guilds').execute();
      await db.insertInto('guilds').values({ id: 'a', locale, last_seen_at: 0 }).execute();
    });
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(150 * MEGABYTE);
});
