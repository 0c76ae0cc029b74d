import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Posts for whoever has to look at a claim, the moderators' channel, and what moderators tell those who wait. */
export const peopleWhoWait = (): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('claims').addColumn('resolution', 'text').execute();

    await db.schema.alterTable('guilds').addColumn('announcements_stopped_at', 'bigint').execute();
    await db.schema.alterTable('guilds').addColumn('moderators_channel_id', 'text').execute();
    await db.schema
      .alterTable('guilds')
      .addColumn('moderators_on', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('guilds').addColumn('moderators_stopped_at', 'bigint').execute();

    await db.schema
      .createTable('escalations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('claim_id', 'text', (column) => column.notNull().references('claims.id').onDelete('cascade'))
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('posted_at', 'bigint')
      .addUniqueConstraint('escalations_once', ['claim_id', 'guild_id', 'channel', 'verdict'])
      .execute();
    await sql`create index escalations_due on escalations (created_at) where posted_at is null`.execute(db);
  },
});
