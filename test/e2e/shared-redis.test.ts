import { createClient } from '@keyv/redis';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import { REDIS_PATIENCE_MS } from '../../src/work/redis.ts';
import { createSqlite } from '../database/databases.ts';
import { RedisServer } from '../database/redis-server.ts';
import { maySkip, redisServerPath } from '../services-at-hand.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, link, startBot } from './bot.ts';
import { deliverToAll } from './crowd-scene.ts';

const CONNECTED = 'connected to Redis';
const UNREACHABLE = 'Redis is not reachable, going on without it';

/** A machine may be busy for longer than anybody waits for Redis. */
const PATIENT: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms === REDIS_PATIENCE_MS ? 60_000 : ms, run),
};

const timesLogged = ({ log }: Bot, message: string) => log.filter((line) => line.includes(message)).length;

async function untilLogged(bot: Bot, message: string, times: number): Promise<void> {
  await until(() => timesLogged(bot, message) >= times);
}

const callbacks = ({ discord }: Bot) =>
  discord.server.requests.filter(({ path, status }) => path.endsWith('/callback') && status === 204).length;

const titleOf = async (exchange: Exchange): Promise<string> => (await answerTo(exchange)).title;

const skipped = maySkip(redisServerPath);
const suite = skipped ? 'redis-server is not installed: skipped' : 'two processes that share a Redis';

describe.skipIf(skipped)(suite, () => {
  let redis: RedisServer;

  beforeEach(async () => {
    redis = await RedisServer.start();
    onTestFinished(() => redis.kill());
  });

  /** Two processes with one database; `urls`: where each takes interactions. */
  async function startTwo({ clock = PATIENT } = {}) {
    const app = { clock };
    const environment = { DATABASE_URL: `sqlite:${createSqlite().path}`, REDIS_URL: redis.url };
    const bot = await startBot({ byHttp: true, app, environment });
    const { endpoint } = bot.discord.application;
    const urls = [endpoint.url ?? ''];
    await bot.startAnother(app);
    urls.push(endpoint.url ?? '');
    await untilLogged(bot, CONNECTED, 2);
    return { bot, urls, endpoint };
  }

  /** What is in Redis, each under a key of its kind that begins with the bot's name. */
  async function kindsOfKeys(): Promise<string[]> {
    const client = createClient({ url: redis.url });
    await client.connect();
    onTestFinished(() => {
      client.destroy();
    });
    const kinds = (await client.keys('*')).map((key) => /^planvote:([a-z]+):/.exec(key)?.[1] ?? key);
    return [...new Set(kinds)].toSorted();
  }

  it('turn the pages of a list, and know who was given a command, whichever answered it', async () => {
    const { bot, endpoint, urls } = await startTwo();
    const { guild, manager, member, moderator } = bot;
    await link(manager, { id: 'ent_active' });
    const [one = null, other = null] = urls;
    endpoint.url = one;
    const report = moderator.command('plans');
    let message = await report.reply();
    while (message.embeds[0]?.footer === undefined) message = await report.nextEdit();
    guild.allow('plan', member.id);
    const card = await answerTo(member.command('plan', { entity: 'ent_active' }));

    endpoint.url = other;
    expect(await titleOf(moderator.click(message, 'Download CSV'))).not.toBe('This list is closed');
    expect((await answerTo(member.click(card.message, 'Refresh'))).title).toBe(card.title);
    const stranger = bot.discord.addPerson({ guild, name: 'Stranger' });
    expect(await titleOf(stranger.forge('plan:refresh:ent_active'))).toBe("You can't use this here");
    expect(await kindsOfKeys()).toEqual(['interaction', 'limit', 'list', 'lists', 'opened', 'plan']);
  });

  it('go on when it dies, each for itself, and share it again when it is back', async () => {
    const { bot, urls } = await startTwo();
    await redis.kill();

    deliverToAll(bot, urls);
    expect(await titleOf(bot.member.command('claimvote', { playername: 'Steve' }))).toBe('No vote found yet');
    expect(bot.main.claims).toHaveLength(1);
    await untilLogged(bot, UNREACHABLE, 2);

    await redis.revive();
    await untilLogged(bot, CONNECTED, 4);
    const before = callbacks(bot);
    expect(await titleOf(bot.moderator.command('claimvote', { playername: 'Alex' }))).toBe('No vote found yet');
    await bot.app.stop();

    expect(bot.main.claims).toHaveLength(2);
    expect(callbacks(bot)).toBe(before + 1);
    expect(timesLogged(bot, UNREACHABLE)).toBe(2);
  });

  it('answer while it hangs', async () => {
    const { bot } = await startTwo({ clock: systemClock });
    redis.hang();

    expect(await titleOf(bot.member.command('claimvote', { playername: 'Steve' }))).toBe('No vote found yet');
  });
});
