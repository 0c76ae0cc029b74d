import { once } from 'node:events';
import { join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { initdbPath, maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, type Bot, startBot } from './bot.ts';

/** A person is told that a claim is pending after 2 s; recovery looks for work twenty times a second. */
const FAST = {
  ...CLAIM_TIMINGS,
  attemptDeadlineMs: 1_000,
  lastAttemptStartMs: 1_000,
  tellPendingAfterMs: 2_000,
  backoffBaseMs: 50,
  recoveryEveryMs: 50,
};
const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64');

const databaseFile = () => join(temporaryFolder(), 'bot.db');

async function announceIn({ guild, manager }: Bot): Promise<void> {
  const { title } = await answerTo(
    manager.command('settings', { channel: guild.channel.id, on: true }, { subcommand: 'announcements' }),
  );
  expect(title).not.toBe('Something went wrong');
}

describe('what the bot has begun', () => {
  it('answers new claims with "Storage unavailable" while the database is locked, and plans as ever', async () => {
    const path = databaseFile();
    const bot = await startBot({
      environment: { DATABASE_URL: `sqlite:${path}`, ENCRYPTION_KEY },
      app: { timings: { claims: { ...FAST, recoveryEveryMs: 60_000 } } },
    });
    const other = new SqliteDatabase(path);
    other.exec('begin immediate');

    const exchange = bot.member.command('claimvote', { playername: 'Steve' });
    const acknowledged = await exchange.acknowledged();
    const plan = await answerTo(bot.moderator.command('plan', { entity: 'ent_1' }));

    expect(acknowledged).toMatchObject({ kind: 'deferred' });
    expect(acknowledged.afterMs).toBeLessThan(2_000);
    expect(plan.colour).toBe('95A5A6');
    expect(await answerTo(exchange)).toMatchObject({ title: 'Storage unavailable', colour: 'ED4245' });
    expect(bot.main.server.requests).toEqual([]);

    other.exec('rollback');
    other.close();
    expect(await answerTo(bot.member.command('claimvote', { playername: 'Steve' }))).toMatchObject({
      title: 'No vote found yet',
    });
  });
});

const skipped = maySkip(initdbPath);
describe.skipIf(skipped)(
  skipped ? 'two processes: Postgres is not installed: skipped' : 'two processes on one Postgres',
  () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await PostgresServer.start();
    });
    afterAll(() => postgres.stop());

    it('make one claim of what two people ask in both at once: one verdict, told to both, one announcement', async () => {
      const environment = { DATABASE_URL: await postgres.createDatabase(), ENCRYPTION_KEY };
      const bot = await startBot({ byHttp: true, environment, app: { timings: { claims: FAST } } });
      const { endpoint } = bot.discord.application;
      const first = endpoint.url;
      const joined = Promise.withResolvers<undefined>();
      const watchAdmission = (ledger: ClaimLedger): ClaimLedger => ({
        ...ledger,
        async admit(request) {
          const admission = await ledger.admit(request);
          joined.resolve(undefined);
          return admission;
        },
      });
      const another = await bot.startAnother({ timings: { claims: FAST }, wraps: { ledger: watchAdmission } });
      const second = endpoint.url;
      const otherGuild = bot.discord.addGuild();
      const other = bot.discord.addPerson({ guild: otherGuild, name: 'Sam' });
      await announceIn(bot);
      bot.main.castVote('Steve');
      const hold = Promise.withResolvers<undefined>();
      const posted = Promise.withResolvers<undefined>();
      bot.main.beforeAnswer = () => {
        posted.resolve(undefined);
        return hold.promise;
      };

      endpoint.url = first;
      const mine = bot.member.command('claimvote', { playername: 'Steve' });
      await posted.promise;
      endpoint.url = second;
      const theirs = other.command('claimvote', { playername: 'Steve' });
      await joined.promise;
      hold.resolve(undefined);

      expect(await answerTo(mine)).toMatchObject({ title: 'Reward claimed' });
      expect(await answerTo(theirs)).toMatchObject({ title: 'Reward claimed' });
      expect(bot.main.claims).toHaveLength(1);
      while (bot.guild.channel.messages.length === 0) await once(bot.discord, 'message');
      await bot.recovered();
      await Promise.all([bot.app.stop(), another.stop()]);
      expect([...bot.guild.channel.messages, ...otherGuild.channel.messages]).toHaveLength(1);
    });
  },
);
