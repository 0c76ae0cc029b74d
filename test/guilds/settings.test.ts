import { expect, test, vi } from 'vitest';

import type { Store } from '../../src/database/store.ts';
import { createSettings, type Settings } from '../../src/guilds/settings.ts';
import { createGuilds } from '../../src/guilds/store/guilds.ts';
import { POST_CHANNELS, stopPosts } from '../../src/guilds/store/post-settings.ts';
import { queuePosts } from '../../src/guilds/store/posts.ts';
import { linkId } from '../../src/guilds/vote-links.ts';
import { Secret } from '../../src/secret.ts';
import { createKey } from '../../src/secrets/key-file.ts';
import { createSealer, UnsealError } from '../../src/secrets/sealer.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { addRows, rowsIn } from '../database/rows.ts';
import { owedToManagers } from '../people/store/owed-to.ts';

const HOME = '100000000000000001';
const GUILD = '100000000000000002';
const OPERATORS = new Secret('the token of the operator');

async function createScene(
  open: OpenTestStore,
  operator: { homeGuildId?: string | undefined; accessToken?: Secret | undefined } = {},
): Promise<{ store: Store; settings: Settings }> {
  const store = await open();
  const { homeGuildId, accessToken } = { homeGuildId: HOME, accessToken: OPERATORS, ...operator };
  const settings = createSettings(createGuilds({ store, sealer: createSealer([createKey()]) }), {
    discord: { homeGuildId },
    main: { url: 'https://main.example', accessToken },
    links: { voteUrl: 'https://vote.example/', manageUrl: undefined },
  });
  return { store, settings };
}

describeOnEachDatabase('the token that claims votes', (open) => {
  test("is the guild's own, else the operator's in home guilds alone", async () => {
    const { settings } = await createScene(open);
    const tokenOf = async (guildId: string) => (await settings.claimCredential(guildId))?.credential.reveal();
    expect([await tokenOf(HOME), await tokenOf(GUILD)]).toEqual([OPERATORS.reveal(), undefined]);

    expect(await settings.setToken(HOME, 'own-token-of-home')).toBe(true);
    expect(await settings.setToken(GUILD, ' own-token-of-guild\n')).toBe(true);
    expect([await tokenOf(HOME), await tokenOf(GUILD)]).toEqual(['own-token-of-home', 'own-token-of-guild']);

    expect(await settings.clearToken(HOME, 'home')).toBe(true);
    expect(await settings.clearToken(GUILD, 'uild')).toBe(true);
    expect([await tokenOf(HOME), await tokenOf(GUILD)]).toEqual([OPERATORS.reveal(), undefined]);
  });

  test('is cleared only while it ends as said', async () => {
    const { settings } = await createScene(open);
    await settings.setToken(GUILD, 'own-token-abcd');
    await settings.setToken(GUILD, 'a-later-token-efgh');

    expect(await settings.clearToken(GUILD, 'abcd')).toBe(false);
    expect((await settings.read(GUILD)).token).toEqual({ kind: 'own', ending: 'efgh' });
    expect(await settings.clearToken(GUILD, 'efgh')).toBe(true);
    expect(await settings.clearToken(GUILD, 'efgh')).toBe(false);
    expect(await settings.clearToken(HOME, '')).toBe(false);
  });

  test("of the operator serves every guild of a private bot, and none where there isn't one", async () => {
    const everywhere = await createScene(open, { homeGuildId: undefined });
    expect((await everywhere.settings.claimCredential(GUILD))?.credential.reveal()).toBe(OPERATORS.reveal());
    const nowhere = await createScene(open, { accessToken: undefined });
    expect(await nowhere.settings.claimCredential(HOME)).toBeUndefined();
    expect((await nowhere.settings.read(HOME)).token).toEqual({ kind: 'none' });
  });

  test('is kept only in the form of a token', async () => {
    const { settings } = await createScene(open);
    const wrong = [
      ...['short12', 'x'.repeat(513), 'with a space', 'with\ttab in it', '        '],
      ...['ümlauts-here', 'a\u200bbcdefgh', 'HTTPS://vote.example', 'www.vote.example'],
    ];
    for (const text of wrong) expect(await settings.setToken(GUILD, text), JSON.stringify(text)).toBe(false);
    expect(await settings.claimCredential(GUILD)).toBeUndefined();
    const quoted = ['"quoted-token"', '“quoted-token”', " 'quoted-token' ", String.raw`"quoted-token\n"`];
    for (const typed of [...quoted, '\u200bquoted-token\u2060']) {
      expect(await settings.setToken(GUILD, typed)).toBe(true);
      expect((await settings.claimCredential(GUILD))?.credential.reveal()).toBe('quoted-token');
    }
    for (const text of ['12345678', 'x'.repeat(512), '~!@#$%^&*()`{}"']) {
      expect(await settings.setToken(GUILD, text)).toBe(true);
      expect((await settings.claimCredential(GUILD))?.credential.reveal()).toBe(text);
      expect((await settings.read(GUILD)).token).toEqual({ kind: 'own', ending: text.slice(-4) });
    }
  });

  test('stands nowhere in the database, and is of no use to another guild', async () => {
    const { settings, store } = await createScene(open);
    await settings.setToken(GUILD, 'canary-own-token');
    const [row] = await rowsIn(store, 'guilds');
    expect(JSON.stringify(row)).not.toContain('canary');

    await addRows(store, 'guilds', { id: HOME, sealed_token: row?.sealed_token ?? '', last_seen_at: 0 });
    await expect(settings.claimCredential(HOME)).rejects.toThrow(UnsealError);
  });
});

