import { expect, test } from 'vitest';

import { customIds } from '../../src/ui/custom-ids.ts';
import { actionButton, createReply } from '../../src/ui/reply.ts';

test.each([
  [0, []],
  [5, [5]],
  [6, [3, 3]],
  [11, [4, 4, 3]],
])('%i buttons stand in rows that are as even as they can be', (count, rows) => {
  const buttons = Array.from({ length: count }, () => actionButton('Yes', customIds.privacy.buttons.keep()));
  const { components } = createReply({ colour: 'grey', title: 'Sure?', description: 'Are you?' }, buttons);
  expect(components.map((row) => row.components.length)).toEqual(rows);
});
