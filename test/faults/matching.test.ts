import { expect, it } from 'vitest';

import { unplaced } from './rules/matching.ts';

/** A place takes an item whose first letter is in its name; digits tell equal ones apart. */
const holds = (place: string, item: string) => place.includes(item.charAt(0));
const once = () => 1;

it('moves what has a place already where that makes room', () => {
  expect(unplaced(['a', 'b', 'c'], ['ab', 'a', 'bc'], holds, once)).toEqual([]);
});

it('names what finds no place', () => {
  expect(unplaced(['a', 'b', 'c'], ['ab1', 'ab2'], holds, once)).toEqual(['c']);
  expect(unplaced(['a1', 'a2', 'a3'], ['a1', 'a2'], holds, once)).toEqual(['a3']);
});

it('fills a place up to its capacity', () => {
  expect(unplaced(['a', 'b1', 'b2'], ['ab'], holds, () => 3)).toEqual([]);
  expect(unplaced(['a', 'b1', 'b2'], ['ab'], holds, () => 2)).toEqual(['b2']);
});
