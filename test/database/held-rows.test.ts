import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { takeHeld } from '../../src/database/held-rows.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase, describeOnPostgres, type OpenTestStore } from './databases.ts';
import { addRows } from './rows.ts';
import { onClock, openOnClock } from './store-on-clock.ts';

const LEASE_MS = 1_000;

/** Rows of one guild and one of another, in the order in which they were begun. */
async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  const post = { channel_id: 'channel', is_wanted: 1, held_until: 0 };
  await addRows(
    store,
    'panel_posts',
    { ...post, nonce: 'c', guild_id: 'guild', begun_at: 1 },
    { ...post, nonce: 'b', guild_id: 'guild', begun_at: 2 },
    { ...post, nonce: 'a', guild_id: 'guild', begun_at: 3 },
    { ...post, nonce: 'x', guild_id: 'other', begun_at: 0 },
  );
  const wanted = { where: sql<boolean>`guild_id = 'guild'`, orderBy: sql`begun_at`, leaseMs: LEASE_MS };
  const take = (limit: number) =>
    store.write(async (db) => {
      const rows = await takeHeld(db, store, 'panel_posts', { ...wanted, limit });
      return rows.map(({ nonce }) => nonce).toSorted();
    });
  return { clock, store, wanted, take };
}

describeOnEachDatabase('rows', (open) => {
  test('are taken in their order, as many as are wanted, until none is left', async () => {
    const { take } = await createScene(open);
    expect([await take(2), await take(2), await take(2)]).toEqual([['b', 'c'], ['a'], []]);
  });

  test('are each taken by one of those who try at once', async () => {
    const { take } = await createScene(open);
    const taken = await Promise.all([1, 1, 1, 1].map(take));
    expect(taken.flat().toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('can be taken again once the lease has ended', async () => {
    const { clock, take } = await createScene(open);
    await take(1);
    await clock.advance(LEASE_MS - 1);
    expect(await take(3)).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(await take(3)).toEqual(['c']);
  });

  test('come as they are, held, with the moment at which they were taken', async () => {
    const { clock, store, wanted } = await createScene(open);
    const [row] = await store.write((db) => takeHeld(db, store, 'panel_posts', { ...wanted, limit: 1 }));
    const now = clock.now();
    expect(row).toMatchObject({ nonce: 'c', begun_at: 1, tries: 0, held_until: now + LEASE_MS, taken_at: now });
  });
});

describeOnPostgres('a row that another transaction is just taking', (open) => {
  test('is skipped, not waited for', async () => {
    const { store, wanted, take } = await createScene(open);
    await store.write(async (db) => {
      const [mine] = await takeHeld(db, store, 'panel_posts', { ...wanted, limit: 1 });
      expect([mine?.nonce, await take(3)]).toEqual(['c', ['a', 'b']]);
    });
  });
});

describeOnPostgres('rows, in whatever way Postgres looks for them,', (open) => {
  test('are no more than are wanted', async () => {
    const store = onClock(await open(), createManualClock().now);
    const reminder = { guild_id: 'guild', state: 'on', changed_at: 0, locale: 'fr', due_at: 1 } as const;
    const wanted = { where: sql<boolean>`due_at <= 1 and guild_id = 'guild'`, orderBy: sql`due_at`, leaseMs: LEASE_MS };
    const taken = await store.write(async (db) => {
      const rows = Array.from({ length: 300 }, (_, index) => ({ ...reminder, user_id: `person ${index}` }));
      await db.insertInto('reminders').values(rows).execute();
      // Each row is compared with those that are wanted, as in a small table of which Postgres knows nothing yet.
      for (const way of ['hashagg', 'hashjoin', 'material', 'mergejoin', 'sort'])
        await sql.raw(`set local enable_${way} = off`).execute(db);
      return takeHeld(db, store, 'reminders', { ...wanted, limit: 1 });
    });
    expect(taken).toHaveLength(1);
  });
});
