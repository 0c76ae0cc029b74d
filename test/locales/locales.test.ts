import { readdirSync } from 'node:fs';

import { Locale } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { commands } from '../../commands/index.ts';
import { en } from '../../src/locales/en.ts';
import { es } from '../../src/locales/es.ts';
import { OTHERWISE } from '../../src/locales/es-419.ts';
import { LANGUAGES, type PlainTextKey, translator } from '../../src/locales/index.ts';
import { LOCALES } from '../../src/sandbox/playground/people.ts';
import { notice } from '../../src/ui/reply.ts';
import { type Nested, PLURAL_FORM, textsOf } from './texts.ts';

/**
 * Discord's documentation: "Application Command Structure", "Button", "Modal", "Label", "Text Input", "Embed Limits".
 */
const LIMITS: [what: string, keys: RegExp, max: number][] = [
  ['a command description', /^commands\./, 100],
  ['the name of a command in a menu', /\.ofMember$/, 32],
  ['a button label', /^buttons\./, 80],
  ['a modal title', /modalTitle(s\..*)?$/, 45],
  ['the label of an input', /modalLabel$/, 45],
  ['the placeholder of an input', /modalHint$/, 100],
  ['the placeholder of a select', /^(plan\.others|(entity|claims)\.list\.pick)$/, 150],
  ['an embed title', /\.title$/, 256],
  ['a field name', /\.fields\./, 256],
  ['an embed description', /./, 4_096],
];

/** What is to be known of each language, by its name without the region. */
type Known<T> = Readonly<Record<string, T>>;

/** What texts must not say: the bot does not know who hands a reward over, or when. */
const SAYS_IT_WAS_HANDED_OVER: Known<RegExp> = {
  en: /receiv|\bg(?:iven|ave)\b|deliver|(?<!can now be )handed|\bgot\b|credited/i,
  de: /erhalten|bekommen|ausgehändigt|(?<!bekannt )gegeben|übergeben|wurden? vergeben|geliefert|zugestellt|gutgeschrieben/i,
  es: /recib|acredit|otorg|obtuv|entregó|entregad[ao]|\b(?:dad[ao]|dio)\b/i,
  pt: /receb|credit|entregou|(?<!já pode ser )entregue|\b(?:dad[ao]|deu(?! errado))\b/i,
  fr: /reçu|recev|reçoi|livr|(?<!peut maintenant être )remis|remett|crédité|versé|attribué|été donné/i,
};

/** How a language is never written: its quotes and spaces, and whom it speaks to. */
const NEVER_WRITTEN: Known<RegExp> = {
  en: /["„«»’]/,
  de: /["'”«»’]|„(?![^„“]*“)|(?<!„[^„“]*)“|\b(?:Ihnen|Ihre?[mnrs]?)\b/,
  es: /["'«»]|(?<!¿[^?]*)\?|(?<!¡[^!]*)!|\b(?:usted|vosotr|vuestr|ordenador|computador|móvil|celular)|\bos\b/i,
  pt: /["'«»]|\b(?:(?:tu|teus?|tuas?)\b|ficheiro|utilizador|ecrã|telemóvel|palavra-passe|registad)/i,
  fr: /[^\u00A0][:»]|[^\u202F][;!?]|«[^\u00A0]|'|\b(?:vous|votre|vos|vôtres?)\b|(?<!\b(?:ch|ass))ez\b/i,
};

/** The texts that a language has in the very words of English. */
const SAME_AS_ENGLISH: Known<readonly string[]> = {
  en: [],
  es: ['ID', 'No', 'NuVotifier {{number}}', 'Plan', 'Token', 'Webhook {{number}}'],
  de: ['ID', 'NuVotifier {{number}}', 'Secret', 'Server', 'Team', 'Text', 'Token', 'Webhook {{number}}'],
  pt: ['ID', 'NuVotifier {{number}}', 'Token', 'Webhook {{number}}'],
  fr: ['ID', 'Note', 'NuVotifier {{number}}', 'Secret', 'Type', 'Webhook {{number}}', 'solo', 'studio'],
};

/** Words that English cannot do without and no other language has. */
const ENGLISH_WORDS = /\b(?:the|and|with|which|this)\b/i;

/** A text's placeholders and its Discord markup: code, emphasis and mentions. */
const MARKS = /\{\{[^}]*\}\}|`[^`]*`|\*+|<[#@:/][^>]*>|https?:\/\//g;

/** How a text names a command. */
const COMMAND = /<(\/[^>]*)>/g;

const keysOf = (texts: Nested): string[] => textsOf(texts).map(([key]) => key);
const marksOf = (text = ''): string[] => (text.match(MARKS) ?? []).sort();

function knownOf<T>(known: Known<T>, language: string): T {
  const found = known[new Intl.Locale(language).language];
  if (found === undefined) throw new Error(`write down for the language ${language} what every other one has here`);
  return found;
}

const wordsIn = (text: string): string => text.replaceAll(MARKS, '');

/** Texts without their code, and with an `x` for what is filled in. */
const proseOf = (texts: Nested): [key: string, text: string][] =>
  textsOf(texts).map(([key, text]) => [key, text.replaceAll(/\{\{[^}]*\}\}|`[^`]*`/g, 'x')]);

