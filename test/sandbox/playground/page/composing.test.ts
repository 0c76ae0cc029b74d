import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

const README_LINE = '/claimvote playername:Steve';

/** Holds back what the page sends until it is let go. */
async function holdActions(page: Page): Promise<{ sent: string[]; letGo: () => void }> {
  const sent: string[] = [];
  const { promise: released, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route('**/api/actions', async (route) => {
    sent.push(route.request().postData() ?? '');
    await released;
    await route.continue();
  });
  return {
    sent,
    letGo: () => {
      letGo(undefined);
    },
  };
}

describeInBrowser('writing commands on the page', (visit) => {
  it.each(['Escape', 'Cancel', 'Submit'])('goes on after a modal was left with %s', async (way) => {
    const { page, openedModal } = await visit();
    const composer = page.locator('#composer');
    await composer.focus();
    await page.keyboard.type('/claimvote ');
    await page.keyboard.press('Enter');
    const modal = await openedModal();
    await page.keyboard.type('Steve');

    if (way === 'Escape') await page.keyboard.press(way);
    else await modal.getByRole('button', { name: way }).click();
    await modal.waitFor({ state: 'detached' });
    await page.locator('#composer:focus').waitFor();
    await page.keyboard.type('/pl');

    await eventually(() => composer.inputValue()).toBe('/pl');
  });

  it('sends a command once, and leaves what is written meanwhile', async () => {
    const { page, embed } = await visit();
    const { sent, letGo } = await holdActions(page);
    const composer = page.locator('#composer');
    await composer.focus();
    await page.keyboard.type(README_LINE);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/pl');
    letGo();
    await embed('Reward claimed').waitFor();

    expect(sent).toHaveLength(1);
    await eventually(() => composer.inputValue()).toBe('/pl');
  });

  it('takes a held Enter for one', async () => {
    const { page } = await visit();
    const { sent } = await holdActions(page);
    await page.locator('#composer').focus();
    await page.keyboard.type('/claimv');
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.locator('.chip.command').waitFor();

    expect(sent).toEqual([]);
  });

  it('brings back what was sent last', async () => {
    const { page, run, embed } = await visit();
    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();

    await page.locator('#composer').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');

    await embed('Already claimed').waitFor();
  });

  it('has the command back when the sandbox refuses it, and the refusal until it is dismissed', async () => {
    const { page, sandbox, run } = await visit();
    const olivia = sandbox.people.get('olivia');
    if (olivia) olivia.permissions = 0n;

    await run('/plan', { entity: 'ent_active' });
    const notice = page.getByRole('alert');
    await notice.getByText('Olivia cannot use /plan').waitFor();

    await eventually(() => page.locator('.chip').allInnerTexts()).toEqual([
      '/plan',
      expect.stringContaining('ent_active'),
    ]);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await eventually(() => notice.count()).toBe(0);
  });
});