describeOnEachDatabase('vote links', (open) => {
  const OPERATORS = { url: 'https://vote.example/', label: undefined };
  const add = (settings: Settings, url: string, label?: string) => settings.addVoteLink(GUILD, { url, label });

  test("of the guild win over the operator's, until they are removed", async () => {
    const { settings } = await createScene(open);
    expect(await settings.voteLinks(GUILD)).toEqual([OPERATORS]);
    expect(await add(settings, ' https://own.example/vote me?a=1 ', ' My  list ')).toBe('added');
    const own = { url: 'https://own.example/vote%20me?a=1', label: 'My list' };
    expect(await settings.voteLinks(GUILD)).toEqual([own]);
    expect(await settings.voteLinks(HOME)).toEqual([OPERATORS]);

    await settings.removeVoteLink(GUILD, linkId({ url: 'https://other.example/', label: undefined }));
    expect(await settings.voteLinks(GUILD)).toEqual([own]);
    await settings.removeVoteLink(GUILD, linkId(own));
    expect(await settings.voteLinks(GUILD)).toEqual([OPERATORS]);
  });

  test('are up to five, in the order in which they came', async () => {
    const { settings } = await createScene(open);
    for (const number of [1, 2, 3, 4, 5]) expect(await add(settings, `https://${number}.example/`)).toBe('added');
    expect(await add(settings, 'https://6.example/')).toBe('too-many');
    expect((await settings.read(GUILD)).voteLinks.map(({ url }) => url)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `https://${number}.example/`),
    );
  });

  test('of two managers at once are both kept', async () => {
    const { settings } = await createScene(open);
    await Promise.all([1, 2, 3].map((number) => add(settings, `https://${number}.example/`)));
    expect(await settings.voteLinks(GUILD)).toHaveLength(3);
  });

  test('may be no other than an https: one that a button takes', async () => {
    const { settings } = await createScene(open);
    const wrong = [
      ...['http://own.example', 'javascript:alert(1)', 'own.example', '', 'https://user:password@own.example'],
      ...['https://{player}.example/', 'https://{player}@own.example/'],
      ...['x'.repeat(500), 'é'.repeat(100)].map((path) => `https://own.example/${path}`),
    ];
    for (const text of wrong) expect(await add(settings, text), text).toBe('bad-url');
    const another = { placeholder: '%player%', instead: 'https://own.example/{player}' };
    expect(await add(settings, 'https://own.example/%player%')).toEqual(another);
    expect((await settings.read(GUILD)).voteLinks).toEqual([]);
  });
});

describeOnEachDatabase('the language of a guild', (open) => {
  test('is kept, and follows its changes with one write each', async () => {
    const { store, settings } = await createScene(open);
    await settings.removeVoteLink(GUILD, 'none');
    const written = vi.spyOn(store, 'write');
    for (const locale of ['fr', 'fr', 'en-US', 'en-US', 'fr']) {
      await settings.noteLocale(GUILD, locale);
      expect(await rowsIn(store, 'guilds')).toMatchObject([{ id: GUILD, locale }]);
    }
    expect(written).toHaveBeenCalledTimes(3);
  });

  test('is no reason to store anything of a guild, and is kept once something else is', async () => {
    const { store, settings } = await createScene(open);
    await settings.noteLocale(GUILD, 'fr');
    expect(await rowsIn(store, 'guilds')).toEqual([]);

    await settings.removeVoteLink(GUILD, 'none');
    await settings.noteLocale(GUILD, 'fr');
    expect(await rowsIn(store, 'guilds')).toMatchObject([{ id: GUILD, locale: 'fr' }]);
  });
});

