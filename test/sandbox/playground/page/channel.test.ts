import { readFile } from 'node:fs/promises';

import { ApplicationCommandType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { servePlayground } from '../scene.ts';
import { arrive, DESKTOP } from './window.ts';
import { runCommand } from './run-command.ts';
import { describeInBrowser, eventually } from './viewer.ts';

/** The parts of each message that stand below one another, from its top. */
const TOPS = `[...document.querySelectorAll('.message')].map((message) =>
  ['used-by', 'author', 'body']
    .flatMap((name) => [...message.querySelectorAll(':scope > .' + name)])
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((part) => part.classList[0]),
)`;
const NEWEST_COLOUR = `getComputedStyle([...document.querySelectorAll('.embed')].at(-1)).borderLeftColor`;
const AMBER = 'rgb(254, 231, 92)';
const TO_THE_END = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(
  document.querySelector('#messages'))`;
const SCROLL_UP = `new Promise((resolve) => {
  const messages = document.querySelector('#messages');
  messages.addEventListener('scroll', () => resolve(), { once: true });
  messages.scrollTop = 0;
})`;
const PHONE = { width: 390, height: 780 };
const UNKNOWN_ID = '12345678901234567';
const button = (label: string, style: number, more: object) => ({ type: 2, label, style, ...more });
const select = (custom_id: string, more: object) => ({
  type: 3,
  custom_id,
  options: [{ label: 'B', value: 'b' }],
  ...more,
});

const commandIn = ({ discord }: Sandbox, name: string) => discord.commands.find(ApplicationCommandType.ChatInput, name);

describeInBrowser('the line for commands', (visit) => {
  it('takes what a newcomer is told to try first, and brings it back', async () => {
    const { page, embed } = await visit();
    const first = await page.locator('.welcome kbd').first().innerText();
    await page.locator('#composer').focus();
    await page.keyboard.type(first);
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Reward claimed' }).waitFor();
    await page.getByText('Every vote is claimed').waitFor();

    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');

    await embed('Already claimed').waitFor();
    await eventually(() => page.evaluate(TOPS)).toEqual(Array(2).fill(['used-by', 'author', 'body']));
  });

  it('goes on after a modal, whichever way that was left', async () => {
    const { page, openedModal } = await visit();
    const composer = page.locator('#composer');
    for (const way of ['Escape', 'Cancel', 'Submit']) {
      await composer.fill('/claimvote ');
      await page.keyboard.press('Enter');
      const modal = await openedModal();
      await page.keyboard.type('Steve');
      if (way === 'Escape') await page.keyboard.press(way);
      else await modal.getByRole('button', { name: way }).click();
      await modal.waitFor({ state: 'detached' });
      await page.locator('#composer:focus').waitFor();
      await page.keyboard.type('/pl');

      await eventually(() => composer.inputValue()).toBe('/pl');
    }
  });

  it('takes a held Enter for one, sends a command once, and leaves what is written meanwhile', async () => {
    const { page, embed } = await visit();
    const sent: string[] = [];
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/actions', async (route) => {
      sent.push((route.request().postDataJSON() as { type: string }).type);
      await held.promise;
      await route.continue();
    });
    const { keyboard } = page;
    await page.locator('#composer').focus();
    await keyboard.type('/claimv');
    for (let times = 0; times < 2; times += 1) await keyboard.down('Enter');
    await keyboard.up('Enter');
    await page.locator('.chip.command').waitFor();
    expect(sent).not.toContain('command');

    await keyboard.type('playername:Steve');
    for (let times = 0; times < 2; times += 1) await keyboard.press('Enter');
    await keyboard.type('/pl');
    held.resolve(undefined);
    await embed('Reward claimed').waitFor();

    expect(sent.filter((type) => type === 'command')).toHaveLength(1);
    await eventually(() => page.locator('#composer').inputValue()).toBe('/pl');
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

  it('offers what the bot offers for an option, and takes it with the keyboard', async () => {
    const { page } = await visit();
    const composer = page.locator('#composer');
    await composer.fill('/remind timezone:new y');
    await page.getByRole('option', { name: /New_York/ }).waitFor();

    for (const key of ['ArrowDown', 'Enter']) await composer.press(key);

    const chips = ['/remind', expect.stringContaining('America/New_York')];
    await eventually(() => page.locator('.chip').allInnerTexts()).toEqual(chips);
  });

  it('is begun by the mention of a command, unless the person may not use it or it is not there', async () => {
    const { page, sandbox, post, become, embed } = await visit();
    await become('Alex');
    const mentions = ['claimvote', 'plan'].map((name) => `</${name}:${commandIn(sandbox, name)?.id ?? ''}>`);
    await post('general', { content: [...mentions, '</gone:12345678901234567>'].join(' or ') });
    for (const [name, refusal] of [
      ['/plan', 'Alex cannot use /plan'],
      ['/gone', 'The bot has no command /gone with the id 12345678901234567.'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('alert').getByText(refusal).waitFor();
    }

    await page.getByRole('button', { name: '/claimvote' }).click();
    await page.keyboard.type('playername:Steve');
    await page.keyboard.press('Enter');

    await embed('Reward claimed').waitFor();
  });
});

describeInBrowser('messages on the page', (visit) => {
  it('come with files, selects and links, and stay away once they are dismissed', async () => {
    const { page, run, newest, embed } = await visit();
    await run('/privacy export');
    const downloaded = page.waitForEvent('download');
    await newest.getByRole('link', { name: 'my-data.json' }).click();
    expect(JSON.parse(await readFile(await (await downloaded).path(), 'utf8'))).toBeTypeOf('object');

    for (const id of ['ent_active', 'ent_grace']) {
      await run('/entity link', { id });
      await newest.getByRole('button', { name: 'Link it' }).click();
      await newest.getByText(`(${id}) is linked`).waitFor();
    }
    await run('/entity list');
    await newest.getByText('Skyblock Central · default').waitFor();
    await newest.getByRole('combobox').selectOption({ label: 'Late Lantern: ent_grace' });
    await newest.getByText('Late Lantern · default').waitFor();

    await run('/claimvote', { playername: 'Herobrine' });
    const link = newest.getByRole('link', { name: 'Vote' });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await newest.getByRole('button', { name: 'Dismiss message' }).click();
    await eventually(() => embed('No vote found yet').count()).toBe(0);
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('composer');
  });

  it('show all that was sent: text, embeds, buttons and options', async () => {
    const { page, sandbox, post, newest } = await visit();
    await post('general', {
      content: `**Bold**, *slanted*, __lined__, ~~struck~~ and \`code\`\n- of a list <@&${UNKNOWN_ID}>\n-# small`,
      embeds: [
        {
          title: 'The *title*',
          description: `First </plan:${commandIn(sandbox, 'plan')?.id ?? ''}>\n\n\\*last\\*`,
          fields: ['Field', 'Other'].map((name) => ({ name, value: `of ${name}` })),
          footer: { text: 'Reference *K7*' },
        },
        { description: 'Another one' },
      ],
      components: [
        [button('Do it', 1, { custom_id: 'do' }), button('Vote', 5, { url: 'https://vote.example' })],
        [select('none', { placeholder: 'Choose one' })],
        [select('one', { options: [{ label: 'A', value: 'a', description: 'the first', default: true }] })],
      ].map((components) => ({ type: 1, components })),
    });
    await newest.getByText('Another one').waitFor();

    const shown = await newest.locator('.text, h3, dt, dd, footer, .controls .button').allInnerTexts();
    expect(shown).toEqual([
      'Bold, slanted, lined, struck and code\n• of a list @unknown-role\n\nsmall',
      'The title',
      'First /plan\n\n*last*',
      ...[
        'Field',
        'of Field',
        'Other',
        'of Other',
        'Reference *K7*',
        'Another one',
        'Do it',
        'Vote\n(opens in a new tab)',
      ],
    ]);
    const options = await page.locator('.controls option').allTextContents();
    expect(options.map((option) => option.trim())).toEqual(['Choose one', 'B', 'A: the first']);
  });

  it('are in the language of the person, and those for everyone in that of the server', async () => {
    const { page, sandbox, run, post, newest, become, setLanguage } = await visit();
    await become('Mona');
    await setLanguage('fr');
    await page.locator('#composer').fill('/plan');
    await eventually(() => page.locator('.suggestions .about').first().innerText()).toBe(
      commandIn(sandbox, 'plan')?.description_localizations?.fr,
    );

    await run('/plan', { entity: 'ent_grace' });
    await newest.getByText('dans 3 jours').first().waitFor();
    const weekday = /lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche/;
    await newest.locator('.body:lang(fr)').getByText(weekday).first().waitFor();
    expect(await page.evaluate(NEWEST_COLOUR)).toBe(AMBER);

    await post('general', { content: 'Steve has voted. ||It is true.||' });
    await newest.locator('.body:lang(en)').getByText('Steve has voted').waitFor();
    await newest.locator('summary:lang(en)').getByText('Spoiler').waitFor();
  });

  it('mark their channel until it is looked at, and stand out for those whom they ping', async () => {
    const { page, sandbox, post, become } = await visit();
    const role = sandbox.guild.roles.values().find(({ name }) => name === 'Moderators')?.id ?? '';
    const body = { content: `<@&${role}> Late Lantern ends`, allowed_mentions: { parse: [], roles: [role] } };
    const channel = page.getByRole('button', { name: 'moderators' });
    const pinged = () => page.locator('.message.pinged').count();
    await become('Mona');
    await post('moderators', body);
    await post('general', body);
    await channel.getByText('unread, pings you').waitFor();
    await eventually(pinged).toBe(1);
    await channel.click();
    await page.getByRole('article').getByText('Pings @Moderators, and so you').waitFor();
    await eventually(() => channel.getByText('unread').count()).toBe(0);
    await eventually(() => page.getByText('Only you can see this').count()).toBe(0);

    await become('Alex');

    await page.getByRole('combobox', { name: 'Message #general' }).waitFor();
    await page.getByRole('article').getByText('Pings @Moderators', { exact: true }).waitFor();
    expect([await pinged(), await channel.count()]).toEqual([0, 0]);
  });

  it('keep the newest in view in every size of the window, unless the user has scrolled up', async () => {
    const { page, post } = await visit();
    const content = 'A line that a phone breaks, since it is long: twice at least, if the phone is narrow. '.repeat(3);
    for (let message = 0; message < 12; message += 1) await post('general', { content });
    const toTheEnd = () => page.evaluate<number>(TO_THE_END);
    await eventually(() => page.getByRole('article').count()).toBe(12);
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await eventually(() => page.evaluate('innerWidth')).toBe(viewport.width);
      await eventually(toTheEnd).toBeLessThan(2);
    }

    await page.evaluate(SCROLL_UP);
    await page.setViewportSize(PHONE);
    await post('general', { content });
    await eventually(() => page.getByRole('article').count()).toBe(13);
    expect(await toTheEnd()).toBeGreaterThan(500);
  });

  it('to one person alone come as direct messages, which can be stopped there', async () => {
    const { page, run, become, embed } = await visit();
    const direct = page.getByRole('navigation', { name: 'Channels' }).getByRole('button', { name: 'plan-vote-bot' });
    await become('Max');
    await run('/settings reminders', { hours: '24' });
    await embed('Reminders to vote saved').waitFor();
    await become('Alex');
    await run('/claimvote', { playername: 'Steve' });
    await page.getByRole('button', { name: 'Remind me' }).click();
    await direct.getByText('unread').waitFor();
    await direct.click();
    const message = page.getByRole('article').last();
    await message.getByRole('heading', { name: 'A reminder to vote: Sandbox' }).waitFor();
    expect(await page.locator('#composer').count()).toBe(0);
    await message.getByRole('button', { name: 'Stop reminders' }).click();
    await embed('Reminders are off').waitFor();

    await become('Sam');

    await direct.click();
    await page.getByText('Only Sam sees them').waitFor();
    await eventually(() => page.getByRole('article').count()).toBe(0);
  });
});

describeInBrowser('a tab with the page', (visit) => {
  it('is the same person in the same channel after it is reloaded', async () => {
    const { page, become } = await visit();
    await become('Mona');
    await page.getByRole('button', { name: 'alerts' }).click();

    await page.reload();

    await page.getByRole('combobox', { name: 'Message #alerts' }).waitFor();
    await eventually(() => page.getByRole('radio', { name: 'Mona' }).isChecked()).toBe(true);
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
    const { page } = await visit();
    // It reports each request that is not answered.
    page.removeAllListeners();
    const first = await servePlayground();
    await arrive(page, first.url.href);

    await first.close();
    await page.getByText('The sandbox does not answer. Is it still running?').waitFor();
    await servePlayground(Number(first.url.port));

    await page.getByText('The sandbox was restarted: open the address that it printed.').waitFor();
  });
});
