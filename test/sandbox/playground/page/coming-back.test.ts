import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('reminders on the page', (visit) => {
  it('come as a direct message to who asked for them, until they stop them there', async () => {
    const { page, run, become, embed } = await visit();
    const channels = page.getByRole('navigation', { name: 'Channels' });
    const direct = channels.getByRole('button', { name: 'plan-vote-bot' });
    await become('Max');
    await run('/settings reminders', { hours: '24' });
    await embed('Reminders to vote saved').waitFor();

    await become('Alex');
    await run('/claimvote', { playername: 'Steve' });
    await page.getByRole('button', { name: 'Remind me' }).click();
    await embed('Your reminders to vote').waitFor();
    await direct.getByText('unread').waitFor();
    await direct.click();
    const message = page.getByRole('article').last();
    await message.getByRole('heading', { name: 'A reminder to vote: Sandbox' }).waitFor();
    await message.getByRole('link', { name: 'Vote' }).first().waitFor();
    await message.getByRole('link', { name: 'Claim my vote' }).waitFor();
    expect(await page.locator('#composer').count()).toBe(0);

    await message.getByRole('button', { name: 'Stop reminders' }).click();
    await embed('Reminders are off').waitFor();
    await eventually(() => message.locator('.controls').count()).toBe(0);

    await become('Sam');
    await page.getByRole('combobox', { name: 'Message #general' }).waitFor();
    await eventually(() => embed('Reminders are off').count()).toBe(0);
    await direct.click();
    await page.getByText('Only Sam sees them').waitFor();
    await eventually(() => page.getByRole('article').count()).toBe(0);
  });

  it('have a place of their own on a phone too', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 740 } });
    const direct = page.getByRole('navigation', { name: 'Channels' }).getByRole('button', { name: 'plan-vote-bot' });
    await direct.click();
    await page.getByText('Direct messages of plan-vote-bot').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});
