import { once } from 'node:events';

import { expect, it } from 'vitest';

import { answerTo, prepareBot, startBot } from './bot.ts';

it.each([
  [4004, 'Discord refused DISCORD_TOKEN.'],
  [4010, 'Discord refused the shards of SHARD_IDS and SHARD_COUNT.'],
  [4011, 'The bot is in too many servers for this many shards: raise SHARD_COUNT.'],
  [4014, 'Discord does not allow the gateway intents.'],
])('ends with a plain reason when the gateway closes with %i', async (code, reason) => {
  const { app, discord } = await prepareBot();
  discord.gateway.refuseNextIdentify(code);

  await expect(app.start()).rejects.toThrow(reason);
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
