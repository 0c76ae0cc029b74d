import { expect, test } from 'vitest';

import { formatCustomId, parseCustomId, splitArgument } from '../../src/ui/custom-id.ts';

test.each([
  ['without an argument', formatCustomId('privacy', 'keep'), { command: 'privacy', action: 'keep', argument: '' }],
  ['with one', formatCustomId('entity', 'confirm', 42), { command: 'entity', action: 'confirm', argument: '42' }],
  ['with two', formatCustomId('plans', 'all', 'list', 2), { command: 'plans', action: 'all', argument: 'list:2' }],
  ['with a colon inside', formatCustomId('plan', 'show', 'a:b'), { command: 'plan', action: 'show', argument: 'a:b' }],
])('a custom id %s is read as it was written', (_how, customId, expected) => {
  expect(parseCustomId(customId)).toEqual(expected);
});

test.each([
  ['', { command: '', action: '', argument: '' }],
  ['plan', { command: 'plan', action: '', argument: '' }],
  ['plan:', { command: 'plan', action: '', argument: '' }],
  ['plan:\nshow:a\nb', { command: 'plan', action: '\nshow', argument: 'a\nb' }],
])('the forged custom id %j has empty parts where it says nothing', (customId, expected) => {
  expect(parseCustomId(customId)).toEqual(expected);
});

test.each([
  ['claim:list:2', ['claim', 'list:2']],
  ['claim', ['claim', '']],
  ['', ['', '']],
])('of the arguments %j the first is split off', (argument, expected) => {
  expect(splitArgument(argument)).toEqual(expected);
});
