import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ptBR } from './pt-BR.ts';

export type { Words } from './en.ts';

/** By the first part of a locale: Spanish says the same in Spain and in Latin America. */
const LANGUAGES: ReadonlyMap<string, Words> = new Map([
  ['en', en],
  ['de', de],
  ['es', es],
  ['fr', fr],
  ['pt', ptBR],
]);

/** A text that is said in whatever language the page has when it is shown. */
export type Said = (words: Words) => string;

/** @param locale - as Discord names it ("en-US", "de"); one that the page does not speak falls back to English */
export function wordsIn(locale: string): Words {
  return LANGUAGES.get(locale.split('-', 1).join()) ?? en;
}
