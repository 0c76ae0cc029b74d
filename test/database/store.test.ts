import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import { type Queries, REPEATABLE, type Store, TransactionError } from '../../src/database/store.ts';
import { FatalError, StorageUnavailableError, UnclearWriteError } from '../../src/work/errors.ts';
import {
  createSqlite,
  describeOnEachDatabase,
  describeOnPostgres,
  openBehindLink,
  openForTest,
  postgresAt,
} from './databases.ts';
import { PostgresServer } from './postgres-server.ts';
import { rowsIn } from './rows.ts';
import { onClock } from './store-on-clock.ts';

class Undone extends TransactionError {
  override readonly name = 'Undone';
}

const insertGuild = (db: Queries, id: string, locale: string | null = null) =>
  db.insertInto('guilds').values({ id, locale, last_seen_at: 0 }).execute();

const addGuild = (store: Store, id: string, locale?: string) => store.write((db) => insertGuild(db, id, locale));

const guildsIn = async (store: Store) => (await rowsIn(store, 'guilds', 'id')).map(({ id }) => id);

describeOnEachDatabase('a write', (open, create) => {
  test('is there for every process once it resolves, and gives what its work gave', async () => {
    const database = await create();
    const store = await openForTest(database);
    const elsewhere = await openForTest(database);
    const given = await store.write(async (db) => {
      await insertGuild(db, 'a');
      return 'given';
    });
    expect(given).toBe('given');
    expect(await guildsIn(elsewhere)).toEqual(['a']);
  });

  test('that throws undoes itself alone, however many were asked for at once', async () => {
    const store = await open();
    const undone = new Undone('on purpose');
    const writes = [
      addGuild(store, 'a'),
      store.write(async (db) => {
        await insertGuild(db, 'b');
        throw undone;
      }),
      addGuild(store, 'c'),
    ];
    expect(await Promise.allSettled(writes)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: undone },
      { status: 'fulfilled' },
    ]);
    expect(await guildsIn(store)).toEqual(['a', 'c']);
  });

  test('that the database refuses fails alone, as unavailable', async () => {
    const store = await open();
    await addGuild(store, 'a');
    const writes = await Promise.allSettled([
      addGuild(store, 'b'),
      store.write((db) => sql`insert into nowhere values (1)`.execute(db)),
      addGuild(store, 'c'),
    ]);
    expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(writes[1]).toMatchObject({ reason: expect.any(StorageUnavailableError) as Error });
    expect(await guildsIn(store)).toEqual(['a', 'b', 'c']);
  });

  test('that undoes itself on purpose does not mean that the database takes none', async () => {
    const store = await open();
    await expect(store.write(() => Promise.reject(new Undone('on purpose')))).rejects.toThrow(Undone);
    expect(store.takesWrites()).toBe(true);
  });

  test('of another table than there is fails as unavailable, as a read does', async () => {
    const store = await open();
    await expect(store.read((db) => sql`select * from nowhere`.execute(db))).rejects.toThrow(StorageUnavailableError);
    await expect(store.write((db) => sql`delete from nowhere`.execute(db))).rejects.toThrow(StorageUnavailableError);
    expect(store.takesWrites()).toBe(false);
    await addGuild(store, 'a');
    expect(store.takesWrites()).toBe(true);
  });
});

describeOnEachDatabase('a read', (open) => {
  test('is one statement, of however many parts', async () => {
    const store = await open();
    await addGuild(store, 'a');
    const rows = await store.read((db) =>
      db
        .selectFrom('guilds')
        .selectAll()
        .where('id', 'in', db.selectFrom('guilds').select('id'))
        .where('id', 'not in', db.selectFrom('guilds').select('id').where('locale', 'is not', null))
        .execute(),
    );
    expect(rows).toHaveLength(1);
  });

  test('with a second statement fails, one after the other or both at once', async () => {
    const store = await open();
    const ids = (db: Queries) => db.selectFrom('guilds').select('id').execute();
    const cause = { message: 'a read is one statement: several that must agree are a snapshot' };
    await expect(store.read(async (db) => [await ids(db), await ids(db)])).rejects.toMatchObject({ cause });
    await expect(store.read((db) => Promise.all([ids(db), sql`select 1`.execute(db)]))).rejects.toMatchObject({
      cause,
    });
  });
});

