import { once } from 'node:events';

import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Channel } from '../../src/sandbox/discord/guild.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, MODERATE_MEMBERS, posted } from './bot.ts';
import { buttonsOf, descriptionOf, fieldsOf, idOf, titleOf } from './reading.ts';
import { OFTEN, openFirstClaim, PARK_AT_ONCE } from './reward-scene.ts';
import { reads, start } from './votifier-scene.ts';

const NOTE = 'The vote site says so.';
const REWARDED = 'a moderator has found that the vote was claimed. The reward has reached the game server.';

type Scene = Awaited<ReturnType<typeof start>>;

/** The member claims, after the vote service or the game server was told how to behave. */
const claimFor = async ({ member }: Bot, playername = 'Steve') => {
  const exchange = member.command('claimvote', { playername });
  await exchange.reply();
  return exchange;
};

const DOUBTS = {
  'a claim that was never confirmed': async (bot: Scene) => {
    bot.main.server.inject({ kind: 'status', status: 503 });
    return claimFor(bot);
  },
  'a claim whose first answer was lost': async (bot: Scene) => {
    bot.main.castVote('Steve');
    bot.main.server.inject({ kind: 'lost-answer' }, { times: 1 });
    return claimFor(bot);
  },
  'a reward for a name that no vote can have': async (bot: Scene) => {
    bot.main.castVote('a_name_of_many_letters');
    return claimFor(bot, 'a_name_of_many_letters');
  },
} as const satisfies Record<string, (bot: Scene) => Promise<Exchange>>;

/** Presses a button of a post, and sends the dialog that asks for a reason. @returns how many clicks that took */
async function settle({ moderator }: Bot, post: Message, label: string): Promise<number> {
  const exchange = moderator.click(post, label);
  if ((await exchange.acknowledged()).kind !== 'modal') return 1;
  await (await moderator.submit(exchange, { note: NOTE })).reply();
  return 2;
}

/** Waits until a post says that it was decided. */
async function settled({ discord }: Bot, channel: Channel, nth = 0): Promise<Message> {
  for (;;) {
    const message = channel.messages[nth];
    if (message?.components.length === 0) return message;
    await once(discord, 'message');
  }
}

describe('a moderator settles in a post, in at most three clicks,', () => {
  it.each<[doubt: keyof typeof DOUBTS, label: string, decided: string, told: string]>([
    ['a claim that was never confirmed', 'It was claimed: send the reward', 'Decided: it was claimed', REWARDED],
    [
      'a claim that was never confirmed',
      'It was not claimed: no reward',
      'Decided: it was not claimed',
      'There is no reward for this claim',
    ],
    ['a claim whose first answer was lost', 'It was claimed: send the reward', 'Decided: it was claimed', REWARDED],
    [
      'a claim whose first answer was lost',
      'It was claimed before: no reward',
      'Decided: it was claimed before',
      "There is no new reward: a moderator has found that **Steve**'s vote had already been claimed",
    ],
    [
      'a reward for a name that no vote can have',
      'It arrived: nothing is sent',
      'The reward has arrived',
      'A moderator says that the reward has arrived.',
    ],
  ])('%s: %s', async (doubt, label, decided, told) => {
    const bot = await start({ timings: doubt === 'a claim that was never confirmed' ? PARK_AT_ONCE : OFTEN });
    const exchange = await DOUBTS[doubt](bot);
    const post = await posted(bot, bot.channel);

    expect(await settle(bot, post, label)).toBeLessThanOrEqual(3);

    await reads(exchange, told);
    const after = await until(() => bot.channel.messages.find((message) => titleOf(message) === decided));
    expect([after.id, descriptionOf(after)]).toEqual([post.id, expect.stringContaining(`<@${bot.moderator.id}>`)]);
  });
});

