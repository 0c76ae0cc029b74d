import { expect, it } from 'vitest';

import { OK, sendVote } from '../../hosts/send-vote.ts';
import { describeInBrowser, eventually, type Viewer } from './viewer.ts';

/** A manager sets up the webhook, with what the page says. @returns its secret */
async function setUpWebhook({ page, run, openTab, openedModal, embed }: Viewer): Promise<string> {
  await openTab('Rewards');
  const address = await page.locator('.steps code').nth(1).innerText();
  await run('/settings rewards');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await openedModal();
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await embed('Webhook added').waitFor();
  return /whsec_[\w+/=]+/.exec(await embed('Webhook added').innerText())?.[0] ?? '';
}

async function join(page: Viewer['page'], player: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Player who joins' }).fill(player);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
}

async function giveSecret(page: Viewer['page'], secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Give the game server the secret' }).fill(secret);
  await page.getByRole('button', { name: 'Give', exact: true }).click();
}

describeInBrowser('the game server on the page', (visit) => {
  it('hands a reward over once, although its first answer was lost, and every delivery is in the log', async () => {
    const viewer = await visit();
    const { page, sandbox, run, openTab, embed } = viewer;
    const secret = await setUpWebhook(viewer);
    await page.getByText('It knows none yet').waitFor();
    await giveSecret(page, secret);
    await page.getByText('It knows one').waitFor();
    await openTab('Faults');
    await page.getByLabel('Fault of the Game server').selectOption('lost');
    await page.getByRole('form', { name: 'Game server' }).getByRole('button', { name: 'Break' }).click();

    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();
    await openTab('Rewards');
    await page.locator('.handed-over').getByText('told 2 times, handed over once').waitFor();

    expect(sandbox.game.handedOver.map(({ player }) => player)).toEqual(['Steve']);
    expect(await page.locator('.handed-over li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Steve got a reward/),
    ]);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('game');
    await eventually(() => page.locator('.log-area .outcome').allInnerTexts()).toEqual(['204', 'no answer']);
    await page.getByText('POST /rewards').first().click();
    await page.getByRole('region', { name: 'Sent' }).getByText('"player": "Steve"').waitFor();
  });

  it('keeps what NuVotifier takes until its player joins', async () => {
    const { page, sandbox, openTab } = await visit();
    const { votifier } = sandbox.game;
    await openTab('Rewards');
    const [address, token] = [votifier.address, votifier.token.get('default') ?? ''];
    await page.getByText(`add NuVotifier at ${address} with the token ${token}`).waitFor();
    expect(await sendVote(votifier)).toBe(OK);
    await page.getByText('Rewards waiting for their players: Steve (1).').waitFor();

    await join(page, 'Steve');

    await page.locator('.handed-over').getByText('A vote of a-service, by NuVotifier').waitFor();
    await page.getByText('Online: Steve.').waitFor();
    await page.getByRole('button', { name: 'Steve leaves' }).click();
    await page.getByText('Nobody is online').waitFor();
    await page.getByText('VOTIFIER 2').first().click();
    await page.getByRole('region', { name: 'Answer' }).getByText('"status": "ok"').waitFor();
  });
});
