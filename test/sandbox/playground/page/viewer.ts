import type { Browser, Locator, Page, ViewportSize } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';

import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { maySkip } from '../../../services-at-hand.ts';
import {
  arrive,
  chromiumPath,
  DEADLINE_MS,
  DESKTOP,
  launchBrowser,
  openPlayground,
  openWindow,
} from './open-playground.ts';
import { openPanelTab, runCommand, setLanguage } from './run-command.ts';

/** Several times {@link DEADLINE_MS}: a step that takes too long fails by itself, and says which it was. */
const TEST_TIMEOUT_MS = 120_000;
/** A browser draws when it likes: the report names a test that passed at the second try. */
const RETRIES = 1;

/** A user of the page, and what they can do there. */
export type Viewer = {
  page: Page;
  sandbox: Sandbox;
  /** Opens a tab of the panel. */
  openTab: (name: string) => Promise<void>;
  /** Plays someone else. */
  become: (name: string) => Promise<void>;
  /** Changes the language of the person who is played, and waits until the sandbox knows it. */
  setLanguage: (locale: string) => Promise<void>;
  /** Types a command into the composer as its words, and the text of each option. */
  run: (command: string, options?: Readonly<Record<string, string>>) => Promise<void>;
  /** Posts as the bot in a channel of this name. */
  post: (channel: string, body: object) => Promise<void>;
  /**
   * The modal, once it is open: its first field has the focus. It is there until the page knows that it was closed, and
   * typed text reaches the composer again.
   */
  openedModal: () => Promise<Locator>;
  /** The newest message of the bot in the channel. */
  newest: Locator;
  /** The embed with this title. */
  embed: (title: string) => Locator;
};

/** Polls `read` until its result meets the expectation: the page receives events and draws asynchronously. */
export function eventually<T>(read: () => Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: DEADLINE_MS });
}

/** One for all files of a worker, with which it ends: to start it takes as long as a test. */
let browser: Promise<Browser> | undefined;
const launched = () => (browser ??= launchBrowser());

/** Runs tests in a browser, or skips them where none is installed. */
export function describeInBrowser(name: string, tests: (visit: Visit) => void): void {
  const skipped = maySkip(chromiumPath);
  const title = skipped ? `${name}: Chromium is not installed: skipped` : name;
  describe.skipIf(skipped)(title, { timeout: TEST_TIMEOUT_MS, retry: RETRIES }, () => {
    /** Each sandbox has an address of its own, so no page finds what another one kept. */
    let window: Promise<Page> | undefined;
    afterAll(async () => {
      const opened = await window?.catch(() => undefined);
      await opened?.context().close();
    });
    tests(async (look) => visit(await (window ??= launched().then(openWindow)), look));
  });
}

/** How large the window is; as on a desktop, unless it is said. */
export type Look = { viewport?: ViewportSize };
export type Visit = (look?: Look) => Promise<Viewer>;

/** Opens the page of a new sandbox. Fails the test when the page throws, or asks another host for anything. */
async function visit(page: Page, { viewport = DESKTOP }: Look = {}): Promise<Viewer> {
  const { sandbox, url, close } = await openPlayground();
  onTestFinished(close);
  // A test may visit one page after the other.
  await leave(page);
  await page.setViewportSize(viewport);
  const faults = watchFaults(page, url);
  onTestFinished(async () => {
    await leave(page);
    expect(faults).toEqual([]);
  });
  await arrive(page, url);
  return {
    page,
    sandbox,
    newest: page.getByRole('article').last(),
    embed: (title) => page.locator('.embed', { has: page.getByRole('heading', { name: title, exact: true }) }).last(),
    openTab: (name) => openPanelTab(page, name),
    async become(name) {
      await page.locator('#tab-people').click();
      await page.getByRole('radio', { name }).check();
    },
    setLanguage: (locale) => setLanguage(page, locale),
    run: (command, values) => runCommand(page, command, values),
    post: (channel, body) => post(sandbox, channel, body),
    async openedModal() {
      const modal = page.getByRole('dialog', { includeHidden: true });
      await modal.getByRole('textbox').first().and(page.locator(':focus')).waitFor();
      return modal;
    },
  };
}

/** Leaves a window as it was before the visit. */
async function leave(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll();
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.emulateMedia({ colorScheme: null });
  await page.mouse.move(0, 0);
  await page.goto('about:blank');
}

/** Collects the errors that the page throws or reports, and its requests to other hosts. */
function watchFaults(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(url).host) faults.push(`asked for ${request.url()}`);
  });
  return faults;
}

async function post({ discord, guild }: Sandbox, name: string, body: object): Promise<void> {
  const channel = guild.channels.values().find((one) => one.name === name);
  const response = await fetch(`${discord.apiUrl}/v10/channels/${String(channel?.id)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
