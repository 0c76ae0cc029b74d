import { expect, test } from 'vitest';

import { createAnnouncements } from '../../src/storage/announcements.ts';
import type { Store } from '../../src/storage/store.ts';
import { describeOnEachDatabase } from './databases.ts';

const GUILD = '100000000000000001';
const FIFTY = 50;

async function addGuild(store: Store, settings: { announcement_channel_id?: string; locale?: string } = {}) {
  await store.write((db) =>
    db
      .insertInto('guilds')
      .values({ id: GUILD, announcement_channel_id: 'channel', announcements_on: 1, last_seen_at: 0, ...settings })
      .execute(),
  );
}

async function addAnnouncement(store: Store, claimId: string, createdAt = 0): Promise<void> {
  const claim = { id: claimId, reference: `reference of ${claimId}`, guild_id: GUILD, playername: 'Steve' };
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
  test('is due with everything that it says, and where', async () => {
    const store = await open();
    await addGuild(store, { locale: 'fr' });
    await addAnnouncement(store, 'a');
    expect(await createAnnouncements(store).due()).toEqual([
      {
        claimId: 'a',
        guildId: GUILD,
        channelId: 'channel',
        locale: 'fr',
        playername: 'Steve',
        reference: 'reference of a',
        nonce: 'nonce of a',
      },
    ]);
  });

  test('is in English where the guild chose no language', async () => {
    const store = await open();
    await addGuild(store);
    await addAnnouncement(store, 'a');
    expect(await createAnnouncements(store).due()).toMatchObject([{ locale: 'en-US' }]);
  });

  test('is due no more once it is posted', async () => {
    const store = await open();
    await addGuild(store);
    await addAnnouncement(store, 'a', 1);
    await addAnnouncement(store, 'b', 2);
    const announcements = createAnnouncements(store);
    await announcements.markPosted('a');
    expect(await announcements.due()).toMatchObject([{ claimId: 'b' }]);
  });

  test('is not due where there is no channel for it', async () => {
    const store = await open();
    await store.write((db) =>
      db.insertInto('guilds').values({ id: GUILD, announcements_on: 1, last_seen_at: 0 }).execute(),
    );
    await addAnnouncement(store, 'a');
    expect(await createAnnouncements(store).due()).toEqual([]);
  });

  test('is due after those that are older, some at a time', async () => {
    const store = await open();
    await addGuild(store);
    const newestFirst = Array.from({ length: FIFTY + 1 }, (_, index) => FIFTY - index);
    for (const at of newestFirst) await addAnnouncement(store, `${at}`, at);
    const due = await createAnnouncements(store).due();
    expect(due.map(({ claimId }) => Number(claimId))).toEqual(newestFirst.toReversed().slice(0, FIFTY));
  });

  test('goes with its claim', async () => {
    const store = await open();
    await addGuild(store);
    await addAnnouncement(store, 'a');
    await store.write((db) => db.deleteFrom('claims').execute());
    expect(await createAnnouncements(store).due()).toEqual([]);
  });
});
