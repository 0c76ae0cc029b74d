import { CompiledQuery, createQueryId, type KyselyPlugin, type QueryId, type RootOperationNode, sql } from 'kysely';

import { createDatabaseClock, type Store } from '../../src/database/store.ts';

/** A store for which every statement is built anew, so that a plugin sees it. */
export function unprepared(store: Store): Store {
  return { ...store, ...createDatabaseClock(sql<number>`${store.now}`) };
}

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
    ...unprepared(store),
    read: (queries) => store.read((db) => queries(db.withPlugin(watch))),
    snapshot: (queries) => store.snapshot((db) => queries(db.withPlugin(watch))),
  });
  return store.snapshot((db) =>
    Promise.all(
      statements.map(async (node) => {
        const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId());
        const { rows } = await db.executeQuery<{ detail: string }>(
          CompiledQuery.raw(
            `explain query plan ${text}`,
            parameters.map((one) => (typeof one === 'function' ? null : one)),
          ),
        );
        return rows.map(({ detail }) => detail);
      }),
    ),
  );
}
