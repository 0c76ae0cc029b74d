import { readdirSync } from 'node:fs';

import { Locale } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { commands } from '../../commands/index.ts';
import en from '../../src/locales/en.json' with { type: 'json' };
import { LANGUAGES, type PlainTextKey, translator } from '../../src/locales/index.ts';
import it from '../../src/locales/it.json' with { type: 'json' };
import { LOCALES } from '../../src/sandbox/playground/people.ts';
import { textReply } from '../../src/ui/reply.ts';
import { faultsIn, LIMITS } from './check.ts';
import { type Nested, placeholdersOf, PLURAL_FORM, textsOf } from './texts.ts';

/** How a text names a command. */
const COMMAND = /<(\/[^>]*)>/g;

const EVERY_LANGUAGE = Object.entries(LANGUAGES);
const OTHERS = Object.keys(LANGUAGES).filter((name) => name !== 'en');

test('every file of a language is in the list', () => {
  const files = readdirSync(new URL('../../src/locales/', import.meta.url)).filter((name) => name.endsWith('.json'));
  expect(files.map((name) => name.replace('.json', '')).sort()).toEqual(Object.keys(LANGUAGES).sort());
});

test('every language can be spoken in the sandbox', () => {
  expect(LOCALES.map(({ code }) => code)).toEqual(expect.arrayContaining(OTHERS));
});

test('every other language has the name that Discord gives it', () => {
  expect(Object.values(Locale)).toEqual(expect.arrayContaining(OTHERS));
});

test('the compiler knows the values of every text (`npm test -- test/locales -u` writes them anew)', async () => {
  const texts = Map.groupBy(textsOf(en), ([key]) => key.replace(PLURAL_FORM, ''));
  const lines = Array.from(texts, ([key, forms]) => {
    const placeholders = new Set(forms.flatMap(([, text]) => placeholdersOf(text)).map((inside) => `'${inside}'`));
    return placeholders.size > 0 ? `  '${key}': ${[...placeholders].join(' | ')};\n` : '';
  });
  const file = `/** Written by \`npm test -- test/locales -u\`: the placeholders of each text of en.json that has any. */
export type Placeholders = {\n${lines.join('')}};\n`;
  await expect(file).toMatchFileSnapshot('../../src/locales/placeholders.ts');
});

describe.each(EVERY_LANGUAGE)('in the language %s', (language, texts) => {
  test('nothing is wrong', () => {
    expect(faultsIn(language, texts)).toEqual([]);
  });

  test('every text is found', () => {
    const t = translator(language);
    const found = textsOf(texts).map(([key]) => [key, t(key as PlainTextKey)]);
    expect(found).toEqual(textsOf(texts).map(([key, text]) => [key, text.replaceAll(COMMAND, '`$1`')]));
  });
});

describe('the check names the language, the key and what is wrong', () => {
  test.each([
    ['common.news', 'Nuovo', 'is no text of English'],
    ['help.title', ' ', 'says nothing'],
    ['help.setUp', 'Ti porta lì.', 'has the markup none, English </setup>'],
    ['help.setUp', '</setup>: {{what}}', 'has the values what, English none'],
    ['help.title', "L'aiuto", `is written with "'" (U+0027) in “…L'aiuto…”`],
    ['help.title', 'È stata data', 'says that a reward was handed over: "stata data" in “…È stata data…”'],
    ['help.title', '$t(x)', 'nests "$t(" in “…$t(x)…”'],
    ['help.title', en.help.title, 'is left in English'],
    ['help.title', 'Tutto the', 'has English in it: "the" in “…Tutto the…”'],
    ['claim.modalTitle', 'x'.repeat(46), 'has 46 characters, a modal title at most 45'],
  ])('%s: %j %s', (key, text, fault) => {
    const [area = '', name = ''] = key.split('.');
    const { [area]: others, ...areas }: Nested = it;
    expect(faultsIn('it', { ...areas, [area]: { ...(others as Nested), [name]: text } })).toContain(
      `it ${key}: ${fault}`,
    );
  });

  test('also of what is missing, and of what is no longer so', () => {
    const common = Object.fromEntries(Object.entries(it.common).filter(([key]) => key !== 'more_one'));
    expect(faultsIn('it', { ...it, common })).toEqual(['it common.more_one: is missing']);
    expect(faultsIn('it', { ...it, common: { ...it.common, no: 'Mai' } })).toEqual([
      'it sameAsEnglish: no text is "No" any more',
    ]);
    expect(() => faultsIn('pl', it)).toThrow('pl');
  });

  test.each(LIMITS)('%s is among the texts', (_what, keys) => {
    expect(textsOf(en).filter(([key]) => keys.test(key))).not.toEqual([]);
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
    textReply('grey', 'claims.detail');
    // @ts-expect-error -- nor may the values of its description be missing
    textReply('grey', 'entity.already')(t);
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
    ['it', '1 ora', '24 ore'],
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
    ['it', 'Collegati: 12.345 · pagina 1 di 2'],
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
