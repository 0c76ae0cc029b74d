import { expect, test } from 'vitest';

import { chunksOf } from '../../src/work/chunks.ts';

test.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('the chunks of %j, two in each, are %j', (items, chunks) => {
  expect([...chunksOf(items, 2)]).toEqual(chunks);
});