describeOnEachDatabase('a snapshot', (open, create) => {
  const ids = (db: Queries) => db.selectFrom('guilds').select('id').orderBy('id').execute();

  test('sees one moment, though another process writes meanwhile', async () => {
    const database = await create();
    const store = await openForTest(database);
    const elsewhere = await openForTest(database);
    await addGuild(store, 'a');

    const seen = await store.snapshot(async (db) => {
      const before = await ids(db);
      await addGuild(elsewhere, 'b');
      return [before, await ids(db)];
    });

    expect(seen).toEqual([[{ id: 'a' }], [{ id: 'a' }]]);
    expect(await guildsIn(store)).toEqual(['a', 'b']);
  });

  test('cannot write', async () => {
    const store = await openForTest(await create());
    await expect(store.snapshot((db) => insertGuild(db, 'a'))).rejects.toThrow(StorageUnavailableError);
    expect(await guildsIn(store)).toEqual([]);
  });

  test('that fails is unavailable, and leaves nothing open', async () => {
    const store = await open();
    for (let time = 0; time < 30; time += 1) {
      await expect(store.snapshot((db) => sql`select * from nowhere`.execute(db))).rejects.toThrow(
        StorageUnavailableError,
      );
    }
    await addGuild(store, 'a');
    expect(await store.snapshot(ids)).toEqual([{ id: 'a' }]);
  });
});

describeOnPostgres('a write whose COMMIT is lost', () => {
  /** A store behind a link that loses the next COMMIT, and one beside it. */
  async function openLosing(loss: { isDone: boolean; isSilent: boolean }) {
    const scene = await openBehindLink();
    scene.link.loseCommit({ times: 1, ...loss });
    return scene;
  }

  test.each([
    { isDone: true, isSilent: true },
    { isDone: true, isSilent: false },
    { isDone: false, isSilent: false },
  ])('says that it is unclear what was done: $isDone, silent: $isSilent', async (loss) => {
    const { store, beside } = await openLosing(loss);
    await expect(addGuild(store, 'a')).rejects.toThrow(UnclearWriteError);
    expect(await guildsIn(beside)).toEqual(loss.isDone ? ['a'] : []);
  });

  test('is run again if it can be, and then says what it gave', async () => {
    const { store, beside } = await openLosing({ isDone: true, isSilent: false });
    const given = store.write(async (db) => {
      const { rows } = await sql`
        insert into "guilds" (id, last_seen_at) values ('a', 0) on conflict do nothing returning id`.execute(db);
      return rows.length;
    }, REPEATABLE);
    expect(await given).toBe(0);
    expect(await guildsIn(beside)).toEqual(['a']);
  });

  test('tells one that fails before its COMMIT from it: nothing was written', async () => {
    const { store, beside } = await openLosing({ isDone: true, isSilent: false });
    const failing = store.write((db) => sql`select * from nowhere`.execute(db));
    await expect(failing).rejects.not.toThrow(UnclearWriteError);
    expect(await guildsIn(beside)).toEqual([]);
  });
});

test.each([true, false])('a disk that fails at a COMMIT leaves it unclear what was done: %s', async (isDone) => {
  type Prepare = (this: SqliteDatabase.Database, text: string) => SqliteDatabase.Statement<[]>;
  const prepare = Reflect.get(SqliteDatabase.prototype, 'prepare') as Prepare;
  let fails = false;
  const failing = vi.spyOn(SqliteDatabase.prototype, 'prepare').mockImplementation(function (
    this: SqliteDatabase.Database,
    text: string,
  ) {
    const statement = prepare.call(this, text);
    const run = () => {
      const result = fails && !isDone ? undefined : statement.run();
      if (fails) throw new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
      return result;
    };
    return (text === 'commit' ? { reader: false, run } : statement) as SqliteDatabase.Statement;
  });
  onTestFinished(() => {
    failing.mockRestore();
  });
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  fails = true;
  await expect(addGuild(store, 'a')).rejects.toThrow(UnclearWriteError);
  expect(await guildsIn(store)).toEqual(isDone ? ['a'] : []);
});

describeOnEachDatabase('the clock', (open) => {
  test('of the database is in ms since the epoch', async () => {
    const store = await open();
    const { now } = await store.read((db) => db.selectNoFrom(store.now.as('now')).executeTakeFirstOrThrow());
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
    expect(Number.isInteger(now)).toBe(true);
  });

  test('is asked for what comes a while after now, or came before, in whole ms', async () => {
    const store = onClock(await open(), () => 1_000);
    const times = await store.read((db) =>
      db.selectNoFrom([store.before(250.4).as('before'), store.after(250.6).as('after')]).executeTakeFirstOrThrow(),
    );
    expect(times).toEqual({ before: 750, after: 1_251 });
  });
});

