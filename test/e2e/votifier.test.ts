import { once } from 'node:events';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { Channel } from '../../src/sandbox/discord/guild.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { answerTo, type Bot, buttonsOf, MANAGE_GUILD, startBot } from './bot.ts';
import { claim, descriptionOf, fieldsOf, OFTEN, openUntil } from './reward-scene.ts';

const openRewards = async ({ manager }: Bot) =>
  (await answerTo(manager.command('settings', {}, { subcommand: 'rewards' }))).message;

async function addVotifier(bot: Bot, address: string, token: string) {
  const modal = bot.manager.click(await openRewards(bot), 'Add NuVotifier');
  return answerTo(await bot.manager.submit(modal, { address, token }));
}

/** A guild whose rewards go to a game server with NuVotifier, and that has a channel for moderators. */
async function start(): Promise<Bot & { votifier: VotifierPort; channel: Channel; added: Message }> {
  const votifier = new VotifierPort();
  await votifier.listen();
  onTestFinished(() => votifier.close());
  const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const bot = await startBot({ app: { timings: { claims: OFTEN } }, environment });
  const channel = bot.guild.addChannel('moderators');
  await answerTo(bot.manager.command('settings', { channel: channel.id }, { subcommand: 'moderators' }));
  const added = await addVotifier(bot, votifier.address, votifier.token.get('default') ?? '');
  expect(added.title).toBe('NuVotifier added');
  return { ...bot, votifier, channel, added: added.message };
}

/** The newest post for moderators, once there is one. */
async function posted({ discord }: Bot, channel: Channel): Promise<Message> {
  for (;;) {
    const message = channel.messages.at(-1);
    if (message) return message;
    await once(discord, 'message');
  }
}

/** The lines of the log with a message. */
const logged = ({ log }: Bot, msg: string) =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg);

/** Waits until the reply to a command says this. */
async function reads(exchange: Exchange, words: string): Promise<void> {
  while (!descriptionOf(exchange.history.at(-1)?.message).includes(words)) await once(exchange, 'change');
}

