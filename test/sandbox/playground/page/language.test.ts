import { ApplicationCommandType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

const TABS = ['people', 'votes', 'rewards', 'plans', 'faults'] as const;
const PHONES = [360, 390] as const;

/** What reaches beyond the right edge of the window, save for what scrolls by itself. */
const BEYOND_THE_EDGE = `[...document.querySelectorAll('main *, aside *')]
  .filter((element) => !element.closest('pre, .visually-hidden') && element.checkVisibility())
  .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 200))`;

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

  it('reads times', async () => {
    const { run, newest, become, setLanguage } = await visit();
    await become('Mona');
    await setLanguage('fr');

    await run('/plan', { entity: 'ent_grace' });

    await newest.getByText('dans 3 jours').first().waitFor();
    const weekday = /lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche/;
    await newest.locator('.body:lang(fr)').getByText(weekday).first().waitFor();
  });

  it('marks what everyone is shown as of the language of the Discord server', async () => {
    const { post, newest, setLanguage } = await visit();
    await setLanguage('fr');

    await post('general', { content: 'Steve has voted. ||It is true.||' });

    await newest.locator('.body:lang(en)').getByText('Steve has voted').waitFor();
    await newest.locator('summary:lang(en)').getByText('Spoiler').waitFor();
  });

  it('fits the windows of phones', async () => {
    const { page, run, newest, setLanguage } = await visit({ viewport: { width: PHONES[0], height: 780 } });
    const overflows: string[] = [];
    const look = async () => {
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 780 });
        overflows.push(...(await page.evaluate<string[]>(BEYOND_THE_EDGE)));
      }
    };
    await page.locator('.panel-opener').click();
    await setLanguage('fr');
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await look();
    }
    await page.locator('.panel-bar button').click();
    await run('/claimvote', { playername: 'Herobrine' });
    await newest.locator('.embed').waitFor();
    await look();

    expect(overflows).toEqual([]);
  });
});
