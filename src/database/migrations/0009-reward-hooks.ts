import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where rewards are sent, what is to be sent there, and the posts that say that it is not. */
export const rewardHooks = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('reward_hooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('sealed_address', 'text')
      .addColumn('sealed_secret', 'text')
      .addColumn('sealed_old_secret', 'text')
      .addColumn('old_secret_until', 'bigint')
      .addColumn('credential_id', 'text')
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('on'))
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('stopped_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('reward_hooks_number', ['guild_id', 'number'])
      .execute();

    await db.schema
      .createTable('reward_deliveries')
      // Ids are in the order of the claims, so none is given out twice.
      .addColumn('id', serial, (column) =>
        serial === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('hook_id', 'text', (column) => column.references('reward_hooks.id').onDelete('set null'))
      .addColumn('hook_number', 'integer', (column) => column.notNull())
      .addColumn('claim_id', 'text', (column) => column.notNull().references('claims.id').onDelete('cascade'))
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addUniqueConstraint('reward_deliveries_once', ['claim_id', 'hook_id'])
      .execute();
    await sql`create index reward_deliveries_hook on reward_deliveries (hook_id, state, due_at)`.execute(db);
    await sql`create index reward_deliveries_due on reward_deliveries (created_at) where state = 'due'`.execute(db);

    await db.schema
      .createTable('reward_notices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('posted_at', 'bigint')
      .execute();
    await sql`create index reward_notices_due on reward_notices (created_at) where posted_at is null`.execute(db);
  },
});
