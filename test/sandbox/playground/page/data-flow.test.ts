import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

const newestFlow = (page: Page): Promise<string[]> =>
  page.locator('.log-area ol').first().locator('.what').allInnerTexts();

describeInBrowser('the data flow on the page', (visit) => {
  it('shows what a claim makes cross the boundaries, in order', async () => {
    const { page, run, embed } = await visit();
    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();
    await page.getByText('PATCH').waitFor();

    await eventually(() => newestFlow(page)).toEqual([
      'INTERACTION_CREATE /claimvote',
      'POST /interactions/…/callback',
      'POST /api/v1/votes/claim',
      'PATCH /webhooks/…/messages/@original',
    ]);
  });

  it('opens a call to show what was sent and answered', async () => {
    const { page, run, embed } = await visit();
    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();

    await page.getByRole('combobox', { name: 'Show' }).selectOption('main');
    await eventually(() => page.locator('.entry pre').count()).toBe(0);
    await page.getByText('POST /api/v1/votes/claim').click();

    await page.getByRole('region', { name: 'Sent' }).getByText('"playername": "Steve"').waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('"claimed": 1').waitFor();
  });

  it('is empty once it is cleared, until something happens', async () => {
    const { page, run, embed } = await visit();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Nothing yet.').waitFor();

    await run('/plan', { entity: 'ent_active' });
    await embed('Skyblock Central').waitFor();

    await page.getByText('GET /api/v1/entities/ent_active/plan').waitFor();
  });

  it('leaves out what nobody caused, until it is asked for', async () => {
    const { page, run, embed, openTab } = await visit();
    const heading = page.getByText('In the background', { exact: true });
    const hide = page.getByRole('checkbox', { name: 'Hide what runs in the background' });
    await page.getByText('Nothing yet.').waitFor();
    expect(await hide.isChecked()).toBe(true);

    await hide.uncheck();
    await heading.waitFor();
    await page.getByText('GET /gateway/bot').waitFor();
    await run('/plan', { entity: 'ent_active' });
    await embed('Skyblock Central').waitFor();
    await openTab('Votes');
    expect(await hide.isChecked()).toBe(false);
    await hide.check();

    await page.getByText('GET /api/v1/entities/ent_active/plan').waitFor();
    await eventually(() => heading.count()).toBe(0);
    expect(await page.getByText('GET /gateway/bot').count()).toBe(0);
  });

  it('shows no credential', async () => {
    const { page, sandbox, run, embed } = await visit();
    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();
    await run('/plan', { entity: 'ent_active' });
    await embed('Skyblock Central').waitFor();

    const shown = await page.content();

    const { discord, main, identity } = sandbox;
    for (const secret of [discord.token, main.accessToken, identity.applicationKey])
      expect(shown).not.toContain(secret);
  });
});
