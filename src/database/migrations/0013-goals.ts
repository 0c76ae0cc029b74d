import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many claims a guild wants to see confirmed, how many were, and the posts that say that they are. */
export const goals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('goals')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('claims', 'bigint', (column) => column.notNull())
      .addColumn('every', 'text', (column) => column.notNull())
      .addColumn('is_on', 'integer', (column) => column.notNull())
      .addColumn('shown', 'text')
      .addColumn('show_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();

    await db.schema
      .createTable('goal_days')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('claims', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('goal_days_key', ['guild_id', 'day'])
      .execute();

    await db.schema
      .createTable('goal_posts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('goal', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('posted_at', 'bigint')
      .execute();
    await sql`create index goal_posts_due on goal_posts (created_at) where posted_at is null`.execute(db);

    await db.schema.alterTable('announcements').addColumn('goal', 'text').execute();
  },
};