const ENGLISH = new Map(textsOf(en));
const EVERY_LANGUAGE = Object.entries(LANGUAGES);

test('every file of a language is in the list', () => {
  const files = readdirSync(new URL('../../src/locales/', import.meta.url)).filter((name) => name !== 'index.ts');
  const languages = files.map((name) => name.replace(/\.ts$/, ''));
  const isOf = (file: string) => (name: string) => name === file || name.startsWith(`${file}-`);
  expect(languages.filter((file) => !Object.keys(LANGUAGES).some(isOf(file)))).toEqual([]);
});

test('every language can be spoken in the sandbox', () => {
  const others = Object.keys(LANGUAGES).filter((name) => name !== 'en');
  expect(LOCALES.map(({ code }) => code)).toEqual(expect.arrayContaining(others));
});

test('every other language has the name that Discord gives it', () => {
  const names: string[] = Object.values(Locale);
  expect(names).toEqual(expect.arrayContaining(Object.keys(LANGUAGES).filter((name) => name !== 'en')));
});

describe.each(EVERY_LANGUAGE)('in the language %s', (language, texts) => {
  const t = translator(language);

  test('there is every text that English has, and no other', () => {
    expect(keysOf(texts).sort()).toEqual([...ENGLISH.keys()].sort());
  });

  test.each(textsOf(texts))('%s is found, says something, and marks and fills in what English does', (key, text) => {
    expect(t(key as PlainTextKey)).toBe(text.replaceAll(COMMAND, '`$1`'));
    expect(text.trim()).not.toBe('');
    expect(text).not.toContain('$t(');
    expect(marksOf(text)).toEqual(marksOf(ENGLISH.get(key)));
  });

  test('texts that depend on a number have each form that the language tells apart', () => {
    const keys = new Set(keysOf(texts));
    const rules = new Intl.PluralRules(language);
    const names = [...keys].filter((key) => PLURAL_FORM.test(key)).map((key) => key.replace(PLURAL_FORM, ''));
    const forms = Array.from({ length: 10_000 }, (_, count) => rules.select(count));
    const needed = names.flatMap((name) => forms.map((form) => `${name}_${form}`));
    expect([...new Set(needed)].filter((key) => !keys.has(key))).toEqual([]);
    expect(new Set(needed)).toEqual(new Set([...keys].filter((key) => PLURAL_FORM.test(key))));
  });

  test.each(LIMITS)('%s is never longer than Discord takes', (_what, keys, max) => {
    const used = textsOf(texts).filter(([key]) => keys.test(key));
    expect(used).not.toEqual([]);
    expect(used.filter(([, text]) => text.length > max)).toEqual([]);
  });

  test('nothing says that a reward was received, given or delivered', () => {
    const words = knownOf(SAYS_IT_WAS_HANDED_OVER, language);
    expect(textsOf(texts).filter(([, text]) => words.test(text))).toEqual([]);
  });

  test('it is written as people write it', () => {
    const never = knownOf(NEVER_WRITTEN, language);
    expect(proseOf(texts).filter(([, text]) => never.test(text))).toEqual([]);
  });

  test.runIf(language !== 'en')('nothing is left in English', () => {
    const same = textsOf(texts).filter(([key, text]) => text === ENGLISH.get(key) && /\p{L}/u.test(wordsIn(text)));
    expect([...new Set(same.map(([, text]) => text))].sort()).toEqual(knownOf(SAME_AS_ENGLISH, language));
    expect(textsOf(texts).filter(([, text]) => ENGLISH_WORDS.test(wordsIn(text)))).toEqual([]);
  });
});

describe('Latin America', () => {
  const latinAmerican = textsOf(LANGUAGES['es-419']);

  test.each(OTHERWISE)('says otherwise than Spain: %s', (spain) => {
    expect(textsOf(es).filter(([, text]) => text.search(spain) >= 0)).not.toEqual([]);
    expect(latinAmerican.filter(([, text]) => text.search(spain) >= 0)).toEqual([]);
  });

  test('has no word that only Spain has', () => {
    const spanish =
      /añ[aá]d|\bpuls[ae]|gestion|\bajustes\b|(?<!aún no (?:se )?(?:le )?)\bha[ns]? \p{L}+[ai]d[ao]s?\b/iu;
    expect(latinAmerican.filter(([, text]) => spanish.test(text))).toEqual([]);
  });
});

const t = translator('en');

