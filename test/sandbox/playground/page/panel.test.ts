import { expect, it } from 'vitest';

import { OK, sendVote } from '../../hosts/send-vote.ts';
import { describeInBrowser, eventually, type Viewer } from './viewer.ts';

const mainService = ({ page }: Viewer) => page.getByRole('form', { name: 'Main service' });

async function breakHost({ page, openTab }: Viewer, name: string, fault: string): Promise<void> {
  await openTab('Faults');
  const host = page.getByRole('form', { name });
  await host.getByLabel(`Fault of the ${name}`).selectOption(fault);
  await host.getByRole('button', { name: 'Break' }).click();
}

describeInBrowser('the panel of the page', (visit) => {
  it('says what was done in each tab, and keeps what is typed there while another is looked at', async () => {
    const viewer = await visit();
    const { page, sandbox, openTab } = viewer;
    const status = page.getByRole('complementary').getByRole('status');
    const player = page.getByRole('textbox', { name: 'Player who votes' });
    await openTab('Votes');
    await player.fill('Zed');

    await openTab('Faults');
    // Nothing is broken until a fault is chosen.
    await mainService(viewer).getByRole('button', { name: 'Break' }).click();
    await breakHost(viewer, 'Main service', 'down');
    await status.getByText('Main service: down (answers 503: it is down), next request.').waitFor();
    expect(sandbox.main.server.faults).toHaveLength(1);
    await page.getByRole('tab', { name: 'Faults switched on' }).waitFor();
    await mainService(viewer).getByRole('button', { name: 'Heal' }).click();
    await status.getByText('Main service: works again.').waitFor();

    await openTab('Votes');
    await eventually(() => player.inputValue()).toBe('Zed');
    await page.getByRole('button', { name: 'Cast a vote' }).click();
    await status.getByText('Zed has voted.').waitFor();

    await openTab('Plans');
    await page.getByRole('combobox', { name: 'Server or team' }).fill('ent_active');
    await page.getByRole('combobox', { name: 'Its plan becomes' }).selectOption('deletion-scheduled');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await status.getByText('ent_active is now: deletion scheduled in a week.').waitFor();
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

  it('shows how a reward is handed over once although its first answer was lost, and every delivery in the log', async () => {
    const viewer = await visit();
    const { page, sandbox, run, openTab, openedModal, embed } = viewer;
    await openTab('Rewards');
    const address = await page.locator('.steps code').nth(1).innerText();
    await run('/settings rewards');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await openedModal();
    await page.keyboard.type(address);
    await page.keyboard.press('Enter');
    const [secret = ''] = /whsec_[\w+/=]+/.exec(await embed('Webhook added').innerText()) ?? [];
    await page.getByText('It knows none yet').waitFor();
    await page.getByRole('textbox', { name: 'Give the game server the secret' }).fill(secret);
    await page.getByRole('button', { name: 'Give', exact: true }).click();
    await page.getByText('It knows one').waitFor();
    await breakHost(viewer, 'Game server', 'lost');

    await run('/claimvote', { playername: 'Steve' });
    await openTab('Rewards');
    await page.locator('.handed-over').getByText('told 2 times, handed over once').waitFor();

    expect(sandbox.game.handedOver.map(({ player }) => player)).toEqual(['Steve']);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('game');
    await eventually(() => page.locator('.log-area .outcome').allInnerTexts()).toEqual(['204', 'no answer']);
    await page.getByText('POST /rewards').first().click();
    await page.getByRole('region', { name: 'Sent' }).getByText('"player": "Steve"').waitFor();
  });

  it('shows what NuVotifier took until its player joins', async () => {
    const { page, sandbox, openTab } = await visit();
    const { votifier } = sandbox.game;
    await openTab('Rewards');
    const token = votifier.token.get('default') ?? '';
    await page.getByText(`add NuVotifier at ${votifier.address} with the token ${token}`).waitFor();
    expect(await sendVote(votifier)).toBe(OK);
    await page.getByText('Rewards waiting for their players: Steve (1).').waitFor();

    await page.getByRole('textbox', { name: 'Player who joins' }).fill('Steve');
    await page.getByRole('button', { name: 'Join', exact: true }).click();

    await page.locator('.handed-over').getByText('A vote of a-service, by NuVotifier').waitFor();
    await page.getByRole('button', { name: 'Steve leaves' }).click();
    await page.getByText('Nobody is online').waitFor();
  });
});
