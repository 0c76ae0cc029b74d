import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { BLANK, escapeText, humanise, plainText, relativeTimestamp, timestamp, truncate } from '../../src/ui/text.ts';
import { hostileText, specialSequences } from './hostile-text.ts';

const LONG = 500;
const limit = fc.integer({ min: 1, max: LONG });

/** The text as Discord shows it, without the backslashes that escape punctuation. */
const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

describe('truncate', () => {
  test.each([
    ['what fits stays', 'abcde', 5, 'abcde'],
    ['what does not is cut and says so', 'abcdef', 5, 'abcd…'],
    ['one unit is room for the sign alone', 'abc', 1, '…'],
    ['a surrogate pair on the edge goes whole', 'abc😀d', 5, 'abc…'],
    ['a surrogate pair before the edge stays whole', 'ab😀de', 5, 'ab😀…'],
    ['a backslash does not lose what it escapes', String.raw`abc\*d`, 5, 'abc…'],
  ])('%s', (_name, text, max, expected) => {
    expect(truncate(text, max)).toBe(expected);
  });

  test('a result is never longer than asked, and a second cut changes nothing', () => {
    fc.assert(
      fc.property(hostileText, limit, (text, max) => {
        const cut = truncate(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(truncate(cut, max)).toBe(cut);
      }),
    );
  });
});

describe('plainText', () => {
  test.each([
    ['line breaks and tabs become one space', 'a \r\n\t b', 'a b'],
    ['separators become one space', 'a\u2028\u2029\u00A0b', 'a b'],
    ['the ends are trimmed', '  a  ', 'a'],
    ['control characters are gone', 'a\0\u0007\u0085b', 'ab'],
    ['bidi marks are gone', '\u202Eabc\u202C\u2066\u2069\u200E\u061C', 'abc'],
    ['zero-width characters are gone', 'a\u200B\u200C\u200D\u2060\u00ADb', 'ab'],
    ['blank fillers are gone', '\u3164\u115F\u1160\uFFA0\u2800\u034Fa', 'a'],
    ['tag characters are gone', 'a\u{E0041}\u{E007F}', 'a'],
    ['variation selectors, which can hide a text, are gone', 'a\uFE0F\u{E0100}\u{E01EF}\u180B', 'a'],
    ['half a surrogate pair is gone', 'a\uD83D b\uDE00', 'a b'],
    ['spaces around an invisible character are one', 'a \u200B b', 'a b'],
    ['letters of every script stay', 'Zoë Ωμέγα 名前 अ 😀', 'Zoë Ωμέγα 名前 अ 😀'],
  ])('%s', (_name, raw, expected) => {
    expect(plainText(raw, LONG)).toBe(expected);
  });

  test('plain text is plain already', () => {
    fc.assert(
      fc.property(hostileText, limit, (raw, max) => {
        const plain = plainText(raw, max);
        expect(plainText(plain, max)).toBe(plain);
      }),
    );
  });
});

describe('escapeText', () => {
  test.each([
    ['emphasis', '**a** _b_ ~~c~~ ||d||', String.raw`\*\*a\*\* \_b\_ \~\~c\~\~ \|\|d\|\|`],
    ['a mention', '<@1> @everyone <#2>', String.raw`\<\@1\> \@everyone \<\#2\>`],
    ['a masked link', '[a](https://b.c)', String.raw`\[a\]\(https\:\/\/b\.c\)`],
    ['an invite', 'discord.gg/x', String.raw`discord\.gg\/x`],
    ['a timestamp', '<t:0:R>', String.raw`\<t\:0\:R\>`],
    ['a heading', '\n# a', String.raw`\# a`],
    ['a backslash', '\\', '\\\\'],
  ])('%s is text and nothing more', (_name, raw, expected) => {
    expect(escapeText(raw, LONG)).toBe(expected);
  });

  test('no special sequence is left, whatever comes in', () => {
    fc.assert(
      fc.property(hostileText, limit, (raw, max) => {
        expect(specialSequences(escapeText(raw, max))).toEqual([]);
      }),
    );
  });

  test('people read what was written, as far as it is shown', () => {
    fc.assert(
      fc.property(hostileText, limit, (raw, max) => {
        expect(unescaped(escapeText(raw, max))).toBe(plainText(raw, max) || BLANK);
      }),
    );
  });

  test('the result is at most twice as long as what is shown', () => {
    fc.assert(
      fc.property(hostileText, limit, (raw, max) => {
        expect(escapeText(raw, max).length).toBeLessThanOrEqual(2 * max);
      }),
    );
  });
});

describe('humanise', () => {
  test.each([
    ['past_due', 'Past due'],
    ['awaiting-second_signature', 'Awaiting second signature'],
    ['PREMIUM', 'PREMIUM'],
    ['élite', 'Élite'],
    ['😀_tier', '😀 tier'],
    ['__', '—'],
    ['', '—'],
    [' \u200B', '—'],
    ['a*b', String.raw`A\*b`],
    ['x'.repeat(61), `X${'x'.repeat(58)}…`],
    [`ﬀ${'x'.repeat(59)}`, `FF${'x'.repeat(57)}…`],
  ])('%j reads %j', (identifier, expected) => {
    expect(humanise(identifier)).toBe(expected);
  });

  test('there is always something to read, and nothing special in it', () => {
    fc.assert(
      fc.property(hostileText, (identifier) => {
        const words = humanise(identifier);
        expect(words).not.toBe('');
        expect(specialSequences(words)).toEqual([]);
      }),
    );
  });
});

test.each([
  [0, '<t:0:F> (<t:0:R>)', '<t:0:R>'],
  [1_772_366_400_999, '<t:1772366400:F> (<t:1772366400:R>)', '<t:1772366400:R>'],
  [-1, '<t:-1:F> (<t:-1:R>)', '<t:-1:R>'],
])('%j ms since the epoch is a timestamp in whole seconds', (at, full, relative) => {
  expect(timestamp(at)).toBe(full);
  expect(relativeTimestamp(at)).toBe(relative);
});
