import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Translate, translator } from '../../../src/locales/index.ts';
import { pendingChange } from '../../../src/plans/plan.ts';
import { describeChange } from '../../../src/plans/views/pending-change.ts';

const MAX_LINES = 5;
/** for each line: its own words, those of its subject and of both its values */
const TEXTS_A_LINE = 4;

/** Describes a change and counts the texts that this looks up. */
function describe(change: unknown): { shown: string; steps: number } {
  const t = translator('en-US');
  let steps = 0;
  const counting: Translate = (key, ...values) => {
    steps += 1;
    return t(key, ...values);
  };
  return { shown: describeChange(change, counting), steps };
}

const PAIRED = ['from', 'to', 'old', 'new', 'current', 'next'];
const words = fc.constantFrom(...PAIRED, 'plan', '', 'x', '\n', ' ', '\\', '`', '2026-01-01');
/** A long row of the same few words: what an expression that goes back and forth takes longest for. */
const row = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 1_500 }), words)
  .map(([pump, times, end]) => `${`${pump.join('_')}_`.repeat(times)}${end}`);
const change = fc
  .oneof(row, fc.dictionary(row, row, { maxKeys: 4 }), fc.array(row, { maxLength: 4 }))
  .filter((value) => pendingChange.safeParse(value).success);

test('takes no more steps than its lines need, whatever the host calls its keys', () => {
  fc.assert(
    fc.property(change, (accepted) => {
      const { shown, steps } = describe(accepted);
      expect(shown.split('\n').length).toBeLessThanOrEqual(MAX_LINES);
      expect(steps).toBeLessThanOrEqual(MAX_LINES * TEXTS_A_LINE);
    }),
  );
});

test('takes no more steps for thousands of keys than for ten', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`from_${key}`, 'x']));
  expect(describe(keys(2_000)).steps).toBe(describe(keys(10)).steps);
});
