import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, setting, startBot } from './bot.ts';
import { buttonsOf, descriptionOf, read } from './reading.ts';

type Bot = Awaited<ReturnType<typeof startBot>>;

const panel = (person: Person, options: Record<string, string> = {}) => answerTo(setting(person, 'panel', options));

async function startWithPanel(options?: Parameters<typeof startBot>[0]) {
  const bot = await startBot(options);
  await panel(bot.manager, { channel: bot.guild.channel.id });
  return { ...bot, posted: postedIn(bot) };
}

/** What everybody sees. */
function postedIn({ guild }: Pick<Bot, 'guild'>): Message {
  const [message, ...others] = guild.channel.messages;
  expect(others).toEqual([]);
  if (!message) throw new Error('there is no panel');
  return message;
}

describe('the panel', () => {
  it('is a message from which everybody claims, by a remembered name unasked, and only they see the answer', async () => {
    const { main, member, guild, posted } = await startWithPanel();
    main.castVote('Steve');
    expect(buttonsOf(posted)).toEqual(['Claim my vote', 'Vote']);

    const asked = await member.submit(member.click(posted, 'Claim my vote'), { playername: 'Steve' });
    const answer = read(await asked.reply());

    expect(answer).toMatchObject({ title: 'Reward claimed' });
    expect(answer.message.visibleTo).toBe(member.id);
    await member.click(answer.message, 'Remember this name').reply();
    const second = await answerTo(member.click(posted, 'Claim my vote'));
    expect(second).toMatchObject({ title: 'Already claimed' });
    expect(second.message.visibleTo).toBe(member.id);
    expect(guild.channel.messages).toEqual([posted]);
  });

  it("says the guild's own words, without links behind words, until the usual ones are taken", async () => {
    const bot = await startWithPanel();
    const { manager } = bot;
    const now = await panel(manager);
    const own = await manager.submit(manager.click(now.message, 'Edit the text'), {
      text: '**Vote** here!\n[free nitro](https://evil.example) @everyone',
    });
    const shown = await own.reply();
    expect(descriptionOf(postedIn(bot))).toBe('**Vote** here!\n[free nitro]\\(https://evil.example) @everyone');
    expect(shown.embeds[1]?.description).toBe(descriptionOf(postedIn(bot)));

    await manager.click(shown, 'Use the usual text').reply();
    expect(descriptionOf(postedIn(bot))).toContain('Only you see the answer');
  });

  it('says what the bot lacks, and changes nothing', async () => {
    const { guild, manager, posted } = await startWithPanel();
    const closed = guild.addChannel('closed');
    closed.appPermissions = 0n;

    expect(await panel(manager, { channel: closed.id })).toMatchObject({ title: 'The panel could not be posted' });
    expect(guild.channel.messages).toEqual([posted]);

    guild.channel.appPermissions = 0n;
    expect(descriptionOf((await panel(manager)).message)).toContain('cannot change it any more');
  });
});
