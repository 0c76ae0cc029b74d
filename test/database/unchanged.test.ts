import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import type { Store } from '../../src/database/store.ts';
import { whileUnchanged } from '../../src/database/unchanged.ts';
import { addGuilds, updateGuild } from '../../src/guilds/store/guilds.ts';
import { createSqlite, describeOnPostgres, openForTest } from '../database/databases.ts';

/** Reads the language of a guild, and counts how often. */
function reading(store: Store) {
  const counts = { reads: 0 };
  const localeOf = whileUnchanged(store, 'guilds', async (id) => {
    counts.reads += 1;
    const rows = store.read((db) => db.selectFrom('guilds').select('locale').where('id', '=', id).execute());
    return (await rows)[0]?.locale;
  });
  return { counts, localeOf };
}

const setLocale = (store: Store, locale: string) =>
  store.write(async (db) => {
    await addGuilds(db, store, ['guild']);
    await updateGuild(db, 'guild', { locale }).execute();
  });

describe('on SQLite, what was read', () => {
  it('is kept until this process or another one writes to its table', async () => {
    const database = createSqlite();
    const [store, another] = [await openForTest(database), await openForTest(database)];
    const { counts, localeOf } = reading(store);
    for (const [writer, locale] of [
      [store, 'de'],
      [another, 'fr'],
      [store, 'es-ES'],
    ] as const) {
      await setLocale(writer, locale);
      expect([await localeOf('guild'), await localeOf('guild')]).toEqual([locale, locale]);
    }
    expect(counts.reads).toBe(3);
  });

  it('is kept while another table is written to', async () => {
    const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
    const { counts, localeOf } = reading(store);
    await localeOf('guild');
    await store.write((db) => db.deleteFrom('posts').execute());
    await localeOf('guild');
    expect(counts.reads).toBe(1);
  });

  it('is old once a row was put in the place of another one', async () => {
    const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
    const { localeOf } = reading(store);
    await setLocale(store, 'de');
    expect(await localeOf('guild')).toBe('de');
    await store.write((db) =>
      sql`insert or replace into guilds (id, last_seen_at, locale) values ('guild', 0, 'fr')`.execute(db),
    );
    expect(await localeOf('guild')).toBe('fr');
  });

  it.each(['guilds', 'linked_entities', 'owed'])('of %s is changed by no foreign key and no trigger', async (table) => {
    const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
    const changing = sql`select 1 from pragma_foreign_key_list(${table})
      union all select 1 from sqlite_master where type = 'trigger'`;
    expect((await store.read((db) => changing.execute(db))).rows).toEqual([]);
  });

  it('is old once a transaction that was under way meanwhile has ended', async () => {
    const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
    const { localeOf } = reading(store);
    await setLocale(store, 'de');
    const writing = store.write(async (db) => {
      await updateGuild(db, 'guild', { locale: 'fr' }).execute();
      await updateGuild(db, 'guild', { locale: 'it' }).execute();
    });
    await localeOf('guild');
    await writing;
    expect(await localeOf('guild')).toBe('it');
  });

  it('is read by whoever then learns that the database is closed', async () => {
    const store = await openStore(createSqlite());
    const { localeOf } = reading(store);
    await localeOf('guild');
    await store.close();
    await expect(localeOf('guild')).rejects.toThrow('the database failed');
  });
});

describeOnPostgres('what was read', (open) => {
  it('is read each time', async () => {
    const { counts, localeOf } = reading(await open());
    await localeOf('guild');
    await localeOf('guild');
    expect(counts.reads).toBe(2);
  });
});
