import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { CLAIM_TIMINGS } from '../../../../src/claims/timings.ts';
import { WATCH_TIMINGS } from '../../../../src/plans/watch.ts';
import { DAY_MS } from '../../../../src/work/clock.ts';
import { findProgram } from '../../../services-at-hand.ts';
import { openBot, type OpenPlayground } from '../open-playground.ts';

export const chromiumPath = findProgram('chromium', 'chromium-browser', 'google-chrome');

/** Much longer than anything takes, so that a slow machine fails no test. */
export const DEADLINE_MS = 30_000;
/** So that nobody waits for what the bot does by itself: looking at plans, posting. */
const ROUND_EVERY_MS = 500;

/** A playground with the bot in it, for a page. */
export const openForPage = (): Promise<OpenPlayground> =>
  openBot({
    timings: {
      claims: { ...CLAIM_TIMINGS, recoveryEveryMs: ROUND_EVERY_MS },
      watch: { ...WATCH_TIMINGS, intervalMs: ROUND_EVERY_MS, pollEveryMs: ROUND_EVERY_MS },
      remindersEarlyMs: DAY_MS,
    },
  });

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer', '--disable-background-networking'],
  });
}

export const DESKTOP = { width: 1_280, height: 800 };

/** A window of its own, with nothing in it yet. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(DEADLINE_MS);
  return page;
}

/** Goes to the playground and waits until it shows the sandbox. */
export async function arrive(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('combobox', { name: 'Message #general' }).waitFor();
}
