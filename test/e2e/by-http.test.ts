import { once } from 'node:events';

import { expect, it } from 'vitest';

import { LINGER_MS } from '../../src/discord/incoming/way-in.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import { freePort } from '../database/free-port.ts';
import { answerTo, type Bot, prepareBot, startBot } from './bot.ts';

const WARNING = 'Discord sends interactions the other way';

const start = (options: Parameters<typeof startBot>[0] = {}) => startBot({ ...options, byHttp: true });

const warningsOf = ({ log }: Bot) =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === WARNING);

it('a bot by HTTP opens no connection to the gateway', async () => {
  const { discord, member } = await start();

  await answerTo(member.command('claimvote', { playername: 'Steve' }));

  expect(discord.gateway.connected).toEqual([]);
  expect(discord.server.requests.filter(({ path }) => path.includes('gateway'))).toEqual([]);
});

it('an interaction with an entitlement is answered as any other', async () => {
  const { discord, guild, member } = await start();
  const { endpoint } = discord.application;
  await answerTo(member.command('claimvote', { playername: 'Steve' }));
  const deliver = endpoint.deliver.bind(endpoint);
  endpoint.deliver = (payload) =>
    deliver({ ...(payload as object), entitlements: [{ id: '1', sku_id: '2', application_id: '3', type: 8 }] });

  const premium = discord.addPerson({ guild, name: 'Sam' });

  expect((await answerTo(premium.command('claimvote', { playername: 'Alex' }))).title).toBe('No vote found yet');
});

it('a bot that stops is no longer ready while it still takes interactions, and answers them', async () => {
  const port = await freePort();
  const lingering = Promise.withResolvers<undefined>();
  const over = Promise.withResolvers<undefined>();
  let isStopping = false;
  const clock: Clock = {
    ...systemClock,
    sleep(ms, signal) {
      if (!isStopping || ms !== LINGER_MS) return systemClock.sleep(ms, signal);
      lingering.resolve(undefined);
      return over.promise;
    },
  };
  const bot = await start({ app: { clock }, environment: { METRICS_PORT: String(port) }, lingers: true });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  bot.main.castVote('Steve');
  expect(await ready()).toBe(200);

  isStopping = true;
  const stopped = bot.app.stop();
  await lingering.promise;

  expect(await ready()).toBe(503);
  const exchange = bot.member.command('claimvote', { playername: 'Steve' });
  await exchange.acknowledged();
  over.resolve(undefined);
  await stopped;
  expect(await answerTo(exchange)).toMatchObject({ title: 'Reward claimed' });
  await expect(bot.member.command('claimvote', { playername: 'Alex' }).acknowledged()).rejects.toThrow(
    'did not respond',
  );
});

it('a bot is not ready before Discord has said which application it is', async () => {
  const port = await freePort();
  const { app, discord } = await prepareBot({ byHttp: true, environment: { METRICS_PORT: String(port) } });
  const asked = once(discord.server.http, 'request');
  discord.server.inject({ kind: 'hang' }, { path: /applications\/@me$/ });
  const started = expect(app.start()).rejects.toThrow();
  await asked;

  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);

  await app.stop();
  await discord.close();
  await started;
});

it.each<[string, boolean, string | null, mends: RegExp[]]>([
  ['by HTTP while Discord sends interactions through the gateway', true, null, [/Interactions Endpoint URL/]],
  [
    'on the gateway while Discord posts interactions',
    false,
    'https://bot.example/',
    [/set INTERACTIONS_PORT, or clear/],
  ],
  ['by HTTP when Discord posts interactions', true, 'https://bot.example/', []],
])('a bot %s warns of what is wrong with that, with its mend', async (_, byHttp, url, mends) => {
  const bot = await prepareBot({ byHttp });
  bot.discord.application.endpoint.url = url;
  await bot.app.start();

  await bot.app.introduce();

  const warnings = mends.map((mend) => ({ level: 'warn', mend: expect.stringMatching(mend) as string }));
  expect(warningsOf(bot)).toMatchObject(warnings);
});
