import { join } from 'node:path';

import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, buttonsOf, link, read, startBot } from './bot.ts';

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
  it("puts the guild's own links on buttons, with the player filled in, until they are removed", async () => {
    const { manager, member } = await startBot();
    const votes = async (playername: string) => {
      const { message } = await answerTo(member.command('claimvote', { playername }));
      const buttons = message.components.flatMap((row) => row.components ?? []);
      return buttons.flatMap(({ label, url }) => (url === undefined ? [] : [`${String(label)} ${url}`]));
    };
    const remove = async (message: Message) => {
      const { custom_id = '', options = [] } = message.components[0]?.components?.[0] ?? {};
      return read(await manager.select(message, custom_id, [options[0]?.value ?? '']).reply());
    };

    await answerTo(use(manager, 'vote-link', { url: 'https://own.example/vote?for={player}' }));
    expect(await votes('A b')).toEqual(['Vote https://own.example/vote?for=A%20b']);
    const two = await answerTo(use(manager, 'vote-link', { url: 'https://list.example', label: 'The list' }));
    expect(two).toMatchObject({ title: 'Vote link saved' });
    expect(await votes('B')).toEqual([
      'Vote: own.example https://own.example/vote?for=B',
      'Vote: The list https://list.example/',
    ]);

    const shown = await answerTo(use(manager, 'vote-link'));
    expect(shown).toMatchObject({ title: 'Vote links' });
    const one = await remove(shown.message);
    expect(one).toMatchObject({ title: 'Vote link removed' });
    expect(await votes('C')).toEqual(['Vote: The list https://list.example/']);
    await remove(one.message);
    expect(await votes('D')).toEqual(['Vote https://vote.example/here']);
  });

  it('takes five and no more', async () => {
    const { manager } = await startBot();
    for (let number = 1; number <= 5; number += 1) {
      const url = `https://${number}.example`;
      expect(await answerTo(use(manager, 'vote-link', { url }))).toMatchObject({ title: 'Vote link saved' });
    }
    const sixth = await answerTo(use(manager, 'vote-link', { url: 'https://6.example' }));
    expect(sixth).toMatchObject({ title: 'No room for another vote link' });
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
      'Vote links': 'None of its own',
      Announcements: 'Off',
      'Plan alerts': 'Off',
      "Moderators' channel": 'Off',
      'Where rewards are sent': 'Nowhere',
      'Voter role': 'Whoever claims a reward gets no role.',
      Goal: 'There is no goal.',
      'Reminders to vote': 'No member is reminded to vote again.',
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

describe('/settings show', () => {
  /** What is wrong, a line each; empty when it says that nothing is. */
  async function wrong(person: Person): Promise<string[]> {
    const { message, colour } = await answerTo(use(person, 'show'));
    const lines = (message.embeds[0]?.description ?? '').split('\n').filter((line) => line.startsWith('▲'));
    expect([colour, message.embeds[0]?.description?.includes('✓ Nothing is wrong.')]).toEqual(
      lines.length > 0 ? ['FEE75C', false] : ['5865F2', true],
    );
    return lines;
  }

  it('says in a line that nothing is wrong', async () => {
    const { guild, manager } = await startBot();
    await link(manager, { id: 'ent_1' });
    const channel = guild.addChannel('thanks').id;
    for (const subcommand of ['announcements', 'alerts', 'moderators', 'panel'])
      await answerTo(use(manager, subcommand, { channel }));
    expect(await wrong(manager)).toEqual([]);
  });

  it('names what the bot lacks in other channels, and those that are gone, as Discord says', async () => {
    const { guild, manager } = await startBot();
    const [closed, hidden, gone] = [guild.addChannel('closed'), guild.addChannel('hidden'), guild.addChannel('gone')];
    await answerTo(use(manager, 'announcements', { channel: closed.id }));
    await answerTo(use(manager, 'alerts', { channel: hidden.id }));
    await answerTo(use(manager, 'moderators', { channel: gone.id }));
    closed.appPermissions &= ~PermissionFlagsBits.EmbedLinks;
    hidden.appPermissions = 0n;
    guild.channels.delete(gone.id);
    expect(await wrong(manager)).toEqual([
      `▲ Announcements: the bot cannot post in <#${closed.id}>. Grant it there: *Embed Links*.`,
      `▲ Plan alerts: the bot cannot post in <#${hidden.id}>. Grant it there: *View Channel*.`,
      expect.stringMatching(
        /^▲ Moderators' channel: the channel is gone. Choose another one with <\/settings moderators:\d+>\.$/,
      ),
    ]);
  });

  it('goes by what the command carries in its own channel', async () => {
    const { guild, manager } = await startBot();
    await answerTo(use(manager, 'announcements', { channel: guild.channel.id }));
    guild.channel.appPermissions = PermissionFlagsBits.ViewChannel;
    expect(await wrong(manager)).toEqual([expect.stringContaining('*Send Messages*, *Embed Links*')]);
  });

  it('says what Discord does not say', async () => {
    const { discord, guild, manager } = await startBot();
    await answerTo(use(manager, 'announcements', { channel: guild.addChannel('thanks').id }));
    discord.server.inject({ kind: 'status', status: 500 }, { path: /\/guilds\/\d+\/roles$/ });
    expect(await wrong(manager)).toEqual([expect.stringContaining('Discord did not say')]);
  });

  it('names a role that is gone', async () => {
    const { guild, manager } = await startBot();
    const role = guild.addRole('Owners');
    await answerTo(use(manager, 'alerts', { channel: guild.channel.id, role: role.id }));
    expect(await wrong(manager)).toEqual([]);
    guild.roles.delete(role.id);
    expect(await wrong(manager)).toEqual([expect.stringContaining('the role that they mention is gone')]);
  });

  it('says that the panel was deleted, until it is posted again', async () => {
    const { discord, guild, manager } = await startBot();
    await answerTo(use(manager, 'panel', { channel: guild.channel.id }));
    const [panel] = guild.channel.messages;
    if (panel) discord.messages.delete(panel);
    expect(await wrong(manager)).toEqual([expect.stringContaining('its message was deleted')]);
    expect(await wrong(manager)).toEqual([expect.stringContaining('its message was deleted')]);
    await answerTo(use(manager, 'panel', { channel: guild.channel.id }));
    expect(await wrong(manager)).toEqual([]);
  });

  it('says that the token was refused at the last claim, until one is taken', async () => {
    const { main, manager, member } = await startBot();
    await setToken(manager, OWN_TOKEN);
    await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(await wrong(manager)).toEqual([expect.stringContaining('refused it at the last claim')]);
    main.tokens.set(OWN_TOKEN, 'own game server');
    await answerTo(member.command('claimvote', { playername: 'Alex' }));
    expect(await wrong(manager)).toEqual([]);
  });

  it.each([
    [403, "refuses the bot's application key"],
    [500, 'does not answer'],
  ])('says that the plan service gives no plan, when it answers %i', async (status, words) => {
    const bot = await startBot({ environment: { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'bot.db')}` } });
    await link(bot.manager, { id: 'ent_1' });
    await bot.app.stop();
    await bot.startAnother({});
    bot.identity.server.inject({ kind: 'status', status });
    expect(await wrong(bot.manager)).toEqual([expect.stringContaining(words)]);
  });

  it('names webhooks to which nothing is sent', async () => {
    const { manager } = await startBot();
    const added = await answerTo(
      await manager.submit(manager.click((await answerTo(use(manager, 'rewards'))).message, 'Add a webhook'), {
        address: 'https://game.example/votes',
      }),
    );
    const shown = await answerTo(manager.click(added.message, 'Show Webhook 1'));
    await answerTo(manager.click(shown.message, 'Pause'));
    expect(await wrong(manager)).toEqual([expect.stringMatching(/^▲ Rewards, Webhook 1: paused\. Resume it with/)]);
  });
});
