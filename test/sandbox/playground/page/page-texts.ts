import type { Page } from 'playwright-core';

import { wordsIn } from '../../../../src/sandbox/playground/page/words/index.ts';

/** What the page shows as it is, whoever reads it: what the bot says, commands, names, ids, calls and their bodies. */
const RAW = [
  ...['.embed', '.body > .text', '.body div.row > .button', '.command-mention'],
  ...['.suggestions .label', '.hint strong', '.chip', '.command', '.avatar', 'datalist', 'code', 'kbd', 'pre', '.what'],
].join();

/**
 * Every text that the page has for eyes and ears, tabs that are not chosen included. What a button of the bot says is
 * left out, and not what the page adds to it.
 */
const READ_TEXTS = `(() => {
  const isRaw = (element) => {
    const raw = element.closest(${JSON.stringify(RAW)});
    return raw !== null && !element.matches('.visually-hidden, summary, .mention[lang]');
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!isRaw(parentElement) && !parentElement.closest('script, noscript, #announcer, option[lang]')) texts.push(data);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (isRaw(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  }
  return texts.map((text) => text.replace(/\\s+/g, ' ').trim());
})()`;

/** What is on the page at this moment. */
export async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(READ_TEXTS);
}

/** Texts with a letter in them, without how long something took, by which the two walks may differ or agree. */
export function isWords(text: string): boolean {
  return /\p{L}/u.test(text) && !/^(?:\+?\d+ )?ms$/.test(text);
}

/** The words without values that a language shares with English: `Votes` in French. */
export function sharedWords(locale: string): string[] {
  return sharedIn(wordsIn('en'), wordsIn(locale)).filter((word) => typeof word === 'string');
}

/** The words with values that were left in English, as they stand in the code. */
export function sharedSentences(locale: string): string[] {
  return sharedIn(wordsIn('en'), wordsIn(locale))
    .filter((word) => typeof word === 'function')
    .map(String)
    .filter((code) => isWords(code.replaceAll(/^[^]*?=>|\$\{[^}]*\}/g, '')));
}

function sharedIn(english: object, other: object): unknown[] {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.entries(english).flatMap(([key, word]: [string, unknown]) => {
    const same = others.get(key);
    if (isTable(word) && isTable(same)) return sharedIn(word, same);
    return String(word) === String(same) ? [word] : [];
  });
}

function isTable(word: unknown): word is object {
  return typeof word === 'object' && word !== null;
}
