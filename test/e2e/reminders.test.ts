import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { DAY_MS } from '../../src/work/clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, type BotOptions, setting, setUpOf, startBot } from './bot.ts';
import { buttonsOf, doneIn, linksOf, titleOf } from './reading.ts';
import { claim as answerToClaim, OFTEN } from './reward-scene.ts';

/** A reminder is due at once where members are reminded after a day. */
const APP = { timings: { claims: OFTEN, remindersEarlyMs: DAY_MS } };
const ADMINISTRATORS_OWN = 'https://vote.example/here';

const textOf = (message: Message) => message.embeds.map(({ description }) => description ?? '').join('\n');
const settings = ({ manager }: Bot, options: Parameters<typeof setting>[2] = {}) =>
  answerTo(setting(manager, 'reminders', options));

/** When a message says that the next vote counts, in seconds since the epoch. */
const nextVoteIn = (message: Message) => Number(/Your next vote: <t:(\d+):R>\.$/.exec(textOf(message))?.[1]);
const MINUTE_S = 60;

async function start(options: BotOptions = {}) {
  const bot = await startBot({ ...options, app: { ...APP, ...options.app } });
  await settings(bot, { hours: 24 });
  return bot;
}

async function claim(bot: Bot, person: Person, playername?: string) {
  const { title, message } = await answerToClaim(bot, playername, person);
  expect(title).toBe('Reward claimed');
  return message;
}

const messageTo = (person: Person, count = 1) => until(() => person.directMessages[count - 1]);

describe('a member', () => {
  it('is reminded by a direct message after *Remind me* on the answer to a claim', async () => {
    const bot = await start();
    const { member, guild } = bot;
    const answer = await claim(bot, member);
    expect(buttonsOf(answer)).toEqual(['Remember this name', 'Remind me']);
    const again = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(again.title).toBe('Already claimed');
    const [then = Number.NaN, now = Number.NaN] = [answer, again.message].map(nextVoteIn);
    expect(Math.abs(now - then)).toBeLessThanOrEqual(MINUTE_S);
    await member.click(answer, 'Remember this name').reply();

    const status = await answerTo(member.click(answer, 'Remind me'));
    expect(status.title).toBe('Your reminders to vote are now on');
    expect(textOf(status.message)).toContain('24 hours after your latest claimed reward here');

    const message = await messageTo(member);
    expect(titleOf(message)).toBe('A reminder to vote: Sandbox Guild');
    expect(textOf(message)).toContain('says that members can vote again after 24 h');
    expect(buttonsOf(message)).toEqual(['Vote', 'Claim my vote', 'Stop reminders']);
    expect(linksOf(message)).toEqual([ADMINISTRATORS_OWN, `https://discord.com/channels/${guild.id}`]);
    expect(message.ephemeral).toBe(false);
  });

  it('stops it in the message itself, after a restart too, and is not reminded again', async () => {
    const bot = await start({ environment: { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'bot.db')}` } });
    const { member, moderator } = bot;
    for (const person of [member, moderator]) await answerTo(person.command('remind'));
    await claim(bot, member);
    const message = await messageTo(member);
    await bot.app.stop();
    await bot.startAnother(APP);

    const stopped = await member.click(message, 'Stop reminders').reply();
    expect(stopped.id).toBe(message.id);
    expect(stopped.embeds.map(({ title }) => title)).toEqual([
      'A reminder to vote: Sandbox Guild',
      'Reminders are off',
    ]);
    expect(buttonsOf(stopped)).toEqual([]);

    await claim(bot, member, 'Alex');
    await claim(bot, moderator, 'Mona');
    await messageTo(moderator);
    expect(member.directMessages).toHaveLength(1);
  });

  it('chooses quiet hours, by the time that clocks show', async () => {
    const bot = await start();
    const { member } = bot;
    const choices = await member.autocomplete('remind', 'timezone', 'new y');
    expect(choices).toEqual([
      { name: expect.stringMatching(/^America\/New_York \(\d\d:\d\d\)$/) as string, value: 'America/New_York' },
    ]);
    const refused = await answerTo(member.command('remind', { from: 22 }));
    expect(refused.title).toBe('Quiet hours incomplete');
    const quiet = await answerTo(member.command('remind', { from: 22, to: 8, timezone: 'America/New_York' }));
    expect(textOf(quiet.message)).toContain(String.raw`between 22:00 and 08:00 (America\/New York)`);
    const none = await member.click(quiet.message, 'No quiet hours').reply();
    expect(textOf(none)).toContain('no quiet hours');
    const off = await member.click(none, 'Stop reminders').reply();
    expect(textOf(off)).toContain('You get no reminders');
    expect(buttonsOf(off)).toEqual(['Remind me']);
  });
});

it('a manager turns reminders on and off, and sees them among the settings', async () => {
  const bot = await startBot({ app: APP });
  const { manager, member } = bot;
  expect(textOf((await settings(bot)).message)).toContain('Members are not reminded');
  expect(buttonsOf(await claim(bot, member))).toEqual(['Remember this name']);
  expect(textOf((await answerTo(member.command('remind'))).message)).toContain('reminds nobody to vote');

  expect(textOf((await settings(bot, { on: true })).message)).toContain('24 hours after');
  const on = await answerTo(member.command('remind'));
  expect([on.title, textOf(on.message)]).toEqual([
    'Your reminders to vote are now on',
    expect.stringMatching(/\*Stop reminders\* turns them off, as does <\/remind:\d+> with `on:False`\.$/),
  ]);
  const saved = await settings(bot, { hours: 12 });
  expect(textOf(saved.message)).toContain('Members who want it: 1.');
  expect(doneIn(await setUpOf(manager))['Reminders to vote']).toBe('12 hours');

  await settings(bot, { on: false });
  expect(textOf((await answerTo(member.command('remind', { on: false }))).message)).toContain('reminds nobody');
});

describe('in direct messages', () => {
  it('nobody turns off the reminder of another person', async () => {
    const bot = await start();
    const { member, moderator, guild } = bot;
    await answerTo(member.command('remind'));
    await moderator.forge(`remind:stop:${guild.id}`).reply();
    await claim(bot, member);
    await messageTo(member);
    expect(textOf((await answerTo(member.command('remind'))).message)).toContain('24 hours after');
  });

  it('nothing works but Stop', async () => {
    const bot = await start({ discord: { ackDeadlineMs: 400 } });
    const { member, guild } = bot;
    await answerTo(member.command('remind'));
    await claim(bot, member);
    const message = await messageTo(member);
    for (const customId of [
      'claimvote:panel',
      'remind:on',
      'remind:always',
      'settings:panel-edit',
      'privacy:delete',
      'remind:toString',
      `remind:stop:x${guild.id}`.replace('stop', 'Stop reminders'),
    ]) {
      await expect(member.forge(customId, message).reply()).rejects.toThrow('did not respond');
    }
    const forged = await member.forge('remind:stop:nowhere', message).reply();
    expect(titleOf(forged)).toBe('This is no longer here');
    expect(buttonsOf(await member.click(message, 'Stop reminders').reply())).toEqual([]);
  });
});
