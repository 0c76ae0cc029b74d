import { expect, test } from 'vitest';

import { ANSI } from '../../../src/sandbox/console/message-text.ts';
import { wrapped } from '../../../src/sandbox/console/wrapping.ts';

test.each([
  ['a line that fits stays', 'one two', 7, 'one two'],
  ['a line breaks between words', 'one two three', 8, 'one two\nthree'],
  ['an indented line goes on indented', '  one two three', 9, '  one two\n  three'],
  ['a word that is too long stays whole', 'a http://127.0.0.1/?token b', 10, 'a\nhttp://127.0.0.1/?token\nb'],
  ['gaps between words stay', '  /as     act', 20, '  /as     act'],
  ['each line breaks by itself', 'one two\nthree', 4, 'one\ntwo\nthree'],
  ['nothing breaks without a width', 'one two', Infinity, 'one two'],
])('%s', (_name, text, width, lines) => {
  expect(wrapped(text, width)).toBe(lines);
});

test('what a terminal does not show takes no room', () => {
  const bold = ANSI.bold('two');
  expect(wrapped(`one ${bold}`, 7)).toBe(`one ${bold}`);
});
