import { expect, it } from 'vitest';

import { describeInBrowser } from './viewer.ts';

const [GREEN, AMBER, RED] = ['rgb(87, 242, 135)', 'rgb(254, 231, 92)', 'rgb(237, 66, 69)'];
const COLOURS = {
  ent_active: GREEN,
  ent_grace: AMBER,
  ent_ending: AMBER,
  ent_deleting: RED,
  ent_changing: 'rgb(88, 101, 242)',
  ent_troubled: RED,
  ent_standard: 'rgb(149, 165, 166)',
};

const NEWEST_COLOUR = `getComputedStyle([...document.querySelectorAll('.embed')].at(-1)).borderLeftColor`;

describeInBrowser('looking at plans on the page', (visit) => {
  it('shows a plan in each state in the colour of that state', async () => {
    const { page, run, newest } = await visit();
    const colours: Record<string, unknown> = {};

    for (const entity of Object.keys(COLOURS)) {
      await run('/plan', { entity });
      await newest.locator('.embed').getByText(entity, { exact: true }).first().waitFor();
      colours[entity] = await page.evaluate(NEWEST_COLOUR);
    }

    expect(colours).toEqual(COLOURS);
  });

  it('offers what the bot offers for an option, and takes it with the keyboard', async () => {
    const { page, run, embed } = await visit();
    await run('/entity link', { id: 'ent_grace' });
    await page.getByRole('button', { name: 'Link it' }).click();
    await embed('Linked').waitFor();

    const composer = page.locator('#composer');
    await composer.fill('/plan ');
    await composer.press('Tab');
    await composer.fill('late');
    await page.getByRole('option', { name: /Late Lantern/ }).waitFor();
    for (const key of ['ArrowDown', 'Enter', 'Enter']) await composer.press(key);

    await embed('Late Lantern').waitFor();
  });
});
