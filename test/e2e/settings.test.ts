import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, buttonsOf, startBot } from './bot.ts';

const OWN_TOKEN = 'canary-own-token-9876';

const use = (person: Person, subcommand: string, options: Record<string, string | boolean> = {}): Exchange =>
  person.command('settings', options, { subcommand });

async function setToken(person: Person, token: string) {
  return answerTo(await person.submit(use(person, 'token'), { token }));
}

function fieldsOf(message: Message): Record<string, string> {
  return Object.fromEntries((message.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));
}

describe('/settings token', () => {
  it("claims with the guild's own token from then on, and never shows more than its end", async () => {
    const { discord, main, manager, member } = await startBot();
    main.tokens.set(OWN_TOKEN, 'own game server');
    main.castVote('Steve', 'own game server');

    const saved = await setToken(manager, ` ${OWN_TOKEN} `);
    expect(saved).toMatchObject({ title: 'Access token saved', colour: '57F287' });
    expect(saved.message.embeds[0]?.description).toContain('`9876`');
    expect(await answerTo(member.command('claimvote', { playername: 'Steve' }))).toMatchObject({
      title: 'Reward claimed',
    });
    expect(main.claims.map(({ token }) => token)).toEqual([OWN_TOKEN]);
    await answerTo(use(manager, 'show'));
    for (const { requestBody } of discord.server.requests) expect(requestBody).not.toContain('canary-own');
  });

  it.each(['with a space', 'ümlauts-here', '   12   '])('refuses %j', async (token) => {
    const { manager } = await startBot();

    expect(await setToken(manager, token)).toMatchObject({ title: 'Check the access token', colour: 'FEE75C' });
    expect(fieldsOf((await answerTo(use(manager, 'show'))).message)).toMatchObject({
      'Access token for vote claims': "The operator's",
    });
  });

  it('is cleared with a button, on its reply as on the overview', async () => {
    const { main, manager, member } = await startBot();
    for (const shown of [() => setToken(manager, OWN_TOKEN), () => answerTo(use(manager, 'show'))]) {
      await setToken(manager, OWN_TOKEN);
      const { message } = await shown();
      expect(buttonsOf(message)).toEqual(['Clear token']);
      const asked = await answerTo(manager.click(message, 'Clear token'));
      expect(asked).toMatchObject({ title: 'Clear the access token?' });
      expect(await answerTo(manager.click(asked.message, 'Clear token'))).toMatchObject({
        title: 'Access token cleared',
      });
    }
    await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(main.claims.map(({ token }) => token)).toEqual([main.accessToken]);
  });

  it('is not cleared with a button that was shown for another token', async () => {
    const { manager } = await startBot();
    const { message } = await setToken(manager, 'an-earlier-token-1234');
    await setToken(manager, OWN_TOKEN);

    const asked = await answerTo(manager.click(message, 'Clear token'));
    expect(await answerTo(manager.click(asked.message, 'Clear token'))).toMatchObject({
      title: 'The access token has changed',
      colour: '95A5A6',
    });
    expect(fieldsOf((await answerTo(use(manager, 'show'))).message)).toMatchObject({
      'Access token for vote claims': 'Ends in `9876`',
    });
  });

  it('is not cleared when the manager thinks better of it', async () => {
    const { manager } = await startBot();
    const { message } = await setToken(manager, OWN_TOKEN);
    const asked = await answerTo(manager.click(message, 'Clear token'));

    const kept = await answerTo(manager.click(asked.message, 'Cancel'));

    expect(fieldsOf(kept.message)).toMatchObject({ 'Access token for vote claims': 'Ends in `9876`' });
  });

  it('asks for it with nothing filled in', async () => {
    const { manager } = await startBot();
    await setToken(manager, OWN_TOKEN);

    expect(JSON.stringify(await use(manager, 'token').modal())).not.toContain('canary');
  });
});

describe('/settings vote-link', () => {
  it("puts the guild's own link on the Vote button, until it is removed", async () => {
    const { manager, member } = await startBot();
    const voteLink = async (playername: string) => {
      const { message } = await answerTo(member.command('claimvote', { playername }));
      return message.components[0]?.components?.[0]?.url;
    };

    expect(await answerTo(use(manager, 'vote-link', { url: 'https://own.example/vote' }))).toMatchObject({
      title: 'Vote link saved',
    });
    expect(await voteLink('A')).toBe('https://own.example/vote');
    expect(await answerTo(use(manager, 'vote-link'))).toMatchObject({ title: 'Vote link removed' });
    expect(await voteLink('B')).toBe('https://vote.example/here');
  });

  it.each(['http://own.example', 'own.example', 'javascript:alert(1)'])('refuses %s', async (url) => {
    const { manager } = await startBot();
    expect(await answerTo(use(manager, 'vote-link', { url }))).toMatchObject({ title: 'Check the vote link' });
  });
});

describe('/settings announcements and show', () => {
  it('shows what was set', async () => {
    const { guild, manager } = await startBot();
    const overview = async () => fieldsOf((await answerTo(use(manager, 'show'))).message);
    expect(await overview()).toEqual({
      'Access token for vote claims': "The operator's",
      'Vote link': 'None of its own',
      Announcements: 'Off',
      'Plan alerts': 'Off',
      "Moderators' channel": 'Off',
    });

    expect(await answerTo(use(manager, 'announcements', { on: true }))).toMatchObject({ title: 'Choose a channel' });
    const channel = guild.channel.id;
    expect(await answerTo(use(manager, 'announcements', { channel }))).toMatchObject({ title: 'Announcements saved' });
    expect(await overview()).toMatchObject({ Announcements: `On, in <#${channel}>` });
    expect(await answerTo(use(manager, 'announcements'))).toMatchObject({ title: 'Announcements', colour: '5865F2' });
    await answerTo(use(manager, 'announcements', { on: false }));
    expect(await overview()).toMatchObject({ Announcements: 'Off' });
  });

  it('says what the bot lacks in the channel, and keeps the channel', async () => {
    const { guild, manager } = await startBot();
    guild.channel.appPermissions = PermissionFlagsBits.ViewChannel;

    const saved = await answerTo(use(manager, 'announcements', { channel: guild.channel.id }));

    expect(saved).toMatchObject({ title: 'Announcements saved', colour: 'FEE75C' });
    expect(saved.message.embeds[0]?.description).toContain('Grant it: *Send Messages*, *Embed Links*.');
  });

  it('shows where changes of plans are posted', async () => {
    const { guild, manager } = await startBot();
    const overview = async () => fieldsOf((await answerTo(use(manager, 'show'))).message);
    expect(await answerTo(use(manager, 'alerts', { on: true }))).toMatchObject({ title: 'Choose a channel' });
    const channel = guild.channel.id;
    expect(await answerTo(use(manager, 'alerts', { channel }))).toMatchObject({ title: 'Plan alerts saved' });
    expect(await overview()).toMatchObject({ 'Plan alerts': `On, in <#${channel}>`, Announcements: 'Off' });
  });
});
