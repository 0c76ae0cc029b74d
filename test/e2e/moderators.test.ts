import { describe, expect, it } from 'vitest';

import type { Channel } from '../../src/sandbox/discord/guild.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, fillIn, posted, setting, startBot, TOKEN_OVER } from './bot.ts';
import { buttonsOf, descriptionOf, titleOf } from './reading.ts';
import { openFirstClaim, PARK_AT_ONCE } from './reward-scene.ts';

/** Little time is left for a claim that is tried once. */
const TIMINGS = { claims: { ...PARK_AT_ONCE, lastAttemptStartMs: 1_000 } };
const REVIEWED = 'and marked the claim as resolved.';

/** A bot whose guild has a channel for its moderators. */
async function start(): Promise<Bot & { channel: Channel }> {
  const bot = await startBot({ app: { timings: TIMINGS } });
  const channel = bot.guild.addChannel('moderators');
  const { title } = await answerTo(setting(bot.manager, 'moderators', { channel: channel.id }));
  expect(title).toBe("Moderators' channel saved");
  return { ...bot, channel };
}

/** The member claims for a player, and gets no answer. */
async function claimInVain(bot: Bot, playername = 'Steve') {
  bot.main.server.inject({ kind: 'status', status: 503 });
  const exchange = bot.member.command('claimvote', { playername });
  expect(await answerTo(exchange)).toMatchObject({ title: 'Claim not confirmed yet' });
  return exchange;
}

/** A moderator marks the first claim of their list as resolved. */
const resolveFirst = async (bot: Bot, note: string) =>
  (await fillIn(bot.moderator, await openFirstClaim(bot), 'Mark resolved', { note })).message;

it('a question about a claimed reward is dealt with outside the bot, and its post says by whom', async () => {
  const bot = await start();
  bot.main.castVote('Steve');
  const { message } = await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
  await bot.member.click(message, 'Tell the moderators').reply();
  const post = await posted(bot, bot.channel);
  expect(buttonsOf(post)).toEqual(['Open claim', 'Dealt with']);
  const done = await bot.moderator.click(post, 'Dealt with').reply();
  expect([done.id, titleOf(done), buttonsOf(done)]).toEqual([post.id, 'There is nothing left to decide', []]);
  expect(descriptionOf(done)).toContain(`Decided by:** <@${bot.moderator.id}>`);
});

describe('a refused access token', () => {
  it('is posted once, with what mends it', async () => {
    const bot = await start();
    bot.main.tokens.clear();
    for (const playername of ['Steve', 'Alex'])
      expect((await answerTo(bot.member.command('claimvote', { playername }))).title).toBe('Claims need an admin');
    await posted(bot, bot.channel);
    await claimInVain(bot);
    await posted(bot, bot.channel, 2);
    expect(bot.channel.messages.map(titleOf)).toEqual(['The access token is refused', 'A claim needs a moderator']);
    expect(descriptionOf(bot.channel.messages[0])).toMatch(/operator renews it, .*<\/settings token:\d+>/);
  });
});

describe('a parked claim', () => {
  it('is posted for the moderators, and the member reads in their reply that it was resolved', async () => {
    const bot = await start();
    const exchange = await claimInVain(bot);
    const post = await posted(bot, bot.channel);
    const { message } = await answerTo(exchange);
    expect(post.embeds[0]).toMatchObject({ title: 'A claim needs a moderator', footer: message.embeds[0]?.footer });
    expect(descriptionOf(post)).toContain('**Steve**');
    expect(descriptionOf(post)).toContain(`<@${bot.member.id}>`);

    const edited = exchange.nextEdit();
    const detail = await resolveFirst(bot, 'The vote site has it.');
    const told = await edited;

    expect(descriptionOf(detail)).toContain('**Steve** · Marked resolved, without a decision');
    expect(told.embeds[0]?.title).toBe('A moderator has looked into it');
    expect(descriptionOf(told)).toContain(REVIEWED);
    expect(JSON.stringify(told)).not.toContain('The vote site has it.');
    await bot.app.stop();
    expect(bot.channel.messages).toHaveLength(1);
    const request = bot.discord.server.requests.find(({ path }) => path.endsWith(`/${bot.channel.id}/messages`));
    expect(JSON.parse(request?.requestBody ?? '{}')).toMatchObject({
      allowed_mentions: { parse: [] },
      enforce_nonce: true,
    });
  });

  it('is told by a direct message to a member who wants reminders, when the reply can be edited no more', async () => {
    const bot = await start();
    await answerTo(setting(bot.manager, 'reminders', { hours: 24 }));
    await answerTo(bot.member.command('remind', { on: true }));
    await claimInVain(bot);
    await posted(bot, bot.channel);
    const reply = bot.discord.server.requests.findLast(({ path }) => path.endsWith('@original'))?.path ?? '';
    bot.discord.server.inject(TOKEN_OVER, { path: new RegExp(`${reply}$`) });
    await resolveFirst(bot, 'Done');
    const message = await until(() => bot.member.directMessages[0]);
    expect(bot.member.directMessages).toHaveLength(1);
    expect(descriptionOf(message)).toMatch(/^About your claim for \*\*Steve\*\* in /);
    expect(descriptionOf(message)).toContain(REVIEWED);
    expect(buttonsOf(message)).toEqual(['Claim my vote', 'Stop reminders']);
    const next = bot.member.command('privacy', {}, { subcommand: 'export' });
    await next.reply();
    await bot.app.stop();
    expect(next.followUps).toEqual([]);
  });
});