describe('a game server with NuVotifier', () => {
  it('gets one vote for each claim, and whoever asked reads that it arrived', async () => {
    const bot = await start();
    bot.main.castVote('Steve');
    const exchange = bot.member.command('claimvote', { playername: 'Steve' });
    expect((await answerTo(exchange)).title).toBe('Reward claimed');
    await reads(exchange, 'The reward has reached the game server.');
    expect(bot.votifier.votes).toMatchObject([{ username: 'Steve', serviceName: 'plan-vote-bot' }]);
    await openUntil(bot, /^NuVotifier 1 · accepted <t:/);
  });

  it('is not added twice, since it would hand out each reward twice', async () => {
    const bot = await start();
    const again = await addVotifier(bot, bot.votifier.address, bot.votifier.token.get('default') ?? '');
    expect(again.title).toBe('Check the address');
    expect(descriptionOf(again.message)).toContain('twice');
  });

  it('takes a test vote for a player, and says why it takes none', async () => {
    const bot = await start();
    const sendTest = async (message: Message) =>
      answerTo(await bot.manager.submit(bot.manager.click(message, 'Send a test'), { player: 'Notch' }));
    const show = ({ message }: { message: Message }) => bot.manager.click(message, 'Show NuVotifier 1').reply();
    expect(buttonsOf(bot.added)).toEqual(['Send a test', 'Show NuVotifier 1', 'Setup']);
    const first = await sendTest(bot.added);
    expect(first.title).toBe('The test arrived');
    expect(bot.votifier.votes).toMatchObject([{ username: 'Notch' }]);

    bot.votifier.token.set('default', 'another');
    const refused = await sendTest(await show(first));
    expect(refused.title).toBe('The test vote was not taken');
    expect(descriptionOf(refused.message)).toContain('config.yml');
    const detail = await show(refused);
    expect(fieldsOf(detail)).toMatchObject({ 'Service name of these votes': '`plan-vote-bot`' });
    const modal = bot.manager.click(detail, 'New token');
    const changed = await answerTo(await bot.manager.submit(modal, { token: 'another' }));
    expect((await sendTest(changed.message)).title).toBe('The test arrived');
  });

  it.each([
    ['NuVotifier', 'the token was refused', 'under tokens, after default'],
    ['VotifierPlus', 'closed without an answer', 'the token is wrong'],
    ['VotifierPlus without tokens', 'only protocol 1', 'set TokenSupport to true'],
    ['HytaleVotifier', 'the token was refused', 'HytaleVotifier, under tokens, after plan-vote-bot'],
  ] as const)(
    'that is %s says what is wrong, and gets what it refused once that is mended',
    async (plugin, ...words) => {
      const bot = await start();
      bot.votifier.token = new Map([['plan-vote-bot', 'the-right-one']]);
      bot.votifier.plugin = plugin;
      const test = await answerTo(
        await bot.manager.submit(bot.manager.click(bot.added, 'Send a test'), { player: 'Notch' }),
      );
      expect(test.title).toBe('The test vote was not taken');
      for (const word of words) expect(descriptionOf(test.message)).toContain(word);

      await claim(bot);
      const refused = await openUntil(bot, /^NuVotifier 1 · not accepted yet · attempts: 1/);
      expect(fieldsOf(refused)).not.toMatchObject({ 'Decisions about the reward': expect.anything() as string });
      if (plugin === 'VotifierPlus without tokens') bot.votifier.plugin = 'VotifierPlus';
      const detail = await bot.manager.click(test.message, 'Show NuVotifier 1').reply();
      const renewed = await answerTo(
        await bot.manager.submit(bot.manager.click(detail, 'New token'), { token: '"the-right-one"' }),
      );
      // One that closed without an answer is turned off: it may be one that takes votes without a word.
      const resumes = buttonsOf(renewed.message).filter((label) => label === 'Resume');
      expect(resumes).toHaveLength(plugin === 'VotifierPlus' ? 1 : 0);
      for (const label of resumes) await bot.manager.click(renewed.message, label).reply();
      await openUntil(bot, /^NuVotifier 1 · accepted <t:/);
      expect(bot.votifier.votes.map(({ username }) => username)).toEqual(['Steve']);
    },
  );

  it.each([
    ['It arrived', 1],
    ['Send again', 2],
  ])('that takes a vote and says nothing leaves it to a moderator: %s', async (button, votes) => {
    const bot = await start();
    bot.votifier.inject({ kind: 'lost-answer' }, { times: 1 });
    bot.main.castVote('Steve');
    const exchange = bot.member.command('claimvote', { playername: 'Steve' });
    const post = await posted(bot, bot.channel);
    expect(post.embeds[0]?.title).toBe('Did the reward arrive?');
    expect(buttonsOf(post)).toEqual(['Open claim', 'It arrived', 'Send again']);
    const list = await answerTo(bot.moderator.command('claims', { outcome: 'parked' }));
    expect(descriptionOf(list.message)).toContain('did the reward arrive?');

    const decided = await bot.moderator.click(post, button).reply();
    expect(decided.id).not.toBe(post.id);
    await openUntil(bot, /^NuVotifier 1 · accepted <t:/);
    expect(bot.votifier.votes).toHaveLength(votes);
    await reads(exchange, 'The reward has reached the game server.');
    expect((await answerTo(bot.moderator.command('claims', { outcome: 'parked' }))).title).toBe('No claims found');
  });

  it('that took a vote hands it out again only as somebody with Manage Server confirms, and who did is on record', async () => {
    const bot = await start();
    await claim(bot);
    const detail = await openUntil(bot, /accepted <t:/);
    const refused = await bot.moderator.click(detail, 'Send again').reply();
    expect(descriptionOf(refused)).toContain('you need *Manage Server*');
    bot.moderator.permissions |= MANAGE_GUILD;
    const asked = await bot.moderator.click(refused, 'Send again').reply();
    expect([bot.votifier.votes.length, fieldsOf(asked)['Decisions about the reward']]).toEqual([1, undefined]);
    expect(descriptionOf(asked)).toContain('**once more**');

    const customId = asked.components.flatMap(({ components = [] }) => components)[0]?.custom_id ?? '';
    const sent = await bot.moderator.click(asked, 'Hand it out again').reply();
    expect(descriptionOf(sent)).toContain('NuVotifier hands it out again.');
    const again = await openUntil(bot, /accepted .* · attempts in all: 2$/);
    // A second click on the same button.
    await bot.moderator.forge(customId).reply();
    expect(bot.votifier.votes).toHaveLength(2);
    expect(fieldsOf(again)['Decisions about the reward']).toMatch(
      new RegExp(`^<@${bot.moderator.id}> · <t:\\d+:f> · sent again: NuVotifier 1$`),
    );
    expect(logged(bot, 'a reward is sent again')).toMatchObject([{ level: 'info', userId: bot.moderator.id }]);
    bot.moderator.permissions &= ~MANAGE_GUILD;
    expect((await bot.moderator.forge(customId).reply()).embeds[0]?.title).toBe("You can't use this here");
  });

  it('gets no test vote for a name that is not safe in a command, and of others it is on record who sent them', async () => {
    const bot = await start();
    const sendTest = async (message: Message, player: string) =>
      answerTo(await bot.manager.submit(bot.manager.click(message, 'Send a test'), { player }));
    const refused = await sendTest(bot.added, '@a');
    expect([refused.title, descriptionOf(refused.message)]).toEqual([
      'The test vote was not taken',
      expect.stringContaining('at most 16 letters, digits and underscores') as string,
    ]);
    const detail = await bot.manager.click(refused.message, 'Show NuVotifier 1').reply();
    expect((await sendTest(detail, '.Notch X')).title).toBe('The test arrived');
    expect(bot.votifier.votes).toMatchObject([{ username: '.Notch_X' }]);
    expect(fieldsOf(await openRewards(bot))['Newest test votes']).toMatch(
      new RegExp(String.raw`^<@${bot.manager.id}> · <t:\d+:f> · NuVotifier 1 · \\.Notch\\_X$`),
    );
    expect(logged(bot, 'a test vote is sent')).toMatchObject([{ level: 'info', userId: bot.manager.id }]);
  });

  it('gets no vote for a name that it would refuse, and a moderator is told', async () => {
    const bot = await start();
    await claim(bot, 'a_name_of_many_letters');
    const post = await posted(bot, bot.channel);
    expect(post.embeds[0]?.title).toBe('A reward was not sent');
    expect(buttonsOf(post)).toEqual(['Open claim', 'It arrived']);
    expect(descriptionOf(post)).toMatch(/\*\*Reward:\*\* .*at most 16 letters, digits and underscores/);
    expect(bot.votifier.votes).toEqual([]);
  });
});

