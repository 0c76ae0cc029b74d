import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('the panel of the page', (visit) => {
  it('says what was done in it', async () => {
    const { page, openTab } = await visit();
    const status = page.getByRole('complementary').getByRole('status');
    const host = page.getByRole('form', { name: 'Main service' });

    await openTab('Votes');
    await page.getByRole('textbox', { name: 'Player who votes' }).fill('Zed');
    await page.getByRole('button', { name: 'Cast a vote' }).click();
    await status.getByText('Zed has voted.').waitFor();

    await openTab('Plans');
    await page.getByRole('combobox', { name: 'Server or team' }).fill('ent_active');
    await page.getByRole('combobox', { name: 'Its plan becomes' }).selectOption('deletion-scheduled');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await status.getByText('ent_active is now: deletion scheduled in a week.').waitFor();

    await openTab('Faults');
    await host.getByLabel('Fault of the Main service').selectOption('down');
    await host.getByRole('button', { name: 'Break' }).click();
    await status.getByText('Main service: down (answers 503: it is down), next request.').waitFor();
    await host.getByRole('button', { name: 'Heal' }).click();
    await status.getByText('Main service: works again.').waitFor();
  });

  it('has the menu of a member, for those who may use what is in it', async () => {
    const { page, become, embed } = await visit();
    await become('Mona');
    await page.getByRole('combobox', { name: 'Apps in the menu of' }).selectOption('Sam');
    await page.getByRole('button', { name: 'Claims of this member' }).click();
    await embed('No claims found').waitFor();

    await become('Alex');
    await eventually(() => page.getByRole('combobox', { name: 'Apps in the menu of' }).count()).toBe(0);
  });

  it('keeps what is typed in one tab while another is looked at, and says when a service is broken', async () => {
    const { page, openTab } = await visit();
    await openTab('Votes');
    await page.getByRole('textbox', { name: 'Player who votes' }).fill('Zed');
    await openTab('Faults');
    const host = page.getByRole('form', { name: 'Main service' });
    await host.getByLabel('Fault of the Main service').selectOption('down');
    await host.getByRole('button', { name: 'Break' }).click();
    await page.getByRole('tab', { name: 'Faults switched on' }).waitFor();

    await openTab('Votes');

    await eventually(() => page.getByRole('textbox', { name: 'Player who votes' }).inputValue()).toBe('Zed');
  });

  it('breaks nothing until a fault is chosen', async () => {
    const { page, sandbox, openTab } = await visit();
    await openTab('Faults');
    await page.getByRole('button', { name: 'Break' }).first().click();

    await openTab('Votes');
    await page.getByRole('textbox', { name: 'Player who votes' }).fill('Zed');
    await page.getByRole('button', { name: 'Cast a vote' }).click();
    await page.getByRole('status').getByText('Zed has voted.').waitFor();

    expect([...sandbox.main.server.faults, ...sandbox.identity.server.faults]).toEqual([]);
  });
});

describeInBrowser('the channel of a newcomer', (visit) => {
  it('names what to try first', async () => {
    const { page, embed } = await visit();
    const first = await page.locator('.welcome kbd').first().innerText();
    await page.locator('#composer').focus();

    await page.keyboard.type(first);
    await page.keyboard.press('Enter');

    await embed('Reward claimed').waitFor();
    await page.getByText('Every vote is claimed').waitFor();
  });
});