describeOnEachDatabase('posts', (open) => {
  test('that announce rewards say when one has arrived where that is wanted, which turns them on too', async () => {
    const { settings } = await createScene(open);
    const set = (change: Parameters<typeof settings.setPosts>[2]) => settings.setPosts(GUILD, 'announcements', change);
    const shown = async () => (await settings.read(GUILD)).announcements;
    expect(await set({ saysArrival: true })).toBe(false);
    await set({ channelId: '1', saysArrival: true });
    expect(await shown()).toEqual({ channelId: '1', on: true, saysArrival: true });
    await set({ on: false });
    await set({ saysArrival: true });
    expect(await shown()).toEqual({ channelId: '1', on: true, saysArrival: true });
    await set({ saysArrival: false });
    expect(await shown()).toEqual({ channelId: '1', on: true, saysArrival: false });
  });

  test('of alerts mention a role until it is taken off', async () => {
    const { settings } = await createScene(open);
    const shown = async () => (await settings.read(GUILD)).alerts;
    expect(await settings.setPosts(GUILD, 'alerts', { roleId: '7' })).toBe(false);
    await settings.setPosts(GUILD, 'alerts', { channelId: '1', roleId: '7' });
    await settings.setPosts(GUILD, 'alerts', { channelId: '2' });
    expect(await shown()).toEqual({ channelId: '2', on: true, roleId: '7' });
    await settings.setPosts(GUILD, 'alerts', { roleId: null });
    expect(await shown()).toEqual({ channelId: '2', on: true, roleId: undefined });
  });

  test('of alerts are on again once a role is to be mentioned, unless that says otherwise', async () => {
    const { settings } = await createScene(open);
    await settings.setPosts(GUILD, 'alerts', { channelId: '1', on: false });
    await settings.setPosts(GUILD, 'alerts', { roleId: '7', on: false });
    expect((await settings.read(GUILD)).alerts).toEqual({ channelId: '1', on: false, roleId: '7' });
    await settings.setPosts(GUILD, 'alerts', { roleId: null });
    expect((await settings.read(GUILD)).alerts.on).toBe(false);
    await settings.setPosts(GUILD, 'alerts', { roleId: '8' });
    expect((await settings.read(GUILD)).alerts).toEqual({ channelId: '1', on: true, roleId: '8' });
  });

  test.each([
    [{ channelId: '2' }, 1],
    [{ on: false }, 0],
    [{ on: false, channelId: '2' }, 0],
  ])('of alerts after %j: as many are due as before, or none: %i', async (change, due) => {
    const { store, settings } = await createScene(open);
    await settings.setPosts(GUILD, 'alerts', { channelId: '1' });
    const alert = { kind: 'alert', guildId: GUILD, channel: 'alerts', detail: {} } as const;
    await store.write((db) => queuePosts(db, store, [alert]));
    await settings.setPosts(GUILD, 'alerts', change);
    expect((await rowsIn(store, 'posts')).filter(({ posted_at }) => posted_at === null)).toHaveLength(due);
  });

  test.each(POST_CHANNELS)(
    'whose channel is out of reach are off, and managers are told until somebody sets them anew: %s',
    async (kind) => {
      const { store, settings } = await createScene(open);
      const stop = (channelId: string) =>
        store.write((db) => stopPosts(db, store, { guildId: GUILD, channel: kind, channelId }));
      const owed = () => owedToManagers(store, GUILD);
      const other = kind === 'alerts' ? 'moderators' : 'alerts';
      await settings.setPosts(GUILD, kind, { channelId: '1' });
      await stop('the one before');
      expect((await settings.read(GUILD))[kind].on).toBe(true);
      expect(await owed()).toEqual([]);
      for (let times = 0; times < 2; times += 1) {
        await stop('1');
        expect((await settings.read(GUILD))[kind]).toMatchObject({ channelId: '1', on: false });
        expect(await owed()).toEqual([{ posts: kind, channelId: '1' }]);
      }
      await settings.setPosts(GUILD, other, { channelId: '2' });
      expect(await owed()).toHaveLength(1);
      await settings.setPosts(GUILD, kind, { channelId: '2' });
      expect(await owed()).toEqual([]);
    },
  );
});
