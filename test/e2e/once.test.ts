import { expect, it, onTestFinished } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import { HOUR_MS, systemClock } from '../../src/work/clock.ts';
import { describeOnEachDatabase, type Database } from '../database/databases.ts';
import { RedisServer } from '../database/redis-server.ts';
import { maySkip, redisServerPath } from '../services-at-hand.ts';
import { answerTo } from './bot.ts';
import { deliverToAll, startOn } from './crowd-scene.ts';
import { ADDRESS_MODAL } from './forged-modals.ts';
import { beginningOf, countRuns, HANDLERS, SENT } from './handlers.ts';

/** Nothing that runs on a clock writes while the test looks. */
const QUIET = { ...CLAIM_TIMINGS, recoveryEveryMs: HOUR_MS };

type Options = { byHttp: boolean; redisUrl?: string | undefined };

/** Two processes with one database, each of which is given every interaction. */
async function startTwo(database: Database, { byHttp, redisUrl }: Options) {
  const environment = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
  const bot = await startOn(database, { byHttp, environment, app: { timings: { claims: QUIET } } });
  const { endpoint } = bot.discord.application;
  const urls = [endpoint.url];
  const another = await bot.startAnother({ timings: { claims: QUIET } });
  urls.push(endpoint.url);
  if (byHttp) deliverToAll(bot, urls);
  const stopBoth = () => Promise.all([bot.app.stop(), another.stop()]);
  return { ...bot, stopBoth };
}

/** Resolves once they have an answer, and not only "thinking…". */
async function untilAnswered(exchange: Exchange): Promise<void> {
  await exchange.acknowledged();
  const isSaid = () => exchange.message?.embeds.length !== undefined && exchange.message.embeds.length > 0;
  if (!isSaid()) await Promise.race([exchange.reply(), exchange.nextFollowUp()]);
}

it('every handler that may change something can be sent', () => {
  const changing = HANDLERS.filter((handler) => ['acknowledged', 'beside'].includes(beginningOf(handler))).map(
    ({ name }) => name,
  );
  expect(Object.keys(SENT).toSorted()).toEqual(changing.toSorted());
});

const lacksRedis = maySkip(redisServerPath);

describeOnEachDatabase('two processes that are given each interaction', (_open, create, kind) => {
  for (const byHttp of [false, true]) {
    // Each two of database, way in and Redis meet.
    const withRedis = byHttp === (kind === 'sqlite');
    const way = `by ${byHttp ? 'HTTP' : 'the gateway'}${withRedis ? ', with Redis' : ''}`;
    const isSkipped = withRedis && lacksRedis;
    const title = isSkipped ? `${way}: redis-server is not installed: skipped` : way;
    it.skipIf(isSkipped)(
      `run each handler that may change something once, and answer each person: ${title}`,
      async () => {
        const redis = withRedis ? await RedisServer.start() : undefined;
        onTestFinished(() => redis?.kill());
        const { both, guild, store, stopBoth } = await startTwo(await create(), { byHttp, redisUrl: redis?.url });
        const added = both.forgeModal(ADDRESS_MODAL, { address: 'https://game.example/' });
        expect((await answerTo(added)).title).toBe('Webhook added');
        await answerTo(both.command('settings', { channel: guild.channel.id }, { subcommand: 'panel' }));
        const hooks = await store.read((db) => db.selectFrom('reward_hooks').select('id').execute());
        expect(hooks).toHaveLength(1);
        expect(guild.channel.messages.filter(({ ephemeral }) => !ephemeral)).toHaveLength(1);

        const runs = countRuns();
        for (const send of Object.values(SENT)) await untilAnswered(send(both));
        await stopBoth();
        expect(Object.keys(SENT).map((name) => [name, runs.get(name)])).toEqual(
          Object.keys(SENT).map((name) => [name, 1]),
        );
      },
    );
  }
});

describeOnEachDatabase('a signed request that is replayed after a restart', (_open, create) => {
  it('does nothing', async () => {
    const startedAt = Date.now();
    // However long the restart takes, the signature is not too old.
    const app = { timings: { claims: QUIET }, clock: { ...systemClock, now: () => startedAt } };
    const bot = await startOn(await create(), { byHttp: true, app });
    await answerTo(bot.both.command('settings', { claims: 5 }, { subcommand: 'goal' }));
    const runs = countRuns();
    await bot.app.stop();
    const another = await bot.startAnother(app);
    expect(await bot.discord.application.endpoint.replayLast()).toBe(202);
    await another.stop();
    expect(runs.get('/settings goal')).toBe(undefined);
    expect(bot.log.filter((line) => line.includes('"err"') && line.includes('interaction failed'))).toHaveLength(1);
  });
});
