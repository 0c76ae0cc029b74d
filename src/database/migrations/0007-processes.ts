import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which processes share the database, and the shards of each. */
export const processes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('processes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('shard_ids', 'text')
      .addColumn('shard_count', 'integer')
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
