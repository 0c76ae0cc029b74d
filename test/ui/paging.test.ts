import { expect, test } from 'vitest';

import { pageOf } from '../../src/ui/paging.ts';

test.each([
  [0, 1, { page: 1, pages: 1, offset: 0 }],
  [10, 1, { page: 1, pages: 1, offset: 0 }],
  [11, 2, { page: 2, pages: 2, offset: 10 }],
  [25, 99, { page: 3, pages: 3, offset: 20 }],
  [25, -3, { page: 1, pages: 3, offset: 0 }],
])('of %j items, ten a page, page %j is %j', (total, wanted, page) => {
  expect(pageOf(total, wanted, 10)).toEqual(page);
});
