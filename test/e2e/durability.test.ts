import { join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, startBot } from './bot.ts';

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
