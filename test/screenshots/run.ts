import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { openPanelTab, runCommand, setLanguage } from '../sandbox/playground/page/run-command.ts';
import { arrive, launchBrowser, openForPage, openWindow } from '../sandbox/playground/page/window.ts';

/** The pictures that the README shows; they go into its folder. */
const README_PICTURES: readonly string[] = ['claimed-reward', 'plan-in-grace'];
const README_FOLDER = 'docs';
const FOLDER = 'screenshots';
const DESKTOP = { width: 1_040, height: 660 };
const PHONE = { width: 390, height: 780 };

const showPlans = async (page: Page) => {
  await runCommand(page, '/plans', { entities: 'ent_active ent_grace ent_ending ent_deleting ent_standard' });
  await page.getByRole('article').getByText('page 1 of 1').waitFor();
};

/** The main states of the playground: what to do before the picture is taken, and in what window, if not on a desktop. */
const STATES: readonly { name: string; window?: BrowserContextOptions; arrange: (page: Page) => Promise<void> }[] = [
  {
    name: 'claimed-reward',
    async arrange(page) {
      await page.getByRole('radio', { name: 'Alex' }).check();
      await runCommand(page, '/claimvote', { playername: 'Steve' });
      await page.getByRole('heading', { name: 'Reward claimed' }).waitFor();
    },
  },
  {
    name: 'plan-in-grace',
    async arrange(page) {
      await page.getByRole('radio', { name: 'Mona' }).check();
      await runCommand(page, '/plan', { entity: 'ent_grace' });
      await page.getByRole('heading', { name: 'Late Lantern' }).waitFor();
    },
  },
  {
    name: 'command-picker',
    async arrange(page) {
      await page.locator('#composer').fill('/');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'modal',
    async arrange(page) {
      await runCommand(page, '/claimvote');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'plans', arrange: showPlans },
  {
    name: 'claims-in-french',
    async arrange(page) {
      await setLanguage(page, 'fr');
      await runCommand(page, '/claimvote', { playername: 'Steve' });
      await page.getByRole('heading', { name: 'Récompense réclamée' }).waitFor();
      await runCommand(page, '/claims');
      await page.getByRole('heading', { name: 'Demandes de récompense' }).waitFor();
    },
  },
  {
    name: 'lost-answer',
    async arrange(page) {
      await openPanelTab(page, 'Faults');
      const host = page.getByRole('form', { name: 'Main service' });
      await host.getByLabel('Fault of the Main service').selectOption('lost');
      await host.getByRole('button', { name: 'Break' }).click();
      await runCommand(page, '/claimvote', { playername: 'Steve' });
      await page.getByRole('heading', { name: 'Vote claimed, first answer lost' }).waitFor();
    },
  },
  {
    name: 'light',
    window: { colorScheme: 'light' },
    async arrange(page) {
      await runCommand(page, '/plan', { entity: 'ent_grace' });
      await page.getByRole('heading', { name: 'Late Lantern' }).waitFor();
    },
  },
  {
    name: 'phone',
    window: { viewport: PHONE },
    async arrange(page) {
      await runCommand(page, '/plan', { entity: 'ent_changing' });
      await page.getByRole('heading', { name: 'Rising Realms' }).waitFor();
    },
  },
  { name: 'phone-plans', window: { viewport: PHONE }, arrange: showPlans },
  {
    name: 'phone-behind-the-scenes',
    window: { viewport: PHONE },
    async arrange(page) {
      await page.getByRole('button', { name: 'Behind the scenes' }).click();
    },
  },
];

async function take(browser: Browser, { name, window, arrange }: (typeof STATES)[number]): Promise<void> {
  const playground = await openForPage();
  const page = await openWindow(browser, {
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    ...window,
  });
  await arrive(page, playground.url.href);
  await arrange(page);
  const path = `${README_PICTURES.includes(name) ? README_FOLDER : FOLDER}/${name}.png`;
  await page.screenshot({ path });
  await page.context().close();
  await playground.close();
  process.stdout.write(`${path}\n`);
}

const browser = await launchBrowser();
try {
  for (const state of STATES) await take(browser, state);
} finally {
  await browser.close();
}
