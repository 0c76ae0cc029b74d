import { describe, expect, it } from 'vitest';

import type { Message } from '../../src/sandbox/discord/message.ts';
import { answerTo, type Bot, posted, setting, setUpOf, startBot } from './bot.ts';
import { descriptionOf, doneIn, fieldsOf, titleOf } from './reading.ts';
import { claim, OFTEN } from './reward-scene.ts';

const set = ({ manager }: Bot, subcommand: string, options: Parameters<typeof setting>[2] = {}) =>
  answerTo(setting(manager, subcommand, options));
const goalOf = (message: Message | undefined) => (message && fieldsOf(message).Goal) ?? '';

/** With announcements in a channel of their own. */
async function start() {
  const bot = await startBot({ app: { timings: { claims: OFTEN } } });
  const thanks = bot.guild.addChannel('thanks');
  await set(bot, 'announcements', { channel: thanks.id });
  return { ...bot, thanks };
}

describe('a goal', () => {
  it('is shown on announcements, the panel and the settings, and reached once', async () => {
    const bot = await start();
    const { guild, thanks } = bot;
    await set(bot, 'panel', { channel: guild.channel.id });
    const saved = await set(bot, 'goal', { claims: 2, every: 'day' });
    expect(saved.title).toBe('Goal saved');
    const panel = () => goalOf(guild.channel.messages[0]);
    expect(panel()).toMatch(/^\*\*0 of 2\*\* claims through this bot, until <t:\d+:f>\n▱{10}$/);

    for (const player of ['Steve', 'Alex', 'Herobrine']) await claim(bot, player);
    await posted(bot, thanks, 4);

    expect(thanks.messages.map(titleOf).toSorted()).toEqual([
      'Goal reached',
      'Thank you for voting',
      'Thank you for voting',
      'Thank you for voting',
    ]);
    const shown = thanks.messages.flatMap((message) => goalOf(message) || []);
    expect(shown.map((text) => text.slice(0, 10))).toEqual(['**1 of 2**', '**2 of 2**', '**3 of 2**']);
    // Which looks at the panel, and so does not wait until it may be edited by itself again.
    expect(doneIn(await setUpOf(bot.manager)).Goal).toBe('3 / 2');
    expect(panel()).toMatch(/^\*\*3 of 2\*\*/);
  });

  it('and reminders follow the hour at which a day begins here, by a zone as people type it', async () => {
    const bot = await start();
    const { manager } = bot;
    const asked = await set(bot, 'goal', { claims: 20, every: 'day', 'day-begins': 5, timezone: 'EST' });
    expect(asked.title).toBe('Which time zone?');
    expect(descriptionOf(asked.message)).toContain('`America/New_York`, `America/Panama`');
    expect(descriptionOf((await set(bot, 'goal')).message)).toContain('There is no goal.');
    const choices = await manager.autocomplete('settings', 'timezone', 'mün', { subcommand: 'goal' });
    expect(choices.map(({ value }) => value)).toContain('Europe/Berlin');

    const saved = await set(bot, 'goal', { claims: 20, every: 'day', 'day-begins': 5, timezone: 'Munich' });
    expect(descriptionOf(saved.message)).toContain(String.raw`A day here begins at 05:00 (Europe\/Berlin), for goals`);
    const [, until] = /<t:(\d+):f>/.exec(descriptionOf(saved.message)) ?? [];
    const hour = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' });
    expect(hour.format(Number(until) * 1_000)).toBe('05');
    const reminders = await set(bot, 'reminders', { 'next-day': true, hours: 12 });
    expect(descriptionOf(reminders.message)).toContain(String.raw`at 05:00 (Europe\/Berlin)`);
    expect(descriptionOf(reminders.message)).toContain('The next day counts, not 12 hours');
    expect(descriptionOf(reminders.message)).not.toContain('for goals');
    expect(doneIn(await setUpOf(manager))['Reminders to vote']).toBe(String.raw`05:00 (Europe\/Berlin)`);
    const moved = await set(bot, 'reminders', { timezone: 'Tokyo' });
    expect(descriptionOf(moved.message)).toContain(
      String.raw`A day here begins at 05:00 (Asia\/Tokyo), for goals and for reminders on the next day.`,
    );
  });
});
