import type { Browser, Page, ViewportSize } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';

import { maySkip } from '../../../services-at-hand.ts';
import { post } from '../scene.ts';
import { arrive, chromiumPath, DEADLINE_MS, DESKTOP, launchBrowser, openForPage, openWindow } from './window.ts';
import { openPanelTab, runCommand, setLanguage } from './run-command.ts';

/** Several times {@link DEADLINE_MS}: a step that takes too long fails by itself, and says which it was. */
const TEST_TIMEOUT_MS = 120_000;
/** A browser draws when it likes: the report names a test that passed at the second try. */
const RETRIES = 1;

/** A user of the page, and what they can do there. */
export type Viewer = Awaited<ReturnType<typeof visit>>;

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
async function visit(page: Page, { viewport = DESKTOP }: Look = {}) {
  const { sandbox, url, close } = await openForPage();
  onTestFinished(close);
  // A test may visit one page after the other.
  await leave(page);
  await page.setViewportSize(viewport);
  const faults = watchFaults(page, url.host);
  onTestFinished(async () => {
    await leave(page);
    expect(faults).toEqual([]);
  });
  await arrive(page, url.href);
  return {
    page,
    sandbox,
    /** The newest message of the bot in the channel. */
    newest: page.getByRole('article').last(),
    /** The embed with this title. */
    embed: (title: string) =>
      page.locator('.embed', { has: page.getByRole('heading', { name: title, exact: true }) }).last(),
    openTab: (name: string) => openPanelTab(page, name),
    /** Plays someone else. */
    become: async (name: string) => {
      await page.locator('#tab-people').click();
      await page.getByRole('radio', { name }).check();
    },
    setLanguage: (locale: string) => setLanguage(page, locale),
    run: (command: string, options?: Readonly<Record<string, string>>) => runCommand(page, command, options),
    post: (channel: string, body: object) => post(sandbox, channel, body),
    /**
     * The modal, once it is open: its first field has the focus. It is there until the page knows that it was closed, and
     * typed text reaches the composer again.
     */
    openedModal: async () => {
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
function watchFaults(page: Page, host: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== host) faults.push(`asked for ${request.url()}`);
  });
  return faults;
}
