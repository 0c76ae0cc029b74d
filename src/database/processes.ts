import type { Store } from './store.ts';

/** The shards that a process connects, of so many. */
export type Shards = { readonly ids: readonly number[]; readonly count: number };

/** A process of the bot. `shards`: undefined when it receives interactions by HTTP; `ageMs`: how long it has been there. */
export type Process = { id: string; shards: Shards | undefined; ageMs: number };

/** Who shares the database. */
export type Processes = {
  /**
   * Puts on record that a process is there.
   *
   * @returns all that are, itself included, the oldest first: whoever was not seen for {@link GONE_AFTER_MS} is not
   */
  report(id: string, shards: Shards | undefined): Promise<Process[]>;
  /** Puts on record that a process has ended. */
  leave(id: string): Promise<void>;
};

export const GONE_AFTER_MS = 60_000;

export function createProcesses(store: Store): Processes {
  return {
    report: (id, shards) =>
      store.write(async (db) => {
        const values = { shard_ids: shards ? JSON.stringify(shards.ids) : null, shard_count: shards?.count ?? null };
        await db
          .insertInto('processes')
          .values({ id, ...values, started_at: store.now, seen_at: store.now })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, seen_at: store.now }))
          .execute();
        await db.deleteFrom('processes').where('seen_at', '<=', store.before(GONE_AFTER_MS)).execute();
        const rows = await db
          .selectFrom('processes')
          .select(['id', 'shard_ids', 'shard_count', 'started_at', store.now.as('now')])
          .orderBy('started_at')
          .orderBy('id')
          .execute();
        return rows.map((row) => ({ id: row.id, shards: shardsOf(row), ageMs: row.now - row.started_at }));
      }),
    async leave(id) {
      await store.write((db) => db.deleteFrom('processes').where('id', '=', id).execute());
    },
  };
}

function shardsOf({ shard_ids: ids, shard_count: count }: { shard_ids: string | null; shard_count: number | null }) {
  return ids === null || count === null ? undefined : { ids: JSON.parse(ids) as number[], count };
}
