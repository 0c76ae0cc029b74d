import SqliteDatabase from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import { createSqlite } from '../database/databases.ts';
import { freePort } from '../database/free-port.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, prepareBot } from './bot.ts';

async function serve(): Promise<{ bot: Bot; path: string; status: () => Promise<number> }> {
  const port = await freePort();
  const { path } = createSqlite();
  const bot = await prepareBot({ environment: { DATABASE_URL: `sqlite:${path}`, METRICS_PORT: String(port) } });
  return { bot, path, status: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status };
}

it('a bot is ready while it has its connection to Discord, and not without', async () => {
  const { bot, status } = await serve();
  await bot.app.start();
  await until(async () => (await status()) === 200);

  bot.discord.gateway.acceptsConnections = false;
  bot.discord.gateway.drop();
  await until(async () => (await status()) === 503);

  bot.discord.gateway.acceptsConnections = true;
  await until(async () => (await status()) === 200);
});

it('a bot is not ready while its database takes no writes: it says so to claims, and shows plans as ever', async () => {
  const { bot, path, status } = await serve();
  await bot.app.start();
  const other = new SqliteDatabase(path);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  const exchange = bot.member.command('claimvote', { playername: 'Steve' });
  await exchange.acknowledged();
  expect((await answerTo(bot.moderator.command('plan', { entity: 'ent_1' }))).colour).toBe('95A5A6');
  expect(await answerTo(exchange)).toMatchObject({ title: 'Storage unavailable', colour: 'ED4245' });
  expect(bot.main.server.requests).toEqual([]);
  expect(await status()).toBe(503);

  other.exec('rollback');
  await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
  expect(await status()).toBe(200);
});
