import { describe, expect, test } from 'vitest';

import { inBatches } from '../../src/work/batch.ts';
import { UnclearWriteError } from '../../src/work/errors.ts';
import { held } from '../claims/claim-scene.ts';

describe('items in batches', () => {
  test('that come while one is under way share the next one in their order, at most so many', async () => {
    const first = held();
    const batches: number[] = [];
    const call = inBatches(
      async (items: readonly number[]) => {
        batches.push(items.length);
        if (batches.length === 1) await first.promise;
        return items;
      },
      { max: 3 },
    );
    const results = [call(0)];
    while (batches.length === 0) await new Promise(setImmediate);
    results.push(...[1, 2, 3, 4].map(call));
    first.resolve();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
    expect(batches).toEqual([1, 3, 1]);
  });

  test('are not tried again when it is unclear what the batch has done', async () => {
    const unclear = new UnclearWriteError('no answer');
    let batches = 0;
    const call = inBatches(
      () => {
        batches += 1;
        return Promise.reject(unclear);
      },
      { max: 10 },
    );
    const results = await Promise.allSettled([1, 2].map(call));
    expect(results).toEqual([1, 2].map(() => ({ status: 'rejected', reason: unclear })));
    expect(batches).toBe(1);
  });

  test('spoil no other when the whole batch fails because of one', async () => {
    const call = inBatches(
      (items: readonly number[]) => (items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items)),
      { max: 10 },
    );
    const results = await Promise.allSettled([1, 2, 3].map(call));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
