import { once } from 'node:events';

import { type ChatInputCommandInteraction } from 'discord.js';
import { expect, test } from 'vitest';

import { logIn, nextInteraction, openDiscord, startStockScene } from './bots.ts';

test('a stock client logs in and learns who it is', async () => {
  const discord = await openDiscord({ botPublic: true });
  const guild = discord.addGuild();
  const client = await logIn(discord);

  expect(client.user.id).toBe(discord.applicationId);
  expect([...client.guilds.cache.keys()]).toEqual([guild.id]);
  const application = await client.application.fetch();
  expect(application.botPublic).toBe(true);
  expect(application.owner?.id).toBe(discord.ownerId);
});

test('a stock client with the Guilds intent receives its guilds', async () => {
  const discord = await openDiscord();
  const guild = discord.addGuild({ name: 'Castle' });
  const client = await logIn(discord, { intents: ['Guilds'] });

  expect(client.guilds.cache.get(guild.id)?.name).toBe('Castle');
  expect(client.channels.cache.has(guild.channel.id)).toBe(true);

  const created = once(client, 'guildCreate');
  discord.addGuild({ name: 'Tower' });
  expect(await created).toMatchObject([{ name: 'Tower' }]);
});

test('a client whose socket drops resumes and receives what it missed', async () => {
  const { discord, person, client } = await startStockScene();
  const received = nextInteraction<ChatInputCommandInteraction>(client);
  const resumed = once(discord.gateway, 'resumed');
  discord.gateway.drop();
  const exchange = person.command('ping');
  await (await received).reply('still here');

  await resumed;
  expect(await exchange.reply()).toMatchObject({ content: 'still here' });
});
