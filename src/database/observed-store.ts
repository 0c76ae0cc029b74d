import type { Store } from './store.ts';

/** `ms`: with all waits */
export type EndedQuery = { operation: 'read' | 'snapshot' | 'write'; ms: number; failed: boolean };

export function observeStore(store: Store, onEnded: (query: EndedQuery) => void): Store {
  async function observe<T>(operation: EndedQuery['operation'], work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      onEnded({ operation, ms: performance.now() - startedAt, failed });
    }
  }

  return {
    ...store,
    read: (query) => observe('read', () => store.read(query)),
    snapshot: (queries) => observe('snapshot', () => store.snapshot(queries)),
    write: (work) => observe('write', () => store.write(work)),
  };
}
