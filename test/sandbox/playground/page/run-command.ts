import type { Page } from 'playwright-core';

/** Types a command into the composer, as its words and the text of each option, and sends it. */
export async function runCommand(
  page: Page,
  command: string,
  options: Readonly<Record<string, string>> = {},
): Promise<void> {
  const composer = page.locator('#composer');
  await composer.fill(`${command} `);
  for (const [option, text] of Object.entries(options)) {
    await openOption(page, option);
    await composer.fill(text);
    await composer.press('Tab');
  }
  await page.locator('.composer .button.primary').click();
}

/** Opens a tab of the panel beside the channel. */
export async function openPanelTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Changes the language of the person who is played, and waits until the sandbox knows it. */
export async function setLanguage(page: Page, locale: string): Promise<void> {
  await page.locator('#tab-people').click();
  const answered = page.waitForResponse('**/api/actions');
  await page.locator('#language').selectOption(locale);
  await answered;
}

/** A required option is open already; another one is picked by its name. */
async function openOption(page: Page, option: string): Promise<void> {
  const composer = page.locator('#composer');
  if ((await composer.getAttribute('aria-label')) === option) return;
  await composer.fill(option);
  await composer.press('Tab');
}
