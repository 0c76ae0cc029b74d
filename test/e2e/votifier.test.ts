import { describe, expect, it } from 'vitest';

import { answerTo, type Bot, fillIn, MANAGE_GUILD, posted } from './bot.ts';
import { buttonsOf, descriptionOf, fieldsOf, idOf, titleOf } from './reading.ts';
import { claim, openUntil } from './reward-scene.ts';
import { addVotifier, mistakes, openRewards, reads, start, startBeside, TOKEN } from './votifier-scene.ts';

/** The lines of the log with a message. */
const logged = ({ log }: Bot, msg: string) =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg);

describe('a game server with NuVotifier', () => {
  /** What a manager reads, and whether at once: what the greeting of a server shows. */
  it.each([
    ['NuVotifier', 'token', 'by a test', 'the token was refused', 'under tokens, after default'],
    ['NuVotifier', 'port', 'at once', 'no NuVotifier answered', 'the port, after port in its config.yml'],
    ['NuVotifier', 'protocol', 'at once', 'only protocol 1', 'replace the old Votifier by NuVotifier'],
    ['VotifierPlus', 'token', 'by a test', 'closed without an answer', 'the token is wrong'],
    ['VotifierPlus', 'port', 'at once', 'no NuVotifier answered', 'the port, after port in its config.yml'],
    ['VotifierPlus', 'protocol', 'at once', 'only protocol 1', 'set TokenSupport to true'],
    [
      'HytaleVotifier',
      'token',
      'by a test',
      'the token was refused',
      'HytaleVotifier, under tokens, after plan-vote-bot',
    ],
    ['HytaleVotifier', 'port', 'at once', 'no NuVotifier answered', 'the port, after port in its config.yml'],
    ['HytaleVotifier', 'protocol', 'by a test', 'refused for its form', 'as the PROXY protocol does'],
  ] as const)(
    'that is %s with a wrong %s says so %s, and gets the vote once, as soon as that is mended',
    async (plugin, mistake, when, ...words) => {
      const { votifier, ...bot } = await startBeside({ plugin });
      const { address, token } = await mistakes[mistake](votifier);
      const added = await addVotifier(bot, address, token);
      expect([added.title, added.colour]).toEqual(['NuVotifier added', when === 'at once' ? 'FEE75C' : '57F287']);
      const isSaidAtOnce = when === 'at once';
      const said = isSaidAtOnce ? added : await fillIn(bot.manager, added.message, 'Send a test', { player: 'Notch' });
      if (!isSaidAtOnce) {
        const ways = ['Send a test', 'Show NuVotifier 1', 'All settings'];
        expect(said.title).toBe('The test vote was not taken');
        expect(buttonsOf(said.message)).toEqual(mistake === 'token' ? ['New token', ...ways] : ways);
      }
      for (const word of [...words, address]) expect(descriptionOf(said.message)).toContain(word);

      await claim(bot);
      const refused = await openUntil(
        bot,
        /^NuVotifier 1 · (?:not accepted yet|waits: sending there is paused or off) · attempts: 1/,
      );
      expect(fieldsOf(refused)).not.toMatchObject({ 'Decisions about the reward': expect.anything() as string });
      votifier.plugin = plugin;
      votifier.heal();
      const detail = await bot.manager.click(said.message, 'Show NuVotifier 1').reply();
      const [button, value] =
        mistake === 'token' ? ['New token', { token: `"${TOKEN}"` }] : ['New address', { address: votifier.address }];
      const mended = await fillIn(bot.manager, detail, button, value);
      expect(descriptionOf(mended.message)).not.toContain('nothing would arrive');
      if (mistake === 'token') expect(descriptionOf(mended.message)).toContain('*Send a test* shows whether it works');
      // One that closed without an answer is turned off: it may be one that takes votes without a word.
      const resumes = buttonsOf(mended.message).filter((label) => label === 'Resume');
      expect(resumes).toHaveLength(plugin === 'VotifierPlus' && mistake === 'token' ? 1 : 0);
      for (const label of resumes) await bot.manager.click(mended.message, label).reply();
      await openUntil(bot, /^NuVotifier 1 · accepted <t:/);
      expect(votifier.votes.map(({ username }) => username)).toEqual(['Steve']);
      expect(bot.channel.messages).toEqual([]);
    },
  );

  it.each([
    ['It arrived: nothing is sent', 1, 'noted as arrived', 'A moderator says that the reward has arrived.'],
    ['Send the reward again', 2, 'accepted', 'The reward has reached the game server.'],
  ])('that takes a vote and says nothing leaves it to a moderator: %s', async (button, votes, state, words) => {
    const bot = await start();
    bot.votifier.inject({ kind: 'lost-answer' }, { times: 1 });
    bot.main.castVote('Steve');
    const exchange = bot.member.command('claimvote', { playername: 'Steve' });
    const post = await posted(bot, bot.channel);
    expect(titleOf(post)).toBe('Did the reward arrive?');
    expect(buttonsOf(post)).toEqual(['Open claim', 'It arrived: nothing is sent', 'Send the reward again']);
    const list = await answerTo(bot.moderator.command('claims', { outcome: 'parked' }));
    expect(descriptionOf(list.message)).toContain('did the reward arrive?');

    const decided = await bot.moderator.click(post, button).reply();
    expect([decided.id, buttonsOf(decided)]).toEqual([post.id, []]);
    await openUntil(bot, new RegExp(`^NuVotifier 1 · ${state} <t:`));
    expect(bot.votifier.votes).toHaveLength(votes);
    await reads(exchange, words);
    expect((await answerTo(bot.moderator.command('claims', { outcome: 'parked' }))).title).toBe('No claims found');
  });

  it('that took a vote hands it out again only as somebody with Manage Server confirms, and who did is on record', async () => {
    const bot = await start();
    await claim(bot);
    const detail = await openUntil(bot, /accepted <t:/);
    const refused = await bot.moderator.click(detail, 'Send the reward again').reply();
    expect(descriptionOf(refused)).toContain('you need *Manage Server*');
    bot.moderator.permissions |= MANAGE_GUILD;
    const asked = await bot.moderator.click(refused, 'Send the reward again').reply();
    expect([bot.votifier.votes.length, fieldsOf(asked)['Decisions about the reward']]).toEqual([1, undefined]);
    expect(descriptionOf(asked)).toContain('**once more**');

    const customId = idOf(asked, 'Hand it out again');
    const sent = await bot.moderator.click(asked, 'Hand it out again').reply();
    expect(descriptionOf(sent)).toContain('If NuVotifier already had it, it hands it out again.');
    const again = await openUntil(bot, /accepted .* · attempts in all: 2$/);
    // A second click on the same button.
    await bot.moderator.forge(customId).reply();
    expect(bot.votifier.votes).toHaveLength(2);
    expect(fieldsOf(again)['Decisions about the reward']).toMatch(
      new RegExp(`^<@${bot.moderator.id}> · <t:\\d+:f> · sent again: NuVotifier 1$`),
    );
    expect(logged(bot, 'a reward is sent again')).toMatchObject([{ level: 'info', userId: bot.moderator.id }]);
    bot.moderator.permissions &= ~MANAGE_GUILD;
    expect(titleOf(await bot.moderator.forge(customId).reply())).toBe("You can't use this here");
  });

  it('is not added twice, since it would hand out each reward twice', async () => {
    const bot = await start();
    const again = await addVotifier(bot, bot.votifier.address, bot.votifier.token.get('default') ?? '');
    expect(again.title).toBe('Check the address');
    expect(descriptionOf(again.message)).toContain('twice');
  });

  it('gets test votes of which it is on record who sent them', async () => {
    const bot = await start();
    const tested = await fillIn(bot.manager, bot.added, 'Send a test', { player: '.Notch X' });
    expect(tested.title).toBe('The test arrived');
    expect(bot.votifier.votes).toMatchObject([{ username: '.Notch_X' }]);
    expect(fieldsOf(await openRewards(bot))['Newest tests']).toMatch(
      new RegExp(String.raw`^<@${bot.manager.id}> · <t:\d+:f> · NuVotifier 1 · \\.Notch\\_X$`),
    );
    expect(logged(bot, 'a test vote is sent')).toMatchObject([{ level: 'info', userId: bot.manager.id }]);
  });

  it('gets no vote for a name that it would refuse, and a moderator is told', async () => {
    const bot = await start();
    await claim(bot, 'a_name_of_many_letters');
    const post = await posted(bot, bot.channel);
    expect(titleOf(post)).toBe('A reward was not sent');
    expect(buttonsOf(post)).toEqual(['Open claim', 'It arrived: nothing is sent']);
    expect(descriptionOf(post)).toMatch(/\*\*Reward:\*\* .*at most 16 letters, digits and underscores/);
    expect(bot.votifier.votes).toEqual([]);
  });
});

it('a member tells the moderators of a claim that somebody else made, once, and reads what they found out', async () => {
  const bot = await start();
  bot.main.claimElsewhere('Steve');
  const { title, message } = await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
  expect([title, buttonsOf(message)]).toEqual(['Already claimed', ['Vote', 'Another name', 'Tell the moderators']]);
  expect(titleOf(await bot.member.click(message, 'Tell the moderators').reply())).toBe('The moderators have been told');
  const post = await posted(bot, bot.channel);
  expect(titleOf(post)).toBe('A member asks about a claim');
  expect(descriptionOf(post)).toContain(`<@${bot.member.id}> asks about the claim for **Steve**`);
  await bot.member.click(message, 'Tell the moderators').reply();
  expect(titleOf(await bot.moderator.click(post, 'Open claim').reply())).toContain('Claim ');
  const modal = bot.moderator.click(post, 'It was claimed before: no reward');
  await (await bot.moderator.submit(modal, { note: 'Alex did, on another device.' })).reply();
  const told = await bot.member.command('help').nextFollowUp();
  expect(titleOf(told)).toBe('A moderator has looked into it');
  expect(descriptionOf(told)).toContain('had already been claimed');
  expect(bot.channel.messages).toHaveLength(1);
});
