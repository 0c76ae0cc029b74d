import { it } from 'vitest';

import { servePlayground } from '../scene.ts';
import { arrive } from './open-playground.ts';
import { runCommand } from './run-command.ts';
import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('a tab with the page', (visit, openTab) => {
  it('is the same person in the same channel after it is reloaded', async () => {
    const { page, become } = await visit();
    await become('Mona');
    await page.getByRole('button', { name: 'alerts' }).click();

    await page.reload();

    await page.getByRole('combobox', { name: 'Message #alerts' }).waitFor();
    await eventually(() => page.getByRole('radio', { name: 'Mona' }).isChecked()).toBe(true);
  });

  it('has no channel of the moderators for a member', async () => {
    const { page, become } = await visit();
    await become('Mona');
    await page.getByRole('button', { name: 'moderators' }).click();
    await page.getByRole('combobox', { name: 'Message #moderators' }).waitFor();

    await become('Alex');

    await page.getByRole('combobox', { name: 'Message #general' }).waitFor();
    await eventually(() => page.getByRole('button', { name: 'moderators' }).count()).toBe(0);
  });

  it('shows the modals that it asked for, and not those of another tab', async () => {
    const { page, run, openedModal } = await visit();
    const other = await page.context().newPage();
    await arrive(other, page.url());

    await page.bringToFront();
    await run('/claimvote');
    await openedModal();

    await other.bringToFront();
    await runCommand(other, '/claimvote', { playername: 'Steve' });
    await other.getByRole('heading', { name: 'Reward claimed' }).waitFor();
    await eventually(() => other.getByRole('dialog').count()).toBe(0);
  });

  it('says that the sandbox does not answer, and then that another one does', async () => {
    const page = await openTab();
    const first = await servePlayground();
    await arrive(page, first.url.href);

    await first.close();
    await page.getByText('The sandbox does not answer. Is it still running?').waitFor();
    await servePlayground(Number(first.url.port));

    await page.getByText('The sandbox was restarted: open the address that it printed.').waitFor();
  });
});
