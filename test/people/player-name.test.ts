import { expect, test } from 'vitest';

import { parsePlayerName } from '../../src/people/player-name.ts';

test.each([
  ['a name stays as it is', 'Steve', 'Steve'],
  ['case stays', 'sTEVE', 'sTEVE'],
  ['what is around it goes', ' \t\nSteve \u00A0', 'Steve'],
  ['what nobody sees at its ends goes', '\u200b\u202aSteve\u202c\u2060 \ufeff', 'Steve'],
  ['fillers at its ends go', '\u3164\u115fSteve\u2800\u034f', 'Steve'],
  ['what nobody sees within stays', 'Ste\u200bve', 'Ste\u200bve'],
  ['what belongs to an emoji at its end stays', '❤\ufe0f', '❤\ufe0f'],
  ['inner spaces stay', 'Steve  the Great', 'Steve  the Great'],
  ['markdown is a name', '**<@1>**', '**<@1>**'],
  ['one character is enough', 'x', 'x'],
  ['100 characters are not too many', 'x'.repeat(100), 'x'.repeat(100)],
  ['100 characters outside the BMP are 100', '😀'.repeat(100), '😀'.repeat(100)],
  ['spaces around do not count', ` ${'x'.repeat(100)} `, 'x'.repeat(100)],
])('%s', (_name, raw, parsed) => {
  expect(parsePlayerName(raw)).toBe(parsed);
});

test.each([
  ['nothing', ''],
  ['spaces alone', ' \t\n '],
  ['hidden characters alone', '\u200b\u2060'],
  ['a filler alone, which looks like a name of nothing', '\u3164'],
  ['101 characters', 'x'.repeat(101)],
  ['101 characters outside the BMP', '😀'.repeat(101)],
  ['a line break within', 'Ste\nve'],
  ['a tab within', 'Ste\tve'],
  ['a null', 'Ste\0ve'],
  ['a delete', 'Ste\u007Fve'],
  ['a C1 control', 'Ste\u0085ve'],
  ['half a surrogate pair', 'Ste\ud83dve'],
])('%s is no name', (_name, raw) => {
  expect(parsePlayerName(raw)).toBeUndefined();
});
