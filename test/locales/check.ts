import en from '../../src/locales/en.json' with { type: 'json' };
import { KNOWN, type Language } from './languages.ts';
import { type Nested, PLURAL_FORM, placeholdersOf, textsOf } from './texts.ts';

/**
 * Discord's documentation: "Application Command Structure", "Button", "Modal", "Label", "Text Input", "Embed Limits".
 */
export const LIMITS: [what: string, keys: RegExp, max: number][] = [
  ['a command description', /^commands\./, 100],
  ['the name of a command in a menu', /\.ofMember$/, 32],
  ['a button label', /^buttons\./, 80],
  ['a modal title', /modalTitle(s\..*)?$/, 45],
  ['the label of an input', /^forms\./, 45],
  ['the placeholder of an input', /modalHint$/, 100],
  ['the placeholder of a select', /^(plan\.others|(entity|claims)\.list\.pick)$/, 150],
  ['an embed title', /\.title$/, 256],
  ['a field name', /\.fields\./, 256],
  ['an embed description', /./, 4_096],
];

/** Words that English cannot do without and no other language has. */
const ENGLISH_WORDS = /\b(?:the|and|with|which|this)\b/i;

/** Nesting, which values could otherwise make use of (i18next's documentation, "Nesting"). */
const NESTED = /\$t\(/;

/** A text's Discord markup: code, emphasis, mentions, commands and addresses. */
const MARKUP = /`[^`]*`|\*+|<[#@:/][^>]*>|https?:\/\//g;
const PLACEHOLDER_OR_CODE = /\{\{[^}]*\}\}|`[^`]*`/g;

/** Counts that choose a form: no text counts further. */
const COUNTS = Array.from({ length: 10_000 }, (_, count) => count);

const ENGLISH = new Map(textsOf(en));
function knownOf(language: string): Language {
  const known = KNOWN[language];
  if (!known)
    throw new Error(`write into test/locales/languages.ts for ${language} what every other language has there`);
  return known;
}

const nameOf = (key: string): string => key.replace(PLURAL_FORM, '');

/** Everything that is wrong with the texts of a language, a line each: `fr plans.title: is missing`. */
export function faultsIn(language: string, texts: Nested): string[] {
  const { sameAsEnglish } = knownOf(language);
  const all = textsOf(texts);
  const keys = new Set(all.map(([key]) => key));
  const expected = keysOf(language);
  const same = all.filter(([key, text]) => language !== 'en' && text === ENGLISH.get(key) && isInWords(text));
  const unused = sameAsEnglish.filter((text) => !same.some(([, one]) => one === text));
  return [
    ...[...expected.difference(keys)].map((key) => `${key}: is missing`),
    ...[...keys.difference(expected)].map((key) => `${key}: is no text of English`),
    ...all.flatMap(([key, text]) => faultsOf(key, text, language).map((fault) => `${key}: ${fault}`)),
    ...same.filter(([, text]) => !sameAsEnglish.includes(text)).map(([key]) => `${key}: is left in English`),
    ...unused.map((text) => `sameAsEnglish: no text is "${text}" any more`),
  ].map((fault) => `${language} ${fault}`);
}

/** The keys that a language has: those of English, but of a text with several forms those that it tells apart. */
function keysOf(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language);
  const forms = [...new Set(COUNTS.map((count) => rules.select(count)))];
  const keys = [...ENGLISH.keys()].flatMap((key) =>
    PLURAL_FORM.test(key) ? forms.map((form) => `${nameOf(key)}_${form}`) : [key],
  );
  return new Set(keys);
}

function faultsOf(key: string, text: string, language: string): string[] {
  const english = ENGLISH.get(key) ?? ENGLISH.get(`${nameOf(key)}_other`) ?? text;
  const prose = text.replaceAll(PLACEHOLDER_OR_CODE, 'x');
  const { neverWritten, handedOver } = knownOf(language);
  return [
    text.trim() === '' && 'says nothing',
    difference('the values', placeholdersOf(english), placeholdersOf(text)),
    difference('the markup', english.match(MARKUP) ?? [], text.match(MARKUP) ?? []),
    ...LIMITS.map(
      ([what, of, max]) => of.test(key) && text.length > max && `has ${text.length} characters, ${what} at most ${max}`,
    ),
    shown('nests', text, NESTED),
    shown('is written with', prose, neverWritten),
    shown('says that a reward was handed over:', text, handedOver),
    language !== 'en' && shown('has English in it:', inWords(text), ENGLISH_WORDS),
  ].filter((fault) => typeof fault === 'string');
}

const inWords = (text: string): string => text.replaceAll(MARKUP, '').replaceAll(PLACEHOLDER_OR_CODE, '');
const isInWords = (text: string): boolean => /\p{L}/u.test(inWords(text));

function difference(what: string, english: string[], here: string[]): string | false {
  const told = (some: string[]): string => (some.length === 0 ? 'none' : some.toSorted().join('  '));
  return told(english) !== told(here) && `has ${what} ${told(here)}, English ${told(english)}`;
}

/** What a text has and must not have, with what is around it. One character is told by its number, too. */
function shown(fault: string, text: string, pattern: RegExp): string | false {
  const match = pattern.exec(text);
  if (!match) return false;
  const [found] = match;
  const code = found.codePointAt(0) ?? 0;
  const number = /^.$/su.test(found) ? ` (U+${code.toString(16).toUpperCase().padStart(4, '0')})` : '';
  const around = text.slice(Math.max(0, match.index - 20), match.index + found.length + 20);
  return `${fault} ${JSON.stringify(found)}${number} in “…${around}…”`;
}
