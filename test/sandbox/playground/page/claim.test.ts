import { it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('claiming a vote on the page', (visit) => {
  it('claims a waiting vote, and says the second time that it is claimed already', async () => {
    const { run, embed, become } = await visit();
    await become('Alex');

    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();
    await run('/claimvote', { playername: 'Steve' });

    await embed('Already claimed').waitFor();
  });

  it('finds no vote, and claims it with the button after the player has voted', async () => {
    const { page, run, embed, become, openTab } = await visit();
    await become('Alex');
    await run('/claimvote', { playername: 'Herobrine' });
    await embed('No vote found yet').waitFor();

    await openTab('Votes');
    await page.getByRole('textbox', { name: 'Player who votes' }).fill('Herobrine');
    await page.getByRole('button', { name: 'Cast a vote' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();

    await embed('Reward claimed').waitFor();
  });

  it('asks for the player in a modal, and gives the focus back when it is closed', async () => {
    const { page, run, openedModal, embed } = await visit();
    await run('/claimvote');

    const modal = await openedModal();
    await modal.getByRole('heading', { name: 'Claim your vote reward' }).waitFor();
    await page.keyboard.type('Steve');
    await modal.getByRole('button', { name: 'Submit' }).click();

    await embed('Reward claimed').waitFor();
    await modal.waitFor({ state: 'detached' });
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('composer');
  });

  it('shows how a lost answer settles, and marks the call that was struck', async () => {
    const { page, run, embed, openTab } = await visit();
    await openTab('Faults');
    const mainHost = page.getByRole('form', { name: 'Main service' });
    await mainHost.getByLabel('Fault of the Main service').selectOption('lost');
    await mainHost.getByRole('button', { name: 'Break' }).click();
    await mainHost.getByText('Broken').waitFor();

    await run('/claimvote', { playername: 'Steve' });

    await embed('Vote claimed, first answer lost').waitFor();
    await mainHost.getByText('Working').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('main');
    await eventually(() => page.locator('.entry').count()).toBe(2);
    await eventually(() => page.locator('.entry').first().innerText()).toContain('no answer');
  });

  it('shows that the bot is thinking while a host is slow, and the answer in its place', async () => {
    const { page, sandbox, run, newest } = await visit();
    sandbox.main.server.inject({ kind: 'latency', ms: 700 }, { times: 1 });

    await run('/claimvote', { playername: 'Steve' });

    await newest.getByText('plan-vote-bot is thinking…').waitFor();
    await newest.getByText('Reward claimed').waitFor();
    await eventually(() => page.getByRole('article').count()).toBe(1);
  });

  it('shows who may see a reply, and hides it from everyone else', async () => {
    const { page, run, newest, become } = await visit();
    await become('Alex');
    await run('/claimvote', { playername: 'Steve' });
    await newest.getByText('Only you can see this').waitFor();

    await become('Sam');

    await eventually(() => page.getByRole('article').count()).toBe(0);
  });

  it('tells assistive technology what the bot answered', async () => {
    const { page, run } = await visit();

    await run('/claimvote', { playername: 'Steve' });

    await page.getByRole('status').filter({ hasText: 'Reward claimed' }).waitFor();
  });

  it('says what Discord says when the bot does not answer', async () => {
    const { page, sandbox, run, newest } = await visit();
    sandbox.discord.server.inject({ kind: 'hang' });

    await run('/claimvote', { playername: 'Steve' });

    await newest.getByText('The application did not respond').waitFor();
    await eventually(() => page.locator('.thinking').count()).toBe(0);

    // A bot that still waits for an answer would stop only after ten seconds.
    sandbox.discord.server.heal();
    sandbox.discord.server.http.closeAllConnections();
  });
});
