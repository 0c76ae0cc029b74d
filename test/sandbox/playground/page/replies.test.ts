import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

/** The parts of each message that stand below one another, from its top. */
const TOPS = `[...document.querySelectorAll('.message')].map((message) =>
  ['used-by', 'author', 'body']
    .flatMap((name) => [...message.querySelectorAll(':scope > .' + name)])
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((part) => part.classList[0]),
)`;

/** Whether the avatar of each message begins beside its author. */
const AVATAR_RISES = `[...document.querySelectorAll('.message')].map((message) => {
  const top = (name) => message.querySelector(':scope > .' + name).getBoundingClientRect().top;
  return top('avatar') < top('body') && top('avatar') >= top('author');
})`;

describeInBrowser('replies on the page', (visit) => {
  it('come with their files, to be downloaded', async () => {
    const { page, run, newest } = await visit();
    await run('/privacy export');

    const downloaded = page.waitForEvent('download');
    await newest.getByRole('link', { name: 'my-data.json' }).click();
    const file = await downloaded;

    expect(file.suggestedFilename()).toBe('my-data.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toBeTypeOf('object');
  });

  it('come with selects, which tell the bot what was picked', async () => {
    const { run, newest } = await visit();
    for (const id of ['ent_active', 'ent_grace']) {
      await run('/entity link', { id });
      await newest.getByRole('button', { name: 'Link it' }).click();
      await newest.getByText(`(${id}) is linked`).waitFor();
    }
    await run('/entity list');
    await newest.getByText('Skyblock Central · default').waitFor();

    await newest.getByRole('combobox').selectOption({ label: 'Late Lantern: ent_grace' });

    await newest.getByText('Late Lantern · default').waitFor();
  });

  it('show their author above what they say, with a command and without', async () => {
    const { page, run, openedModal, newest } = await visit();
    await run('/claimvote');
    await openedModal();
    await page.keyboard.type('Steve');
    await page.keyboard.press('Enter');
    await newest.getByText('Reward claimed').waitFor();
    await run('/claimvote', { playername: 'Steve' });
    await newest.getByText('Already claimed').waitFor();

    await eventually(() => page.evaluate(TOPS)).toEqual([
      ['author', 'body'],
      ['used-by', 'author', 'body'],
    ]);
    await eventually(() => page.evaluate(AVATAR_RISES)).toEqual([true, true]);
  });

  it('open their links in a tab of their own, which learns nothing of this one', async () => {
    const { page, run } = await visit();
    await run('/claimvote', { playername: 'Herobrine' });

    const link = page.getByRole('link', { name: 'Vote' });
    await link.waitFor();

    await eventually(() => link.getAttribute('target')).toBe('_blank');
    await eventually(() => link.getAttribute('rel')).toContain('noopener');
  });

  it('that everyone sees appear in their channel, which is marked until it is looked at', async () => {
    const { page, run, embed, become } = await visit();
    await run('/settings announcements', { channel: 'announcements', on: 'True' });
    await embed('Announcements saved').waitFor();
    await run('/claimvote', { playername: 'Steve' });
    const channel = page.getByRole('button', { name: 'announcements' });
    await channel.getByText('unread').waitFor();

    await become('Sam');
    await channel.click();

    await page.getByRole('article').getByText('Steve has voted. The reward can now be handed out.').waitFor();
    await eventually(() => channel.getByText('unread').count()).toBe(0);
    await eventually(() => page.getByText('Only you can see this').count()).toBe(0);
  });

  it('that only one person sees can be dismissed, and stay away', async () => {
    const { page, run, embed, newest } = await visit();
    await run('/plan', { entity: 'ent_active' });
    await embed('Skyblock Central').waitFor();

    await newest.getByRole('button', { name: 'Dismiss message' }).click();

    await eventually(() => page.getByRole('article').count()).toBe(0);
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('composer');
  });
});
