import { once } from 'node:events';

import { expect, it } from 'vitest';

import { shardOf } from '../../src/sandbox/discord/snowflakes.ts';
import { answerTo, prepareBot, startBot } from './bot.ts';

it.each([
  [4004, 'Discord refused DISCORD_TOKEN.'],
  [4010, 'Discord closed the gateway for good (code 4010).'],
  [4011, 'The bot is in too many servers for its shards: start it again, to get more.'],
  [4014, 'Discord does not allow the gateway intents.'],
])('ends with a plain reason when the gateway closes with %i', async (code, reason) => {
  const { app, discord } = await prepareBot();
  discord.gateway.refuseNextIdentify(code);

  await expect(app.start()).rejects.toThrow(reason);
});

it('connects every shard that Discord recommends, and answers on each', async () => {
  const { discord, guild } = await startBot({ discord: { shards: 2 } });
  const people = [guild, discord.addGuild()].map((one) => discord.addPerson({ guild: one, name: 'Ada' }));

  const answers = await Promise.all(people.map((person) => answerTo(person.command('help'))));

  expect(discord.gateway.connected.map(({ shard }) => shard).toSorted()).toEqual([[0, 2], [1, 2]]); // prettier-ignore
  expect(new Set(people.map((person) => shardOf(person.guild.id, 2)))).toEqual(new Set([0, 1]));
  expect(answers).toHaveLength(2);
});

it('reports a gateway that closes for good', async () => {
  const { app, discord } = await startBot();

  discord.gateway.refuseNextIdentify(4004);
  discord.gateway.invalidateSessions();

  await expect(app.fatal).rejects.toThrow('Discord refused DISCORD_TOKEN.');
});

it('answers what was asked while its connection was down', async () => {
  const { discord, main, member } = await startBot();
  main.castVote('Steve');
  const resumed = once(discord.gateway, 'resumed');

  discord.gateway.drop();
  const exchange = member.command('claimvote', { playername: 'Steve' });
  await resumed;

  expect(await answerTo(exchange)).toMatchObject({ title: 'Reward claimed' });
});

it('running keeps neither guilds nor people in memory', async () => {
  const { app, discord, guild } = await prepareBot();
  for (let index = 0; index < 50; index += 1) discord.addGuild();
  await app.start();
  const person = discord.addPerson({ guild, name: 'Sam' });
  await answerTo(person.command('claimvote', { playername: 'Steve' }));

  expect(app.cached()).toEqual({ guilds: 0, users: 0, channels: 0 });
});
