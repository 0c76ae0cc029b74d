import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { en } from '../../src/locales/en.ts';
import { translator, type TextKey } from '../../src/locales/index.ts';

/** Discord's documentation: "Application Command Structure", "Button", "Modal", "Label", "Text Input", "Embed Limits". */
const LIMITS: [what: string, keys: RegExp, most: number][] = [
  ['a command description', /^commands\./, 100],
  ['a button label', /^buttons\./, 80],
  ['a modal title', /modalTitle$/, 45],
  ['the label of an input', /modalLabel$/, 45],
  ['the placeholder of an input', /modalHint$/, 100],
  ['an embed title', /\.title$/, 256],
  ['a field name', /\.fields\./, 256],
  ['an embed description', /./, 4_096],
];

type Texts = { readonly [key: string]: string | Texts };

function textsOf(texts: Texts, prefix = ''): [key: TextKey, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${prefix}${key}` as TextKey, text]] : textsOf(text, `${prefix}${key}.`),
  );
}

const TEXTS = textsOf(en);

const t = translator('en');

describe('every text', () => {
  test.each(TEXTS)('%s is found by its key', (key, text) => {
    expect(t(key)).toBe(text);
  });

  test.each(TEXTS)('%s says something', (_key, text) => {
    expect(text.trim()).not.toBe('');
  });

  test.each(TEXTS)('%s refers to no other text', (_key, text) => {
    expect(text).not.toContain('$t(');
  });
});

describe.each(LIMITS)('%s', (_what, keys, most) => {
  test('is never longer than Discord takes', () => {
    const used = TEXTS.filter(([key]) => keys.test(key));
    expect(used).not.toEqual([]);
    expect(used.filter(([, text]) => text.length > most)).toEqual([]);
  });
});

test('nothing says that a reward was received, given or delivered', () => {
  expect(TEXTS.filter(([, text]) => /receiv|\bg(?:iven|ave)\b|deliver|handed|\bgot\b|credited/i.test(text))).toEqual(
    [],
  );
});

describe('values', () => {
  test('are filled in where they belong', () => {
    expect(t('plan.summary', { plan: 'Premium', status: 'Active' })).toBe('**Premium** · Active');
  });

  test('may be numbers', () => {
    expect(t('plan.moreChanges', { count: 2 })).toBe('and 2 more');
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

test.each(['en-US', 'en-GB', 'ja', 'xx', '', '__proto__'])('the language %j falls back to English', (locale) => {
  expect(translator(locale)('buttons.refresh')).toBe('Refresh');
});
