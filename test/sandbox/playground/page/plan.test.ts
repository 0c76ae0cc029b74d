import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

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

  it('shows the state that the panel set a plan to', async () => {
    const { page, run, newest } = await visit();
    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByRole('combobox', { name: 'Server or team' }).fill('ent_active');
    await page.getByRole('combobox', { name: 'Its plan becomes' }).selectOption('deletion-scheduled');
    await page.getByRole('button', { name: 'Set', exact: true }).click();

    await run('/plan', { entity: 'ent_active' });

    await newest.getByText('Deletion').first().waitFor();
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

  it('offers nobody a command that their role does not have', async () => {
    const { page, become } = await visit();
    await become('Alex');

    await page.locator('#composer').fill('/');

    const options = page.getByRole('listbox').getByRole('option');
    await options.first().waitFor();
    expect((await options.allInnerTexts()).join()).not.toContain('/plan');
  });

  it('shows the refusal when a right is taken away after the reply was shown', async () => {
    const { page, sandbox, run, openedModal, embed, become } = await visit();
    await become('Max');
    await run('/settings token');
    await openedModal();
    await page.keyboard.type('a-token-of-my-own');
    await page.keyboard.press('Enter');
    await embed('Access token saved').waitFor();

    const max = sandbox.people.get('max');
    if (max) max.permissions = 0n;
    await page.getByRole('button', { name: 'Check again' }).click();

    await embed("You can't use this here").waitFor();
  });

  it('shows everyone the plan that a manager shares', async () => {
    const { page, run, newest, become } = await visit();
    await become('Max');
    await run('/plan', { entity: 'ent_grace' });
    await newest.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('article').nth(1).waitFor();

    await become('Sam');

    await newest.getByText('Late Lantern').first().waitFor();
    await eventually(() => page.getByText('Only you can see this').count()).toBe(0);
  });

  it('posts an alert where the manager wants it when the panel sets a plan', async () => {
    const { page, run, embed, newest } = await visit();
    await run('/entity link', { id: 'ent_active' });
    await page.getByRole('button', { name: 'Link it' }).click();
    await embed('Linked').waitFor();
    await run('/settings alerts', { channel: 'alerts', on: 'True' });
    await embed('Plan alerts saved').waitFor();
    await page.getByText('POST /api/v1/entities/plans').nth(1).waitFor();

    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByRole('combobox', { name: 'Server or team' }).fill('ent_active');
    await page.getByRole('combobox', { name: 'Its plan becomes' }).selectOption('deletion-scheduled');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('button', { name: 'alerts' }).getByText('unread').waitFor();
    await page.getByRole('button', { name: 'alerts' }).click();

    await newest.getByRole('heading', { name: /^Deletion in \d+ days: Skyblock Central$/ }).waitFor();
  });

  it('updates a reply in its place', async () => {
    const { page, run, embed } = await visit();
    await run('/plan', { entity: 'ent_active' });
    await embed('Skyblock Central').waitFor();
    const edited = page.waitForResponse((response) => response.url().endsWith('/api/actions'));

    await page.getByRole('button', { name: 'Refresh' }).click();
    await edited;

    await page.getByText('(edited)').waitFor();
    await eventually(() => page.getByRole('article').count()).toBe(1);
  });
});
