import { once } from 'node:events';

import { Client, DiscordjsErrorCodes, type ChatInputCommandInteraction } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';

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

test('a wrong token is refused as TokenInvalid', async () => {
  const discord = await openDiscord();
  const client = new Client({ intents: [], rest: { api: discord.apiUrl } });
  onTestFinished(() => client.destroy());

  await expect(client.login('wrong')).rejects.toMatchObject({ code: DiscordjsErrorCodes.TokenInvalid });
});

test('a forced close code ends the login as Discord would', async () => {
  const discord = await openDiscord();
  discord.gateway.refuseNextIdentify(4014);

  await expect(logIn(discord)).rejects.toThrow(/disallowed intents/i);
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

test('a client asked to reconnect resumes', async () => {
  const { discord } = await startStockScene();
  const resumed = once(discord.gateway, 'resumed');
  discord.gateway.requestReconnect();
  await resumed;
});

test('a client whose session was invalidated identifies anew', async () => {
  const { discord, person, client } = await startStockScene();
  const ready = once(discord.gateway, 'ready');
  discord.gateway.invalidateSessions();
  await ready;

  const received = nextInteraction<ChatInputCommandInteraction>(client);
  person.command('ping');
  expect((await received).commandName).toBe('ping');
});

test('a sharded client receives each guild on its own shard', async () => {
  const discord = await openDiscord();
  const people = [discord.addGuild(), discord.addGuild()].map((guild) => discord.addPerson({ guild, name: 'Ada' }));
  const client = await logIn(discord, { shards: [0, 1], shardCount: 2 });
  await client.application.commands.set([{ name: 'ping', description: 'Ping' }]);
  const seen: string[] = [];
  client.on('interactionCreate', (interaction) => {
    seen.push(interaction.id);
    if (interaction.isChatInputCommand()) void interaction.reply('here');
  });
  const exchanges = people.map((person) => person.command('ping'));
  await Promise.all(exchanges.map((exchange) => exchange.reply()));

  expect(discord.gateway.connected.map(({ shard }) => shard[0]).sort()).toEqual([0, 1]);
  expect(seen.toSorted()).toEqual(exchanges.map(({ interactionId }) => interactionId).toSorted());
});
