import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { queryTogether } from '../../src/database/postgres-together.ts';
import { type ParametersOf, unawaited } from '../../src/database/prepared.ts';
import { StorageUnavailableError, UnclearWriteError } from '../../src/work/errors.ts';
import { describeOnPostgres, openBehindLink } from './databases.ts';
import { rowsIn } from './rows.ts';
import { createSharedDatabase } from '../shared.ts';

/** A null says that there is no guild, which the table refuses. */
const addGuild = unawaited((db, { now }, { id }: ParametersOf<{ id: string | null }>) =>
  db.insertInto('guilds').values({ id: id as never, last_seen_at: now }),
);

async function createScene() {
  const { store, link, beside } = await openBehindLink();
  return { store, link, guilds: async () => (await rowsIn(beside, 'guilds', 'id')).map(({ id }) => id) };
}

describeOnPostgres('statements that nobody waits for', (open) => {
  test('are sent with the next one, and see each other', async () => {
    const store = await open();
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => {
      sent.mockRestore();
    });
    const seen = await store.write(async (db) => {
      await addGuild(db, store, { id: 'a' });
      await addGuild(db, store, { id: 'b' });
      return db.selectFrom('guilds').select('id').orderBy('id').execute();
    });
    expect(seen).toEqual([{ id: 'a' }, { id: 'b' }]);
    // With what begins the transaction; and COMMIT.
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('undo the write if they fail, at the next one or at its COMMIT, which is not unclear', async () => {
    const { store, guilds } = await createScene();
    const fails = { cause: { code: '23502' } };
    let runs = 0;
    const first = store.write(async (db) => {
      runs += 1;
      await addGuild(db, store, { id: 'a' });
      await addGuild(db, store, { id: null });
      await sql`insert into guilds (id, last_seen_at) values ('b', 0)`.execute(db);
    });
    await expect(first).rejects.toMatchObject(fails);
    const last = store.write(async (db) => {
      runs += 1;
      await sql`insert into guilds (id, last_seen_at) values ('c', 0)`.execute(db);
      await addGuild(db, store, { id: null });
    });
    await expect(last).rejects.toMatchObject(fails);
    await expect(last).rejects.not.toThrow(UnclearWriteError);

    await store.write((db) => addGuild(db, store, { id: 'd' }));
    expect([runs, await guilds()]).toEqual([2, ['d']]);
  });

  test.each(['at the next one', 'at its COMMIT'])(
    'have the write run again if they conflict with another one, %s',
    async (when) => {
      const { store, guilds } = await createScene();
      let runs = 0;
      await store.write((db) => addGuild(db, store, { id: 'a' }));
      await store.write(async (db) => {
        runs += 1;
        await addGuild(db, store, { id: runs < 3 ? 'a' : 'b' });
        if (when === 'at the next one') await sql`select 1`.execute(db);
      });
      expect([runs, await guilds()]).toEqual([3, ['a', 'b']]);
    },
  );

  test('are not sent if the write undoes itself', async () => {
    const { store, guilds } = await createScene();
    const undone = store.write(async (db) => {
      await addGuild(db, store, { id: null });
      throw new Error('on purpose');
    });
    await expect(undone).rejects.toMatchObject({ cause: { message: 'on purpose' } });
    expect(await guilds()).toEqual([]);
  });

  test.each([true, false])(
    'leave it unclear what was done if they are lost with its COMMIT: done: %s',
    async (isDone) => {
      const { store, link, guilds } = await createScene();
      link.loseCommit({ of: 'insert into guilds', times: 1, isDone, isSilent: false });
      await expect(store.write((db) => addGuild(db, store, { id: 'a' }))).rejects.toThrow(UnclearWriteError);
      expect(await guilds()).toEqual(isDone ? ['a'] : []);
    },
  );

  test('leave it clear that nothing was done if they are lost before', async () => {
    const { store, link, guilds } = await createScene();
    const lost = store.write(async (db) => {
      await addGuild(db, store, { id: 'a' });
      link.forget();
      await sql`select 1`.execute(db);
    });
    await expect(lost).rejects.toThrow(StorageUnavailableError);
    await expect(lost).rejects.not.toThrow(UnclearWriteError);
    expect(await guilds()).toEqual([]);
  });
});

describeOnPostgres('what is sent together', () => {
  async function connect() {
    const pool = new pg.Pool({ connectionString: await createSharedDatabase() });
    onTestFinished(() => pool.end());
    const client = await pool.connect();
    onTestFinished(() => {
      client.release();
    });
    await client.query('create table things (id integer primary key)');
    const things = async () => (await client.query<{ id: number }>('select id from things')).rows.map(({ id }) => id);
    return { client, things };
  }
  const insert = (...values: unknown[]) => ({ text: 'insert into things values ($1)', values });
  const plain = (text: string) => ({ text, values: [] });

  test('does not run outside of a transaction that does not begin', async () => {
    const { client, things } = await connect();
    const sent = queryTogether(client, [plain('start transaction isolation level none')], insert(1));
    await expect(sent).rejects.toMatchObject({ code: '42601' });
    expect(await things()).toEqual([]);
  });

  test('is not committed without a part of it that fails', async () => {
    const { client, things } = await connect();
    const sent = queryTogether(client, [plain('begin'), insert(1), insert(1)], plain('commit'));
    await expect(sent).rejects.toMatchObject({ code: '23505' });
    expect((await client.query('commit')).command).toBe('ROLLBACK');
    expect(await things()).toEqual([]);
  });

  test('gives the result of the last one, and commits', async () => {
    const { client, things } = await connect();
    const select = plain('select id from things');
    expect((await queryTogether(client, [plain('begin'), insert(1)], select)).rows).toEqual([{ id: 1 }]);
    expect((await queryTogether(client, [insert(2)], plain('commit'))).command).toBe('COMMIT');
    expect(await things()).toEqual([1, 2]);
  });
});
