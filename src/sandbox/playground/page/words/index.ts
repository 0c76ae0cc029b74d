import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ptBR } from './pt-BR.ts';

export type { Words } from './en.ts';

/** By the first part of a locale: Spain and Latin America share the Spanish words. */
const LANGUAGES: ReadonlyMap<string, Words> = new Map([
  ['en', en],
  ['de', de],
  ['es', es],
  ['fr', fr],
  ['pt', ptBR],
]);

/** A text in the language that the page has when it shows the text. */
export type Said = (words: Words) => string;

/** @param locale - as Discord names it ("en-US", "de"); a locale without words here falls back to English */
export function wordsIn(locale: string): Words {
  return LANGUAGES.get(locale.split('-', 1).join()) ?? en;
}
