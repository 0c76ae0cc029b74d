import { expect, test } from 'vitest';

import { Secret } from '../../src/secret.ts';
import { createSettings, type Settings } from '../../src/services/settings.ts';
import { createKey } from '../../src/storage/key-file.ts';
import { createSealer, UnsealError } from '../../src/storage/sealer.ts';
import type { Store } from '../../src/storage/store.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../storage/databases.ts';

const HOME = '100000000000000001';
const GUILD = '100000000000000002';
const OPERATORS = new Secret('the token of the operator');

async function createScene(
  open: OpenTestStore,
  options: { homeGuildId?: string | undefined; accessToken?: Secret | undefined } = {},
): Promise<{ store: Store; settings: Settings }> {
  const store = await open();
  const settings = createSettings({
    store,
    sealer: createSealer([createKey()]),
    homeGuildId: HOME,
    accessToken: OPERATORS,
    voteUrl: 'https://vote.example/',
    manageUrl: undefined,
    ...options,
  });
  return { store, settings };
}

describeOnEachDatabase('the token that claims votes', (open) => {
  test("is the guild's own, else the operator's in home guilds alone", async () => {
    const { settings } = await createScene(open);
    const tokenOf = async (guildId: string) => (await settings.claimCredential(guildId))?.reveal();
    expect([await tokenOf(HOME), await tokenOf(GUILD)]).toEqual([OPERATORS.reveal(), undefined]);

    expect(await settings.setToken(HOME, 'own-token-of-home')).toBe(true);
    expect(await settings.setToken(GUILD, ' own-token-of-guild\n')).toBe(true);
    expect([await tokenOf(HOME), await tokenOf(GUILD)]).toEqual(['own-token-of-home', 'own-token-of-guild']);

    await settings.clearToken(HOME);
    await settings.clearToken(GUILD);
    expect([await tokenOf(HOME), await tokenOf(GUILD)]).toEqual([OPERATORS.reveal(), undefined]);
  });

  test("of the operator serves every guild of a private bot, and none where there isn't one", async () => {
    const everywhere = await createScene(open, { homeGuildId: undefined });
    expect((await everywhere.settings.claimCredential(GUILD))?.reveal()).toBe(OPERATORS.reveal());
    const nowhere = await createScene(open, { accessToken: undefined });
    expect(await nowhere.settings.claimCredential(HOME)).toBeUndefined();
    expect((await nowhere.settings.show(HOME)).token).toEqual({ kind: 'none' });
  });

  test('is kept only in the form of a token', async () => {
    const { settings } = await createScene(open);
    for (const text of [
      'short12',
      'x'.repeat(513),
      'with a space',
      'with\ttab in it',
      'ümlauts-here',
      '        ',
      'a\u200bbcdefgh',
    ]) {
      expect(await settings.setToken(GUILD, text), JSON.stringify(text)).toBe(false);
    }
    expect(await settings.claimCredential(GUILD)).toBeUndefined();
    for (const text of ['12345678', 'x'.repeat(512), '~!@#$%^&*()`{}"']) {
      expect(await settings.setToken(GUILD, text)).toBe(true);
      expect((await settings.claimCredential(GUILD))?.reveal()).toBe(text);
      expect((await settings.show(GUILD)).token).toEqual({ kind: 'own', ending: text.slice(-4) });
    }
  });

  test('stands nowhere in the database, and is of no use to another guild', async () => {
    const { settings, store } = await createScene(open);
    await settings.setToken(GUILD, 'canary-own-token');
    const [row] = await store.read((db) => db.selectFrom('guilds').selectAll().execute());
    expect(JSON.stringify(row)).not.toContain('canary');

    const stolen = { sealed_token: row?.sealed_token ?? '', last_seen_at: 0 };
    await store.write((db) =>
      db
        .insertInto('guilds')
        .values({ id: HOME, ...stolen })
        .execute(),
    );
    await expect(settings.claimCredential(HOME)).rejects.toThrow(UnsealError);
  });
});

describeOnEachDatabase('the vote link', (open) => {
  test("of the guild wins over the operator's, until it is removed", async () => {
    const { settings } = await createScene(open);
    expect(await settings.voteUrl(GUILD)).toBe('https://vote.example/');
    expect(await settings.setVoteUrl(GUILD, ' https://own.example/vote me?a=1 ')).toBe(true);
    expect(await settings.voteUrl(GUILD)).toBe('https://own.example/vote%20me?a=1');
    expect(await settings.voteUrl(HOME)).toBe('https://vote.example/');
    expect(await settings.setVoteUrl(GUILD, undefined)).toBe(true);
    expect(await settings.voteUrl(GUILD)).toBe('https://vote.example/');
  });

  test.each([
    'http://own.example',
    'javascript:alert(1)',
    'own.example',
    '',
    'https://user:password@own.example',
    `https://own.example/${'x'.repeat(500)}`,
    `https://own.example/${'é'.repeat(100)}`,
  ])('may not be %j', async (text) => {
    const { settings } = await createScene(open);
    expect(await settings.setVoteUrl(GUILD, text)).toBe(false);
    expect((await settings.show(GUILD)).voteUrl).toBeUndefined();
  });
});

describeOnEachDatabase('announcements', (open) => {
  test('go to the channel while they are on', async () => {
    const { settings } = await createScene(open);
    expect(await settings.announcementChannel(GUILD)).toBeUndefined();
    expect(await settings.setAnnouncements(GUILD, { on: true })).toBe(false);
    expect(await settings.setAnnouncements(GUILD, { channelId: '1' })).toBe(true);
    expect(await settings.announcementChannel(GUILD)).toBe('1');
    expect(await settings.setAnnouncements(GUILD, { on: false })).toBe(true);
    expect(await settings.announcementChannel(GUILD)).toBeUndefined();
    expect(await settings.setAnnouncements(GUILD, { on: true })).toBe(true);
    expect(await settings.announcementChannel(GUILD)).toBe('1');
    expect(await settings.setAnnouncements(GUILD, { channelId: '2', on: false })).toBe(true);
    expect((await settings.show(GUILD)).announcements).toEqual({ channelId: '2', on: false });
    expect(await settings.announcementChannel(HOME)).toBeUndefined();
  });

  test('and every other setting live side by side', async () => {
    const { settings } = await createScene(open);
    await Promise.all([
      settings.setToken(GUILD, 'own-token'),
      settings.setVoteUrl(GUILD, 'https://own.example'),
      settings.setAnnouncements(GUILD, { channelId: '1' }),
    ]);

    expect(await settings.show(GUILD)).toEqual({
      token: { kind: 'own', ending: 'oken' },
      voteUrl: 'https://own.example/',
      announcements: { channelId: '1', on: true },
    });
  });
});
