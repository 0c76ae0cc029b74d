import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { announce } from '../../../src/claims/store/announcements.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { takeAll, postsOn } from '../../guilds/store/take-all.ts';
import { GUILD, wantAnnouncements } from './ledger-scene.ts';

/** A claim that is announced. */
async function createScene(open: OpenTestStore) {
  const store = await open();
  await wantAnnouncements(store, GUILD);
  await store.write(async (db) => {
    const claim = {
      id: 'claim',
      reference: 'ABCD2345',
      guild_id: GUILD,
      playername: 'Steve',
      folded_name: 'steve',
      credential_id: 'c',
    };
    await db
      .insertInto('claims')
      .values({ ...claim, state: 'closed', verdict: 'granted', opened_at: 0, epoch: 1, lease_until: 0, retry_at: 0 })
      .execute();
    await announce(db, store, [{ id: 'claim', guildId: GUILD }], new Map());
  });
  const said = async () => (await takeAll(postsOn(store))).map(({ content }) => content);
  return { store, said };
}

describeOnEachDatabase('an announcement', (open) => {
  test('says who claimed, and as what', async () => {
    const { said } = await createScene(open);
    expect(await said()).toEqual([
      { playername: 'Steve', reference: 'ABCD2345', wasResolved: false, maybeTwo: false, goal: undefined },
    ]);
  });

  test.each([
    ['a moderator had marked its claim as resolved', sql`update claims set resolved_at = 1`, { wasResolved: true }],
    [
      'an answer of its claim was lost',
      sql`update claims set verdict_detail = ${JSON.stringify({ maybeTwo: true })}`,
      { maybeTwo: true },
    ],
  ])('says that %s', async (_what, change, says) => {
    const { store, said } = await createScene(open);
    await store.write((db) => change.execute(db));
    expect(await said()).toMatchObject([says]);
  });
});
