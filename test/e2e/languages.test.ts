import { expect, it } from 'vitest';

import { LANGUAGES, translator } from '../../src/locales/index.ts';
import { answerTo, MANAGE_GUILD, posted, setting, startBot } from './bot.ts';
import { buttonsOf, titleOf } from './reading.ts';
import { claim, OFTEN } from './reward-scene.ts';

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
  const bot = await startBot({ app: { timings: { claims: OFTEN } } });
  const guild = bot.discord.addGuild({ locale: 'fr' });
  const person = bot.discord.addPerson({ guild, name: 'Pia', permissions: MANAGE_GUILD });
  await setting(person, 'announcements', { channel: guild.channel.id }).reply();

  expect((await claim(bot, 'Steve', person)).title).toBe('Reward claimed');
  expect(titleOf(await posted(bot, guild.channel))).toBe('Merci d’avoir voté');
});
