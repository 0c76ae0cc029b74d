import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { type Clock, systemClock } from '../../src/work/clock.ts';
import { FatalError } from '../../src/work/errors.ts';
import { createSqlite, openForTest } from '../database/databases.ts';
import { until } from '../until.ts';
import { prepareBot, startBot } from './bot.ts';

const UPKEEP_EVERY_MS = 30_000;

it('what is stored of a Discord server that the bot left long ago is deleted', async () => {
  const database = createSqlite();
  const bot = await prepareBot({ environment: { DATABASE_URL: `sqlite:${database.path}` } });
  const store = await openForTest(database);
  const guilds = () => store.read((db) => db.selectFrom('guilds').select('id').execute());
  await store.write((db) =>
    db
      .insertInto('guilds')
      .values([
        { id: '1', last_seen_at: 0 },
        { id: bot.guild.id, last_seen_at: 0 },
      ])
      .execute(),
  );

  await bot.app.start();
  await until(async () => (await guilds()).length === 1);

  expect(await guilds()).toEqual([{ id: bot.guild.id }]);
});

it('a bot that becomes public without a home server ends, as it would not have started', async () => {
  const aMinute = Promise.withResolvers<undefined>();
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) =>
      ms === UPKEEP_EVERY_MS ? aMinute.promise.then(() => setImmediate()) : systemClock.sleep(ms, signal),
  };
  const { app, discord } = await startBot({ app: { clock } });

  discord.application.botPublic = true;
  aMinute.resolve(undefined);

  await expect(app.fatal).rejects.toThrow(FatalError);
  await expect(app.fatal).rejects.toThrow('set HOME_GUILD_ID');
});
