import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ApplicationCommandType, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCHEMES = ['light', 'dark'] as const;
const PHONE = { width: 390, height: 844 };

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** What axe finds to be serious or critical, in light and in dark, in words. */
async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const findings: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)');
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    for (const { id, nodes } of serious) {
      findings.push(...nodes.map(({ html, failureSummary }) => `${colorScheme}, ${id}: ${html} ${failureSummary}`));
    }
  }
  return findings;
}

describeInBrowser('the page, for everyone', (visit) => {
  it('has no serious issue with replies, a broken host and an open log entry', async () => {
    const { page, run, embed, openTab } = await visit();
    await openTab('Faults');
    await run('/claimvote', { playername: 'Steve' });
    await embed('Reward claimed').waitFor();
    await run('/plan', { entity: 'ent_troubled' });
    await embed('Everything Isle').waitFor();
    await page.getByLabel('Fault of the Main service').selectOption('down');
    const mainHost = page.getByRole('form', { name: 'Main service' });
    await mainHost.getByRole('button', { name: 'Break' }).click();
    await mainHost.getByText('Broken').waitFor();
    await page.locator('.entry').first().click();
    await page.locator('.entry pre').first().waitFor();
    const withFaults = await findingsOn(page);
    await openTab('Plans');
    await page.getByText('plans to look at').click();
    await page.locator('.examples dl').waitFor();

    expect([...withFaults, ...(await findingsOn(page))]).toEqual([]);
  });

  it('has no serious issue while a command is picked and filled in', async () => {
    const { page } = await visit();
    await page.locator('#composer').fill('/');
    await page.getByRole('listbox').waitFor();
    const whilePicking = await findingsOn(page);
    await page.locator('#composer').fill('/entity link ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('id must be filled in.').waitFor();

    expect([...whilePicking, ...(await findingsOn(page))]).toEqual([]);
  });

  it('has no serious issue with a modal', async () => {
    const { page, run, openedModal } = await visit();
    await run('/claimvote');
    await openedModal();

    expect(await findingsOn(page)).toEqual([]);
  });

  it('has no serious issue with mentions, buttons of every style and a post that pings', async () => {
    const { page, sandbox, post } = await visit();
    const role = sandbox.guild.roles.values().find(({ name }) => name === 'Moderators')?.id ?? '';
    const command = sandbox.discord.commands.find(ApplicationCommandType.ChatInput, 'plan')?.id ?? '';
    const styles = [ButtonStyle.Primary, ButtonStyle.Secondary, ButtonStyle.Success, ButtonStyle.Danger];
    const buttons = styles.map((style) => ({
      type: ComponentType.Button,
      style,
      label: 'Do it',
      custom_id: `${style}`,
    }));
    const content = `<@&${role}> try </plan:${command}>, \`code\`, <t:0:R> and [a link](https://b.example)\n-# small\n> quoted`;
    await post('general', { content, components: [{ type: ComponentType.ActionRow, components: buttons }] });
    await page.locator('.message.pinged').waitFor();

    expect(await findingsOn(page)).toEqual([]);
  });

  it('has no serious issue on a phone, in the channel and in the panel', async () => {
    const { page, run, embed } = await visit({ viewport: PHONE });
    await run('/plan', { entity: 'ent_grace' });
    await embed('Late Lantern').waitFor();
    const inChannel = await findingsOn(page);
    await page.getByRole('button', { name: 'Behind the scenes' }).click();
    await page.getByRole('button', { name: 'Back to the channel' }).waitFor();

    expect([...inChannel, ...(await findingsOn(page))]).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, sandbox, embed } = await visit();
    const { keyboard } = page;
    await page.locator('#composer').focus();
    await keyboard.type('/claimv');
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await keyboard.type('Herobrine');
    await keyboard.press('Enter');
    await embed('No vote found yet').waitFor();

    sandbox.main.castVote('Herobrine');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');

    await embed('Reward claimed').waitFor();
  });

  it('tells assistive technology what the bot answered', async () => {
    const { page, run } = await visit();
    await run('/claimvote', { playername: 'Steve' });
    await page.getByRole('status').filter({ hasText: 'Reward claimed' }).waitFor();
  });

  it('reaches every tab of the panel with the arrows', async () => {
    const { page } = await visit();
    await page.getByRole('tab', { name: 'You' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('textbox', { name: 'Player who votes' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');

    await page.getByRole('form', { name: 'Main service' }).waitFor();
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('tab-faults');
  });

  it('moves the focus into the panel on a phone, and back', async () => {
    const { page } = await visit({ viewport: PHONE });
    const focused = () => page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');

    await page.getByRole('button', { name: 'Behind the scenes' }).click();
    await eventually(focused).toBe('Back to the channel');
    await page.keyboard.press('Escape');

    await eventually(focused).toContain('Behind the scenes');
  });
});
