import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { CLAIM_TIMINGS } from '../../../../src/claims/timings.ts';
import { readConfig } from '../../../../src/config.ts';
import { WATCH_TIMINGS } from '../../../../src/plans/watch.ts';
import { createApp } from '../../../../src/process/app.ts';
import { createPlayground } from '../../../../src/sandbox/playground/playground.ts';
import { startPlaygroundServer } from '../../../../src/sandbox/playground/server.ts';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { DAY_MS } from '../../../../src/work/clock.ts';
import { createLog } from '../../../../src/work/log.ts';
import { findProgram } from '../../../services-at-hand.ts';
import { WIDE_LIMITS } from '../../../wide-limits.ts';

export const chromiumPath = findProgram('chromium', 'chromium-browser', 'google-chrome');

/** Much longer than anything takes, so that a slow machine fails no test. */
export const DEADLINE_MS = 30_000;
/** So that nobody waits for what the bot does by itself: looking at plans, posting. */
const ROUND_EVERY_MS = 500;

export type OpenPlayground = {
  sandbox: Sandbox;
  /** The page, with its token. */
  url: string;
  close: () => Promise<void>;
};

/** A sandbox with the bot in it, served on a port of its own. */
export async function openPlayground(): Promise<OpenPlayground> {
  const sandbox = await startSandbox();
  const config = readConfig({ ...sandbox.environment, DATABASE_URL: 'sqlite::memory:' });
  const app = await createApp({
    config,
    log: createLog({ level: 'silent', secrets: [] }),
    limits: WIDE_LIMITS,
    timings: {
      claims: { ...CLAIM_TIMINGS, recoveryEveryMs: ROUND_EVERY_MS },
      watch: { ...WATCH_TIMINGS, intervalMs: ROUND_EVERY_MS, pollEveryMs: ROUND_EVERY_MS },
      remindersEarlyMs: DAY_MS,
    },
  });
  const server = await startPlaygroundServer({ playground: createPlayground(sandbox), port: 0 });
  await app.start();
  return {
    sandbox,
    url: server.url,
    async close() {
      await app.stop();
      await server.close();
      await sandbox.close();
    },
  };
}

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
