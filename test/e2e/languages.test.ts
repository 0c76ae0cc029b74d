import { once } from 'node:events';

import { expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { LANGUAGES, translator } from '../../src/locales/index.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import { answerTo, type Bot, buttonsOf, MANAGE_GUILD, startBot } from './bot.ts';

/** The outbox of announcements is checked twenty times a second. */
const FAST = { ...CLAIM_TIMINGS, recoveryEveryMs: 50 };

async function announceIn({ discord }: Bot, guild: Guild): Promise<void> {
  const manager = discord.addPerson({ guild, name: 'Manon', permissions: MANAGE_GUILD });
  const options = { channel: guild.channel.id, on: true };
  await answerTo(manager.command('settings', options, { subcommand: 'announcements' }));
}

/** Claims a vote in a guild and returns the title of the announcement. */
async function thanksFor(playername: string, { discord, main }: Bot, guild: Guild): Promise<string | undefined> {
  const before = guild.channel.messages.length;
  main.castVote(playername);
  const person = discord.addPerson({ guild, name: 'Pia' });
  expect(await answerTo(person.command('claimvote', { playername }))).toMatchObject({ title: 'Reward claimed' });
  while (guild.channel.messages.length === before) await once(discord, 'message');
  return guild.channel.messages.at(-1)?.embeds[0]?.title;
}

it('answers everyone in their own language', async () => {
  const { discord, guild } = await startBot();
  const locales = ['en-US', ...Object.keys(LANGUAGES).filter((language) => language !== 'en')];

  const answers = await Promise.all(
    locales.map((locale) => {
      const person = discord.addPerson({ guild, name: `Reader of ${locale}`, locale });
      return answerTo(person.command('claimvote', { playername: `Player of ${locale}` }));
    }),
  );

  const buttons = ['buttons.vote', 'buttons.checkAgain', 'buttons.keepLooking', 'buttons.otherName'] as const;
  const texts = (['claim.none.title', ...buttons] as const).map((key) => (locale: string) => translator(locale)(key));
  expect(answers.map(({ title, message }) => [title, ...buttonsOf(message)])).toEqual(
    locales.map((locale) => texts.map((text) => text(locale))),
  );
  expect(new Set(answers.map(({ title }) => title))).toContain('Aucun vote trouvé pour l’instant');
});

it("announces in the guild's language, whoever claims", async () => {
  const bot = await startBot({ app: { timings: { claims: FAST } } });
  const french = bot.discord.addGuild({ locale: 'fr' });
  await announceIn(bot, french);

  expect(await thanksFor('Steve', bot, french)).toBe('Merci d’avoir voté');
});
