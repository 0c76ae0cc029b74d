import { ApplicationCommandType } from 'discord-api-types/v10';
import { it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('the page for a person who reads French', (visit) => {
  it('describes commands in the words that the bot registered for French', async () => {
    const { page, sandbox, become, setLanguage } = await visit();
    await become('Mona');
    await setLanguage('fr');
    const command = sandbox.discord.commands.find(ApplicationCommandType.ChatInput, 'claimvote');
    const description = command?.description_localizations?.fr ?? command?.description;

    await page.locator('#composer').fill('/claimvote');

    await eventually(() => page.locator('.suggestions .about').first().innerText()).toBe(description);
  });

  it('shows what the bot answers in French', async () => {
    const { run, embed, setLanguage } = await visit();
    await setLanguage('fr');

    await run('/claimvote', { playername: 'Steve' });

    await embed('Récompense réclamée').waitFor();
  });

  it('marks its own words as English', async () => {
    const { sandbox, run, newest, setLanguage } = await visit();
    await setLanguage('fr');
    sandbox.main.server.inject({ kind: 'latency', ms: 700 }, { times: 1 });

    await run('/claimvote', { playername: 'Herobrine' });

    await newest.locator(':lang(en)').getByText('is thinking…').waitFor();
    await newest.locator(':lang(en)', { hasText: '(opens in a new tab)' }).last().waitFor({ state: 'attached' });
    await newest.locator('p:lang(en)', { hasText: 'Only you can see this' }).waitFor();
  });

  it('reads times, and marks replies as French', async () => {
    const { run, newest, become, setLanguage } = await visit();
    await become('Mona');
    await setLanguage('fr');

    await run('/plan', { entity: 'ent_grace' });

    await newest.getByText('dans 3 jours').first().waitFor();
    const weekday = /lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche/;
    await newest.locator('.body[lang=fr]').getByText(weekday).first().waitFor();
  });
});
