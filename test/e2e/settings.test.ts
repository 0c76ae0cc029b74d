import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, choose, pick, setting, setToken, setUpOf, startBot } from './bot.ts';
import { buttonsOf, componentsOf, descriptionOf, doneIn } from './reading.ts';

const OWN_TOKEN = 'canary-own-token-9876';

const done = async (person: Person) => doneIn(await setUpOf(person));

describe('/settings token', () => {
  it("claims with the guild's own token from then on, and never shows more than its end", async () => {
    const { discord, main, manager, member } = await startBot();
    main.tokens.set(OWN_TOKEN, 'own game server');
    main.castVote('Steve', 'own game server');

    const saved = await setToken(manager, ` ${OWN_TOKEN} `);
    expect(saved).toMatchObject({ title: 'Access token saved', colour: '57F287' });
    expect(saved.message.embeds[0]?.description).toMatch(/`9876`.*The first claim shows whether it works\.$/);
    expect((await answerTo(member.command('claimvote', { playername: 'Steve' }))).title).toBe('Reward claimed');
    expect(main.claims.map(({ token }) => token)).toEqual([OWN_TOKEN]);
    await setUpOf(manager);
    for (const { requestBody } of discord.server.requests) expect(requestBody).not.toContain('canary-own');
  });

  it.each([
    ["another service's token", 'ghp_canary0123456789', /^This looks like a token for GitHub\./],
    ['a web address', '"https://vote.example/canary"', /^This is a web address\. An access token is/],
  ])('refuses %s, and says what it is without showing it', async (_, typed, words) => {
    const { manager } = await startBot();
    const { title, message } = await setToken(manager, typed);

    expect(title).toBe('Check the access token');
    expect(message.embeds[0]?.description).toMatch(words);
    expect(message.embeds[0]?.description).not.toContain('canary');
    expect(await done(manager)).toMatchObject({ 'Access token': "The operator's" });
  });

  it('is cleared with a button on its page, whose id is not logged whole', async () => {
    const { main, manager, member, log } = await startBot();
    await setToken(manager, OWN_TOKEN);
    const { message } = await choose(manager, await setUpOf(manager), 'token');
    expect(buttonsOf(message)).toEqual(['Change', 'Clear token', 'All settings']);
    const asked = await answerTo(manager.click(message, 'Clear token'));
    expect(asked).toMatchObject({ title: 'Clear the access token?' });
    expect((await answerTo(manager.click(asked.message, 'Clear token'))).title).toBe('Access token cleared');
    await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(main.claims.map(({ token }) => token)).toEqual([main.accessToken]);
    expect(log.join('')).toContain('"command":"settings:clear-token"');
    expect(log.join('')).not.toContain('clear-token:');
  });
});

describe('/settings vote-link', () => {
  it("puts the guild's own links on buttons, with the player filled in, until they are removed", async () => {
    const { manager, member } = await startBot();
    const votes = async (playername: string) => {
      const { message } = await answerTo(member.command('claimvote', { playername }));
      return componentsOf(message).flatMap(({ label, url }) => (url === undefined ? [] : [`${String(label)} ${url}`]));
    };
    const remove = async (message: Message) => answerTo(manager.click(await pick(manager, message).reply(), 'Remove'));

    await answerTo(setting(manager, 'vote-link', { url: 'https://own.example/vote?for={player}' }));
    expect(await votes('A b')).toEqual(['Vote https://own.example/vote?for=A%20b']);
    const two = await answerTo(setting(manager, 'vote-link', { url: 'https://list.example', label: 'The list' }));
    expect(two).toMatchObject({ title: 'Vote link saved' });
    expect(await votes('B')).toEqual([
      'Vote: own.example https://own.example/vote?for=B',
      'Vote: The list https://list.example/',
    ]);

    const shown = await answerTo(setting(manager, 'vote-link'));
    expect(shown).toMatchObject({ title: 'Vote links' });
    const asked = await answerTo(pick(manager, shown.message));
    expect(asked.title).toBe('Remove this vote link?');
    expect(descriptionOf(asked.message)).toContain(String.raw`own\.example`);
    const kept = await answerTo(manager.click(asked.message, 'Cancel'));
    expect(descriptionOf(kept.message)).toContain(String.raw`own\.example`);
    const one = await remove(kept.message);
    expect(one).toMatchObject({ title: 'Vote link removed' });
    expect(await votes('C')).toEqual(['Vote: The list https://list.example/']);
    await remove(one.message);
    expect(await votes('D')).toEqual(['Vote https://vote.example/here']);
  });
});
