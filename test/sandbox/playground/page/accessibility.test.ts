import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ApplicationCommandType, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { describeInBrowser, eventually, type Viewer } from './viewer.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCHEMES = ['light', 'dark'] as const;
const TABS = ['people', 'votes', 'rewards', 'plans', 'faults'];
const PHONE = { width: 390, height: 780 };
const PHONES = [{ ...PHONE, width: 360 }, PHONE];

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** What axe finds to be serious or critical, in light and in dark, in words. */
async function findingsOn(page: Page): Promise<string[]> {
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

/** A post that pings, with mentions and a button of each style. */
function everythingIn({ discord, guild }: Viewer['sandbox']): object {
  const role = guild.roles.values().find(({ name }) => name === 'Moderators')?.id ?? '';
  const command = discord.commands.find(ApplicationCommandType.ChatInput, 'plan')?.id ?? '';
  const styles = [ButtonStyle.Primary, ButtonStyle.Secondary, ButtonStyle.Success, ButtonStyle.Danger];
  const type = ComponentType.Button;
  const buttons = styles.map((style) => ({ type, style, label: 'Do it', custom_id: `${style}` }));
  const content = `<@&${role}> try </plan:${command}>, \`code\`, <t:0:R> and [a link](https://b.example)\n-# small\n> quoted`;
  return { content, components: [{ type: ComponentType.ActionRow, components: buttons }] };
}

/** What reaches beyond the right edge of the window, save for what scrolls by itself, or below it. */
const BEYOND_THE_EDGE = `[...document.querySelectorAll('main *, aside *')]
  .filter((element) => !element.closest('pre, .visually-hidden') && element.checkVisibility())
  .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 200))
  .concat(document.documentElement.scrollHeight > window.innerHeight ? ['the page itself scrolls'] : [])`;

describeInBrowser('the page, for everyone', (visit) => {
  it('has no serious issue, whatever is shown', async () => {
    const { page, sandbox, run, embed, post, openTab, openedModal } = await visit();
    await page.evaluate(AXE);
    const findings: string[] = [];
    const look = async () => findings.push(...(await findingsOn(page)));
    await run('/claimvote');
    await openedModal();
    await look();
    await page.keyboard.type('Steve');
    await page.keyboard.press('Enter');
    await embed('Reward claimed').waitFor();
    await run('/plan', { entity: 'ent_troubled' });
    await embed('Everything Isle').waitFor();
    await post('general', everythingIn(sandbox));
    await page.locator('.message.pinged').waitFor();
    const composer = page.locator('#composer');
    await composer.fill('/');
    await page.getByRole('listbox').waitFor();
    await look();
    await composer.fill('/entity link ');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('id must be filled in.').waitFor();
    await look();

    await openTab('Faults');
    const host = page.getByRole('form', { name: 'Main service' });
    await host.getByLabel('Fault of the Main service').selectOption('down');
    await host.getByRole('button', { name: 'Break' }).click();
    await host.getByText('Broken').waitFor();
    await page.locator('.entry').first().click();
    await page.locator('.entry pre').first().waitFor();
    await look();
    await openTab('Plans');
    await page.getByText('plans to look at').click();
    await page.locator('.examples dl').waitFor();
    await look();
    await page.setViewportSize(PHONE);
    await look();
    await page.getByRole('button', { name: 'Behind the scenes' }).click();
    await page.getByRole('button', { name: 'Back to the channel' }).waitFor();
    await look();

    expect(findings).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, sandbox, embed } = await visit();
    const { keyboard } = page;
    await page.locator('#composer').focus();
    await keyboard.type('/claimv');
    for (const key of ['Enter', 'ArrowDown', 'Tab']) await keyboard.press(key);
    await keyboard.type('Herobrine');
    await keyboard.press('Enter');
    await embed('No vote found yet').waitFor();

    sandbox.main.castVote('Herobrine');
    for (let button = 1; button <= 4; button += 1) await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await embed('Reward claimed').waitFor();

    await page.getByRole('tab', { name: 'You' }).focus();
    await keyboard.press('ArrowRight');
    await page.getByRole('textbox', { name: 'Player who votes' }).waitFor();
    for (let times = 0; times < 2; times += 1) await keyboard.press('ArrowLeft');
    await page.getByRole('form', { name: 'Main service' }).waitFor();
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('tab-faults');
  });

  it('fits phones, and moves the focus into the panel and back', async () => {
    const { page, run, newest } = await visit({ viewport: PHONE });
    const overflows: string[] = [];
    const look = async () => {
      for (const phone of PHONES) {
        await page.setViewportSize(phone);
        overflows.push(...(await page.evaluate<string[]>(BEYOND_THE_EDGE)));
      }
    };
    const focused = () => page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');
    await page.getByRole('button', { name: 'Behind the scenes' }).click();
    await eventually(focused).toBe('Back to the channel');
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await look();
    }
    await page.keyboard.press('Escape');
    await eventually(focused).toContain('Behind the scenes');
    await run('/claimvote', { playername: 'Herobrine' });
    await newest.locator('.embed').waitFor();
    await look();

    expect(overflows).toEqual([]);
  });
});
