import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { MARKED } from './kill-points.ts';
import { ADJUSTABLE_CLOCK } from './ledger.ts';
import { LOSABLE } from './lost-commits.ts';
import { MUTANTS } from './mutants.ts';
import { WATCHABLE } from './parts.ts';
import { apply, type Patch } from './patches.ts';
import { CROWDED, SHORTENED } from './timings.ts';

const COMMON = [...SHORTENED, ...CROWDED, ...ADJUSTABLE_CLOCK, ...MARKED, ...LOSABLE, ...WATCHABLE];

it.each<[string, readonly Patch[]]>([
  ['every process of the fault proof', []],
  ...MUTANTS.map(({ name, patches }): [string, readonly Patch[]] => [name, patches]),
])('finds what it changes in the source: %s', (_name, own) => {
  const files = Map.groupBy([...COMMON, ...own], ([file]) => file);

  for (const [file, patches] of files) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

    expect(patches.reduce(apply, source)).not.toBe(source);
  }
});

it('refuses a text that is missing, or there twice', () => {
  const patch: Patch = ['a.ts', 'one', 'two'];

  expect(apply('just one', patch)).toBe('just two');
  expect(() => apply('nothing', patch)).toThrow('a.ts does not contain exactly once: one');
  expect(() => apply('one and one', patch)).toThrow('a.ts does not contain exactly once: one');
});
