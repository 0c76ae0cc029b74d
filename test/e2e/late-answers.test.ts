import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { createSqlite } from '../database/databases.ts';
import { answerTo } from './bot.ts';
import { onRecord, startOn } from './crowd-scene.ts';

/** A claim that gets no answer is tried once before recovery, which looks for work twenty times a second. */
const FAST = { ...CLAIM_TIMINGS, backoffBaseMs: HOUR_MS, recoveryEveryMs: 50 };

it('tells a late answer once to a person who runs two commands at once', async () => {
  const { app, discord, main, member, store } = await startOn(createSqlite(), { app: { timings: { claims: FAST } } });
  main.castVote('Steve');
  main.server.inject({ kind: 'status', status: 503 });
  await answerTo(member.command('claimvote', { playername: 'Steve' }));
  discord.server.inject(
    { kind: 'status', status: 401, body: '{"message":"Invalid Webhook Token","code":50027}' },
    { path: /@original$/, times: 1 },
  );
  main.server.heal();
  await onRecord(store, sql`sealed_reply_token is null`);

  // The second command is answered while the first one is still telling late answers.
  discord.server.inject({ kind: 'latency', ms: 300 }, { path: /\/webhooks\/\d+\/[^/]+$/ });
  const exchanges = [1, 2].map(() => member.command('privacy', {}, { subcommand: 'delete' }));
  await Promise.all(exchanges.map((exchange) => exchange.reply()));
  await app.stop();

  const [late, ...more] = exchanges.flatMap(({ followUps }) => followUps);
  expect(late?.embeds[0]).toMatchObject({
    title: 'Reward claimed',
    description: expect.stringContaining('About your claim for **Steve**') as string,
  });
  expect(more).toEqual([]);
});
