import { CompiledQuery, createQueryId, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';

import type { Store } from '../../src/database/store.ts';

/** How SQLite goes about each statement that `use` reads with: the tables and indexes, in the order of the statements. */
export async function queryPlans(store: Store, use: (watched: Store) => Promise<unknown>): Promise<string[][]> {
  const nodes = new WeakMap<QueryId, RootOperationNode>();
  const statements: RootOperationNode[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.set(queryId, node);
      return node;
    },
    transformResult({ result, queryId }) {
      const node = nodes.get(queryId);
      if (node) statements.push(node);
      return Promise.resolve(result);
    },
  };
  await use({
    ...store,
    read: (queries) => store.read((db) => queries(db.withPlugin(watch))),
    snapshot: (queries) => store.snapshot((db) => queries(db.withPlugin(watch))),
  });
  return store.snapshot((db) =>
    Promise.all(
      statements.map(async (node) => {
        const { sql, parameters } = db.getExecutor().compileQuery(node, createQueryId());
        const { rows } = await db.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
        );
        return rows.map(({ detail }) => detail);
      }),
    ),
  );
}