describe('on a SQLite file', () => {
  /** A store, and another connection to its file. */
  async function openFile() {
    const database = createSqlite();
    const store = await openForTest(database);
    const intruder = new SqliteDatabase(database.path);
    onTestFinished(() => {
      intruder.close();
    });
    return { store, intruder, path: database.path };
  }

  test('writes that are asked for at once share a commit', async () => {
    const { store, path } = await openFile();
    const before = commitsIn(path);
    await Promise.all(Array.from({ length: 200 }, (_, index) => addGuild(store, `guild ${index}`)));
    expect(commitsIn(path) - before).toBe(1);
    expect(await guildsIn(store)).toHaveLength(200);
  });

  test('a commit is synced, in a write-ahead log, with foreign keys', async () => {
    const { store } = await openFile();
    const pragma = async (name: string) => {
      const { rows } = await store.read((db) => sql.raw(`pragma ${name}`).execute(db));
      return Object.values(rows[0] as object)[0] as unknown;
    };
    const FULL = 2;
    const set = await Promise.all(['journal_mode', 'synchronous', 'foreign_keys'].map(pragma));
    expect(set).toEqual(['wal', FULL, 1]);
  });

  describe('that another program locks', () => {
    test('a write fails after about a second, and nothing else waits meanwhile', async () => {
      const { store, intruder } = await openFile();
      await addGuild(store, 'a');
      intruder.exec('begin immediate');
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 10);
      const startedAt = performance.now();
      let failed = false;
      const write = addGuild(store, 'b').finally(() => (failed = true));
      write.catch(() => undefined);
      for (let turn = 0; turn < 10; turn += 1) await nextTurn();

      expect(await guildsIn(store)).toEqual(['a']);
      expect(failed).toBe(false);
      await expect(write).rejects.toThrow(StorageUnavailableError);
      clearInterval(ticking);
      expect(performance.now() - startedAt).toBeGreaterThan(900);
      expect(performance.now() - startedAt).toBeLessThan(3_000);
      expect(ticks).toBeGreaterThan(20);
    });

    test('a write goes through when the lock goes in time', async () => {
      const { store, intruder } = await openFile();
      intruder.exec('begin immediate');
      const write = addGuild(store, 'a');
      expect(await guildsIn(store)).toEqual([]);
      intruder.exec('commit');
      await write;
      expect(await guildsIn(store)).toEqual(['a']);
    });
  });

  describe('that is full', () => {
    const FOUR_MEGABYTES = 'x'.repeat(4 * 2 ** 20);

    async function fill() {
      const { store } = await openFile();
      await addGuild(store, 'a');
      const limit = async (pages: number) => {
        await store.read((db) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db));
      };
      await limit(1);
      return { store, limit };
    }

    test('a write is there if and only if it resolved', async () => {
      const { store } = await fill();
      const writes = await Promise.allSettled([
        addGuild(store, 'b'),
        addGuild(store, 'c', FOUR_MEGABYTES),
        addGuild(store, 'd'),
      ]);
      expect(writes[1]).toMatchObject({ reason: expect.any(StorageUnavailableError) as Error });
      const resolved = ['b', 'c', 'd'].filter((_, index) => writes[index]?.status === 'fulfilled');
      expect(await guildsIn(store)).toEqual(['a', ...resolved]);
      expect(store.takesWrites()).toBe(false);
    });

    test('writes are taken again once there is room', async () => {
      const { store, limit } = await fill();
      await expect(addGuild(store, 'b', FOUR_MEGABYTES)).rejects.toThrow(StorageUnavailableError);
      await limit(1_000_000);
      await addGuild(store, 'c', FOUR_MEGABYTES);
      expect(store.takesWrites()).toBe(true);
      expect(await guildsIn(store)).toEqual(['a', 'c']);
    });
  });

  test('that is none is refused in one plain line', async () => {
    const database = createSqlite();
    writeFileSync(database.path, 'not a database at all'.repeat(100));
    const opening = openStore(database);
    await expect(opening).rejects.toThrow(FatalError);
    await expect(opening).rejects.toThrow(`The database ${database.path} cannot be opened: `);
  });
});

describeOnPostgres('a database', (open) => {
  test('whose server dies is unavailable until it is back', async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.stop());
    const store = await openForTest(postgresAt(await server.createDatabase()));
    await addGuild(store, 'a');

    await server.kill();
    await expect(addGuild(store, 'b')).rejects.toThrow(StorageUnavailableError);
    await expect(guildsIn(store)).rejects.toThrow(StorageUnavailableError);
    expect(store.takesWrites()).toBe(false);

    await server.revive();
    await addGuild(store, 'c');
    expect(store.takesWrites()).toBe(true);
    expect(await guildsIn(store)).toEqual(['a', 'c']);
  });

  test('ends a session that falls silent within a transaction', async () => {
    const store = await open();
    const { rows } = await store.read((db) => sql`show idle_in_transaction_session_timeout`.execute(db));
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
  });
});

/**
 * How many commits a write-ahead log holds: the frames whose header contains the database's size after a commit
 * (SQLite's documentation, "WAL file format").
 */
function commitsIn(path: string): number {
  const HEADER_BYTES = 32;
  const FRAME_HEADER_BYTES = 24;
  const log = readFileSync(`${path}-wal`);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  let commits = 0;
  for (let frame = HEADER_BYTES; frame + frameBytes <= log.length; frame += frameBytes) {
    if (log.readUInt32BE(frame + 4) > 0) commits += 1;
  }
  return commits;
}