describe('the post about a first answer that was lost', () => {
  it('settles it in two clicks, and the member reads the outcome', async () => {
    const bot = await start();
    bot.main.castVote('Steve');
    bot.main.server.inject({ kind: 'lost-answer' }, { times: 1 });
    const exchange = bot.member.command('claimvote', { playername: 'Steve' });
    expect((await answerTo(exchange)).title).toBe('Vote claimed, first answer lost');
    const post = await posted(bot, bot.channel);
    expect(buttonsOf(post)).toEqual(['Open claim', 'It was claimed', 'It was not claimed']);
    const modal = bot.moderator.click(post, 'It was claimed');
    await (await bot.moderator.submit(modal, { note: 'The vote site says so.' })).reply();
    await reads(exchange, 'it was claimed');
    await openUntil(bot, /^NuVotifier 1 · accepted <t:/);
    expect(bot.votifier.votes).toMatchObject([{ username: 'Steve' }]);
  });
});

describe('a member', () => {
  it('tells the moderators of a claim that somebody else made, once, and reads what they found out', async () => {
    const bot = await start();
    bot.main.claimElsewhere('Steve');
    const { title, message } = await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
    expect([title, buttonsOf(message)]).toEqual(['Already claimed', ['Vote', 'Tell the moderators']]);
    expect((await bot.member.click(message, 'Tell the moderators').reply()).embeds[0]?.title).toBe(
      'The moderators have been told',
    );
    const post = await posted(bot, bot.channel);
    expect(post.embeds[0]?.title).toBe('A member asks about a claim');
    expect(descriptionOf(post)).toContain(`<@${bot.member.id}> asks about the claim for **Steve**`);
    await bot.member.click(message, 'Tell the moderators').reply();
    const opened = await bot.moderator.click(post, 'Open claim').reply();
    expect(opened.embeds[0]?.title).toContain('Claim ');
    const modal = bot.moderator.click(post, 'It was claimed');
    await (await bot.moderator.submit(modal, { note: 'Alex did, on another device.' })).reply();
    const next = bot.member.command('help');
    await next.reply();
    while (next.followUps.length === 0) await once(next, 'change');
    expect(next.followUps[0]?.embeds[0]?.title).toBe('A moderator has looked into it');
    expect(descriptionOf(next.followUps[0])).toContain('it was claimed');
    expect(bot.channel.messages).toHaveLength(1);
  });
});
