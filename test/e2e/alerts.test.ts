import { once } from 'node:events';

import { expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { type Bot, link, posted, setting, startBot } from './bot.ts';
import { buttonsOf } from './reading.ts';

/** Plans are read continuously, and the outbox is checked twenty times a second. */
const FAST = {
  timings: {
    claims: { ...CLAIM_TIMINGS, recoveryEveryMs: 50 },
    watch: { intervalMs: 20, pollEveryMs: 20, followEveryMs: 20, leaseMs: 60_000 },
  },
};

/** A bot whose guild wants alerts about `ent_1`, and which has already seen the plan. */
async function startWatching(): Promise<Bot> {
  const bot = await startBot({ app: FAST });
  bot.identity.setPlan('ent_1', { entity: { name: 'Castle' }, plan: 'premium' });
  await link(bot.manager, { id: 'ent_1', label: 'Our *castle*' });
  await setting(bot.manager, 'alerts', { channel: bot.guild.channel.id }).reply();
  await lookedAtAgain(bot);
  return bot;
}

/** Resolves when the watcher has processed every earlier answer: only then does it ask again. */
async function lookedAtAgain({ identity }: Bot): Promise<void> {
  const listings = () => identity.server.requests.filter(({ path }) => path.endsWith('/entities/plans')).length;
  const before = listings();
  while (listings() < before + 2) await once(identity.server, 'request');
}

it('a plan that changes is posted where the manager chose, once, as the guild calls it', async () => {
  const bot = await startWatching();
  bot.identity.setPlan('ent_1', { plan: 'basic', delete_at: '2030-01-01T00:00:00.000Z' });
  await posted(bot, bot.guild.channel);
  await lookedAtAgain(bot);
  await bot.app.stop();

  const [alert, ...more] = bot.guild.channel.messages;
  expect(more).toEqual([]);
  expect(alert?.embeds[0]).toMatchObject({ color: 0xed4245 });
  expect(alert?.embeds[0]?.title).toMatch(/^Deletion in [\d,]+ days: Our \\\*castle\\\*$/);
  expect(alert?.embeds[0]?.description).toContain('The plan changed from **Premium** to **Basic**.');
  expect(alert?.embeds[0]?.description).toContain('Deletion is scheduled for <t:');
  expect(alert && buttonsOf(alert)).toEqual(['Manage billing']);
  const post = bot.discord.server.requests.find(({ path }) => path.endsWith('/messages'));
  expect(JSON.parse(post?.requestBody ?? '{}')).toMatchObject({ allowed_mentions: { parse: [] }, enforce_nonce: true });
});
