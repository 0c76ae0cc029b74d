import { describe, expect, test } from 'vitest';

import { inBatches } from '../../src/work/batch.ts';
import { UnclearWriteError } from '../../src/work/errors.ts';
import { held } from '../claims/claim-scene.ts';

describe('items in batches', () => {
  test('share one when they come in the same turn, in their order', async () => {
    const batches: number[][] = [];
    const double = inBatches(
      (items: readonly number[]) => {
        batches.push([...items]);
        return Promise.resolve(items.map((item) => 2 * item));
      },
      { max: 10 },
    );
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test('that come while one is under way share the next one, at most so many', async () => {
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

  test('fail alone when the batch says so', async () => {
    const call = inBatches(
      (items: readonly number[]) => Promise.resolve(items.map((item) => (item === 2 ? new Error('two') : item))),
      { max: 10 },
    );
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map(call));
    expect([one, three]).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: 3 },
    ]);
    expect(two).toMatchObject({ reason: { message: 'two' } });
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
