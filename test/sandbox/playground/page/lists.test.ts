import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('long lists on the page', (visit) => {
  it('of plans are turned, and narrowed down to what needs attention', async () => {
    const { page, sandbox, run, newest } = await visit();
    const ids = sandbox.examples.map(({ plan }) => plan.entity.id);
    await run('/plans', { entities: ids.join(' ') });
    await newest.getByText('page 1 of 2').waitFor();

    await newest.getByRole('button', { name: 'Next page' }).click();
    await newest.getByText('page 2 of 2').waitFor();
    await newest.getByText('Skyblock Central').waitFor();
    await newest.getByRole('button', { name: 'Needs attention' }).click();

    await newest.getByRole('button', { name: 'Show all' }).waitFor();
    await eventually(() => newest.getByText('Skyblock Central').count()).toBe(0);
    await eventually(() => page.getByRole('article').count()).toBe(1);
  });

  it('of plans come as a file for a spreadsheet', async () => {
    const { page, run, newest } = await visit();
    await run('/plans', { entities: 'ent_active ent_grace' });

    await newest.getByRole('button', { name: 'Download CSV' }).click();
    const downloaded = page.waitForEvent('download');
    await newest.getByRole('link', { name: 'plans.csv' }).click();
    const file = await downloaded;

    expect(file.suggestedFilename()).toBe('plans.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['id', 'ent_grace', 'ent_active']);
  });

  it('of claims lead to each claim, and back', async () => {
    const { run, embed, newest } = await visit();
    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();
    await run('/claims', { playername: 'Ste' });
    await embed('Claims').waitFor();

    await newest.getByRole('combobox').selectOption({ index: 1 });
    await newest.getByText('Steve · Reward claimed').waitFor();
    await newest.getByRole('button', { name: 'Back to the list' }).click();

    await embed('Claims').getByText('page 1 of 1').waitFor();
  });
});