describe('a decision', () => {
  it('shows in every post about the claim, from wherever it was made, by whom', async () => {
    const bot = await start({ timings: PARK_AT_ONCE });
    const shown = await (await DOUBTS['a claim that was never confirmed'](bot)).reply();
    // As an answer from before the button stood only where the words lead to it.
    await bot.member.forge(idOf(shown, 'Check again').replace('again', 'ask'), shown).reply();
    await posted(bot, bot.channel, 2);
    const detail = await openFirstClaim(bot);
    await settle(bot, detail, 'It was not claimed: no reward');
    for (const nth of [0, 1]) {
      const post = await settled(bot, bot.channel, nth);
      expect(titleOf(post)).toBe('Decided: it was not claimed');
      expect(descriptionOf(post)).toContain(`**Decided by:** <@${bot.moderator.id}>`);
      expect(descriptionOf(post)).toContain(String.raw`**Note:** The vote site says so\.`);
    }
    const { message } = await answerTo(bot.moderator.command('claims'));
    expect(descriptionOf(message)).toContain(`Decided: it was not claimed · <@${bot.moderator.id}>`);
  });

  it('that comes second is refused before it is typed, or else with what was typed', async () => {
    const bot = await start();
    const nora = bot.discord.addPerson({ guild: bot.guild, name: 'Nora', permissions: MODERATE_MEMBERS });
    await DOUBTS['a claim whose first answer was lost'](bot);
    const post = structuredClone(await posted(bot, bot.channel));
    const dialog = nora.click(post, 'It was claimed before: no reward');
    await dialog.modal();
    await settle(bot, post, 'It was claimed: send the reward');

    const late = await nora.submit(dialog, { note: 'I asked the player.' });
    const told = await late.nextFollowUp();
    expect(descriptionOf(told)).toContain(`<@${bot.moderator.id}> decided this claim before you`);
    expect(fieldsOf(told)['Your note (not saved)']).toBe('`I asked the player.`');
    const shown = await nora.forge(idOf(post, 'It was claimed before: no reward'), post).reply();
    expect([shown.id, titleOf(shown)]).toEqual([post.id, 'Decided: it was claimed']);
    expect(buttonsOf(shown)).toEqual([]);
  });
});

it('a lost answer that a moderator has explained is asked about no more', async () => {
  const bot = await start();
  await DOUBTS['a claim whose first answer was lost'](bot);
  await settle(bot, await posted(bot, bot.channel), 'It was claimed: send the reward');
  expect(titleOf(await (await claimFor(bot)).reply())).toBe('Already claimed');
  expect(bot.channel.messages).toHaveLength(1);
});

describe('a question about a vote that was claimed before', () => {
  /** Ada has claimed the vote, and the member asks the moderators about it. */
  async function startAsked() {
    const bot = await start();
    const ada = bot.discord.addPerson({ guild: bot.guild, name: 'Ada' });
    bot.main.castVote('Steve');
    await answerTo(ada.command('claimvote', { playername: 'Steve' }));
    const { message } = await answerTo(bot.member.command('claimvote', { playername: 'Steve' }));
    await bot.member.click(message, 'Tell the moderators').reply();
    return { bot, ada, post: await posted(bot, bot.channel) };
  }

  it('leads to the claim that did, with its member and time', async () => {
    const { bot, ada, post } = await startAsked();
    const [, reference = ''] =
      new RegExp(`Claimed before by <@${ada.id}>, <t:.*: \`(.*)\``).exec(descriptionOf(post)) ?? [];
    const opened = await bot.moderator.click(post, 'Open the earlier claim').reply();
    expect([opened.ephemeral, titleOf(opened)]).toEqual([true, `Claim ${reference}`]);
    const detail = await bot.moderator.click(post, 'Open claim').reply();
    expect(descriptionOf(detail)).toContain(reference);
    expect(buttonsOf(detail)).toContain('Open the earlier claim');
  });

  it('is marked resolved by a moderator who hands out a reward, and those who asked do not read that there is none', async () => {
    const { bot, post } = await startAsked();
    const detail = await bot.moderator.click(post, 'Open claim').reply();
    expect(await settle(bot, detail, 'Mark resolved')).toBe(2);
    const told = await bot.member.command('help').nextFollowUp();
    expect(descriptionOf(told)).toContain("A moderator has looked into **Steve**'s vote");
    expect(titleOf(await settled(bot, bot.channel))).toBe('Marked resolved, without a decision');
  });
});
