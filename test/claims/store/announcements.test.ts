import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createAnnouncements } from '../../../src/claims/store/announcements.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { onClock, type StoreOnClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import { postAll, takeAll } from './take-all.ts';

const GUILD = '100000000000000001';
const LEASE_MS = 30_000;

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  return { clock, store, announcements: createAnnouncements({ store, leaseMs: LEASE_MS }) };
}

async function addGuild(store: StoreOnClock, settings: { announcement_channel_id?: string; locale?: string } = {}) {
  await store.write((db) =>
    db
      .insertInto('guilds')
      .values({ id: GUILD, announcement_channel_id: 'channel', announcements_on: 1, last_seen_at: 0, ...settings })
      .execute(),
  );
}

async function addAnnouncement(store: StoreOnClock, claimId: string, createdAt = 0): Promise<void> {
  const names = { playername: 'Steve', folded_name: 'steve' };
  const claim = { id: claimId, reference: `reference of ${claimId}`, guild_id: GUILD, ...names };
  await store.write(async (db) => {
    await db
      .insertInto('claims')
      .values({ ...claim, credential_id: 'c', state: 'closed', opened_at: 0, epoch: 1, lease_until: 0, retry_at: 0 })
      .execute();
    await db
      .insertInto('announcements')
      .values({ claim_id: claimId, guild_id: GUILD, nonce: `nonce of ${claimId}`, created_at: createdAt })
      .execute();
  });
}

describeOnEachDatabase('an announcement', (open) => {
  test('says that a moderator had marked its claim as resolved', async () => {
    const { store, announcements } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'a');
    await store.write((db) => sql`update claims set resolved_at = 1`.execute(db));
    expect(await takeAll(announcements)).toMatchObject([{ id: 'a', wasResolved: true }]);
  });

  test('is due with everything that it says, and where', async () => {
    const { store, announcements } = await createScene(open);
    await addGuild(store, { locale: 'fr' });
    await addAnnouncement(store, 'a');
    expect(await takeAll(announcements)).toEqual([
      {
        kind: 'announcement',
        id: 'a',
        guildId: GUILD,
        channelId: 'channel',
        locale: 'fr',
        playername: 'Steve',
        reference: 'reference of a',
        wasResolved: false,
        maybeTwo: false,
        goal: undefined,
        nonce: 'nonce of a',
      },
    ]);
  });

  test('is in English where the guild chose no language', async () => {
    const { store, announcements } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'a');
    expect(await takeAll(announcements)).toMatchObject([{ locale: 'en-US' }]);
  });

  test('is taken by one process until its lease ends, and then again with the same nonce', async () => {
    const { store, announcements, clock } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'a');
    expect(await takeAll(announcements)).toMatchObject([{ nonce: 'nonce of a' }]);
    await clock.advance(LEASE_MS - 1);
    expect(await takeAll(announcements)).toEqual([]);
    await clock.advance(1);
    expect(await takeAll(announcements)).toMatchObject([{ nonce: 'nonce of a' }]);
  });

  test('is taken once, however many processes take it at the same time', async () => {
    const { store, announcements } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'a');
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeAll(announcements)));
    expect(taken.flat()).toHaveLength(1);
  });

  test.each(['markPosted', 'giveUp'] as const)('is due no more after %s', async (end) => {
    const { store, announcements, clock } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'a');
    for (const announcement of await takeAll(announcements)) await announcements[end](announcement);
    await clock.advance(LEASE_MS);
    expect(await takeAll(announcements)).toEqual([]);
  });

  test('is not due where there is no channel for it', async () => {
    const { store, announcements } = await createScene(open);
    await store.write((db) =>
      db.insertInto('guilds').values({ id: GUILD, announcements_on: 1, last_seen_at: 0 }).execute(),
    );
    await addAnnouncement(store, 'a');
    expect(await takeAll(announcements)).toEqual([]);
  });

  test('is due after those that are older', async () => {
    const { store, announcements } = await createScene(open);
    await addGuild(store);
    for (const at of [3, 1, 2]) await addAnnouncement(store, `${at}`, at);
    expect((await postAll(announcements)).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('that was tried and not posted is tried again before those that are newer', async () => {
    const { store, announcements, clock } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'stuck', 1);
    await takeAll(announcements);
    await addAnnouncement(store, 'new', 2);
    expect(await postAll(announcements)).toEqual([]);
    await clock.advance(LEASE_MS);
    expect((await postAll(announcements)).map(({ id }) => id)).toEqual(['stuck', 'new']);
  });

  test('goes with its claim', async () => {
    const { store, announcements } = await createScene(open);
    await addGuild(store);
    await addAnnouncement(store, 'a');
    await store.write((db) => db.deleteFrom('claims').execute());
    expect(await takeAll(announcements)).toEqual([]);
  });
});
