import { LRUCache } from 'lru-cache';

import type { Schema } from './schema.ts';
import type { Store } from './store.ts';

/** In values, or elements of those that are lists. */
const MOST_KEPT = 10_000;

/**
 * Keeps what was read, by key, until a row of the table may have changed, by whichever process. Where only a statement
 * could tell that, each call reads.
 */
export function whileUnchanged<T>(
  store: Pick<Store, 'stateOf'>,
  table: keyof Schema,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new LRUCache<string, { state: string; value: T }>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ value }) => (Array.isArray(value) ? value.length + 1 : 1),
  });
  return async (key) => {
    const state = store.stateOf?.(table);
    if (state === undefined) return read(key);
    const known = kept.get(key);
    if (known?.state === state) return known.value;
    const value = await read(key);
    kept.set(key, { state, value });
    return value;
  };
}
