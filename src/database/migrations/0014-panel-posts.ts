import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages of panels that are being posted, or are to be taken away. */
export const panelPosts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('panel_posts')
      .addColumn('nonce', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('channel_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text')
      .addColumn('is_wanted', 'integer', (column) => column.notNull())
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .execute();
  },
};
