import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';

import type { CommandOf } from '../../src/discord/incoming/command.ts';
import { customIds, parseCustomId, readArgument } from '../../src/ui/custom-ids.ts';
import { actionButton } from '../../src/ui/reply.ts';

const PLACE = { listId: 'list', page: 2 };

/** Messages in channels carry these. */
test.each([
  [customIds.privacy.buttons.keep(), 'privacy:keep', 'buttons', undefined],
  [customIds.entity.buttons.confirm(42), 'entity:confirm:42', 'buttons', 42],
  [customIds.plans.buttons.all(PLACE), 'plans:all:list:2', 'buttons', PLACE],
  [customIds.claims.selects.show(PLACE), 'claims:show:list:2', 'selects', PLACE],
  [
    customIds.claims.modals.resolve({ claimId: 'claim', openedFrom: PLACE }),
    'claims:resolve:claim:list:2',
    'modals',
    { claimId: 'claim', openedFrom: PLACE },
  ],
] as const)('%s is written as ever, and read as it was meant', (customId, written, kind, argument) => {
  expect(customId).toBe(written);
  expect(readArgument(kind, parseCustomId(customId))).toEqual(argument);
});

test('what is not declared is refused by the compiler', () => {
  // @ts-expect-error -- an id of nobody's making
  actionButton('Refresh', 'plan:refresh:ent_1');
  // @ts-expect-error -- an id for selects
  actionButton('Refresh', customIds.plan.selects.show());
  // @ts-expect-error -- a text where there is a number
  customIds.entity.buttons.page('2');
  // @ts-expect-error -- an argument where there is none
  customIds.privacy.buttons.keep('it');

  expectTypeOf<{ keep: () => undefined }>().not.toExtend<CommandOf<'privacy'>['buttons']>();
  expectTypeOf<CommandOf<'entity'>['buttons']['page']>().parameter(1).toBeNumber();
});

test('a text is read as it was written, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (entityId) => {
      expect(readArgument('buttons', parseCustomId(customIds.plan.buttons.refresh(entityId)))).toBe(entityId);
    }),
  );
});

test('none is longer than Discord takes', () => {
  const longest = 'x'.repeat(100 - 'plan:refresh:'.length);
  expect(customIds.plan.buttons.refresh(longest)).toHaveLength(100);
  expect(() => customIds.plan.buttons.refresh(`${longest}x`)).toThrow('longer than Discord takes');
});

test.each([
  ['', { command: '', action: '', argument: '' }],
  ['plan', { command: 'plan', action: '', argument: '' }],
  ['plan:', { command: 'plan', action: '', argument: '' }],
  ['plan:\nshow:a\nb', { command: 'plan', action: '\nshow', argument: 'a\nb' }],
])('the forged custom id %j has empty parts where it says nothing', (customId, expected) => {
  expect(parseCustomId(customId)).toEqual(expected);
});

describe('the argument is refused', () => {
  test.each(['', ' ', '-1', '1.5', '1e3', '0x1', 'NaN', '1:2', '1234567890123456'])(
    'when %j stands for a number',
    (argument) => {
      expect(() => readArgument('buttons', parseCustomId(`entity:page:${argument}`))).toThrow('no number');
    },
  );

  test.each(['nobody:knows', 'plan:show', 'plan:constructor', 'constructor:buttons', ''])(
    'of %j, which is declared for no button',
    (customId) => {
      expect(() => readArgument('buttons', parseCustomId(customId))).toThrow();
    },
  );
});