describe('values', () => {
  test('are checked by the compiler', () => {
    // @ts-expect-error -- one is missing
    t('plan.summary', { plan: 'Premium' });
    // @ts-expect-error -- all are missing
    t('plan.summary');
    // @ts-expect-error -- one is misspelled
    t('plan.summary', { plan: 'Premium', state: 'Active' });
    // @ts-expect-error -- there is nothing to fill in
    t('plan.others', { plan: 'Premium' });
    // @ts-expect-error -- a text cannot be written as a number
    t('common.more', { count: '2' });
    const eitherOf = (key: 'plan.others' | 'plan.summary') => {
      // @ts-expect-error -- one of these texts has something to fill in
      t(key);
    };
    eitherOf('plan.others');
    // @ts-expect-error -- the title of a notice is never filled in
    notice('grey', 'claims.detail');
    // @ts-expect-error -- nor may the values of its description be missing
    notice('grey', 'entity.already')(t);
  });

  test('are filled in where they belong', () => {
    expect(t('plan.summary', { plan: 'Premium', status: 'Active' })).toBe('**Premium** · Active');
  });

  test('may be numbers', () => {
    expect(t('common.more', { count: 2 })).toBe('and 2 more');
  });

  test.each([
    ['en-US', '1 hour', '24 hours'],
    ['de', '1 Stunde', '24 Stunden'],
    ['es-ES', '1 hora', '24 horas'],
    ['es-419', '1 hora', '24 horas'],
    ['pt-BR', '1 hora', '24 horas'],
    ['fr', '1 heure', '24 heures'],
  ])('choose the form of a word in %s', (locale, one, several) => {
    expect(translator(locale)('common.hours', { count: 1 })).toBe(one);
    expect(translator(locale)('common.hours', { count: 24 })).toBe(several);
  });

  test.each([
    ['en-US', '12,345 linked · page 1 of 2'],
    ['es-ES', 'Vinculados: 12.345 · página 1 de 2'],
    ['es-419', 'Vinculados: 12,345 · página 1 de 2'],
    ['pt-BR', 'Vinculados: 12.345 · página 1 de 2'],
    ['de', '12.345 verknüpft · Seite 1 von 2'],
    ['fr', 'Associés\u00A0: 12\u202F345 · page 1 sur 2'],
  ])('that are large numbers are written as in %s', (locale, text) => {
    expect(translator(locale)('entity.list.page', { total: 12_345, page: 1, pages: 2 })).toBe(text);
  });

  test.each(['$t(plan.stale)', '{{status}}', '{{- plan}}', '{{plan}}', '$&', '$1', '$$', '<b>&amp;', '{status}', ''])(
    '%j stays as it is',
    (value) => {
      expect(t('plan.summary', { plan: value, status: 'Active' })).toBe(`**${value}** · Active`);
      expect(t('plan.summary', { plan: 'Premium', status: value })).toBe(`**Premium** · ${value}`);
    },
  );

  test('stay as they are whatever they are', () => {
    const piece = fc.constantFrom('{{', '}}', 'plan', 'status', '$t(', ')', '$&', '$', '-', ' ', ',', ':');
    const value = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(value, value, (plan, status) => {
        expect(t('plan.summary', { plan, status })).toBe(`**${plan}** · ${status}`);
      }),
    );
  });
});

describe('commands that a text names', () => {
  const names = textsOf(en).flatMap(([, text]) => text.match(COMMAND) ?? []);

  test.each([...new Set(names)])('%s exists', (name) => {
    const [command, subcommand] = name.slice(2, -1).split(' ');
    const definition = commands.map((one) => one.definition).find((one) => one.name === command);
    const subcommands = definition?.options?.map((option) => option.name) ?? [];
    expect(definition).toBeDefined();
    if (subcommand !== undefined) expect(subcommands).toContain(subcommand);
  });

  test.each(EVERY_LANGUAGE)('in the menu of a member has the name that Discord shows in %s', (_language, texts) => {
    expect(texts.help.moderators).toContain(`*${texts.commands.claims.ofMember}*`);
  });

  test('can be clicked on once their ids are known', () => {
    const ids = new Map([['entity', '42']]);
    expect(translator('fr', ids)('entity.expired.description')).toContain('</entity link:42>');
    expect(translator('fr', ids)('plans.closed.description')).toContain('`/plans`');
  });

  test('are only in texts that Discord shows as markdown', () => {
    const plain = /\.title$|^(commands|buttons)\.|modal(Title|Label|Hint)$|\.(page|pick)$|^common\.reference$/;
    expect(textsOf(en).filter(([key, text]) => plain.test(key) && text.match(COMMAND) !== null)).toEqual([]);
  });
});

test.each(['en-US', 'en-GB', 'ja', 'xx', '', '__proto__'])('the language %j falls back to English', (locale) => {
  expect(translator(locale)('buttons.refresh')).toBe('Refresh');
});
