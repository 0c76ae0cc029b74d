import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { announce, type Announcement } from '../../../src/claims/store/announcements.ts';
import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import { createDeliveries } from '../../../src/rewards/store/deliveries.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { postAll, takeAll, postsOn } from '../../guilds/store/take-all.ts';
import { addHook } from '../../rewards/store/hook-scene.ts';
import { admit, GRANTED, GUILD, ledgerOn, sealer, wantAnnouncements } from './ledger-scene.ts';

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
      {
        playername: 'Steve',
        reference: 'ABCD2345',
        wasResolved: false,
        maybeTwo: false,
        unlikely: false,
        reward: 'none',
        hasModerators: false,
        goal: undefined,
      },
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

const ACCEPTED = { kind: 'answered', status: 204 } as const;
const PLACES = ['https://one.example/votes', 'https://two.example/votes'];

/** A claim whose reward is on its way to places that can accept it. */
async function createRewarded(open: OpenTestStore, { isWanted = true, places = [...PLACES] } = {}) {
  const store = await open();
  await wantAnnouncements(store, GUILD);
  const guilds = createGuilds({ store, sealer });
  const want = (saysArrival: boolean) =>
    guilds.changePosts(GUILD, 'announcements', (before) => ({ ...before, saysArrival }));
  await want(isWanted);
  const hooks: string[] = [];
  for (const place of places) hooks.push(await addHook(store, GUILD, place));
  const ledger = ledgerOn(store);
  const { claim } = await admit(ledger);
  await ledger.settle(claim, await ledger.startAttempt(claim), GRANTED);
  const deliveries = createDeliveries({ store, sealer });
  const record = async (place: number) => {
    const delivery = await deliveries.next(hooks[place] ?? '');
    if (!delivery) throw new Error('nothing is due there');
    return deliveries.record(delivery, ACCEPTED, { kind: 'delivered' });
  };
  const posts = postsOn(store);
  /** What is posted, and whether as a change of the message that is there. */
  const posted = async () =>
    (await postAll(posts)).map(({ messageId, content }) => [messageId, (content as Announcement).reward]);
  return { posts, want, record, posted };
}

const THANKS = [undefined, 'on-its-way'];
const CHANGED = ['message', 'arrived'];

describeOnEachDatabase('an announcement of a reward', (open) => {
  test('is changed once every place has accepted it', async () => {
    const { record, posted } = await createRewarded(open);
    expect(await posted()).toEqual([THANKS]);
    await record(1);
    expect(await posted()).toEqual([]);
    await record(0);
    expect(await posted()).toEqual([CHANGED]);
    expect(await posted()).toEqual([]);
  });

  test('is changed once, of places that accept it at the same time', async () => {
    const { record, posted } = await createRewarded(open);
    await posted();
    await Promise.all([record(0), record(1)]);
    expect(await posted()).toEqual([CHANGED]);
    expect(await posted()).toEqual([]);
  });

  test('is changed when that came while it was being posted', async () => {
    const { posts, record, posted } = await createRewarded(open, { places: PLACES.slice(1) });
    const post = await posts.take(GUILD);
    await record(0);
    expect(await posts.dueGuilds()).toEqual([]);
    if (post) await posts.finish(post, 'message');
    expect(await posted()).toEqual([CHANGED]);
  });

  test('is left as it is where the guild does not want that', async () => {
    const { want, record, posted } = await createRewarded(open, { isWanted: false });
    await posted();
    await Promise.all([record(0), record(1)]);
    await want(true);
    expect(await posted()).toEqual([]);
  });
});
