import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** After how many hours a guild reminds its members to vote again, and who wants that, when. */
export const reminders = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('guilds').addColumn('reminder_hours', 'bigint').execute();

    await db.schema
      .createTable('reminders')
      .addColumn('id', serial, (column) =>
        serial === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint')
      .addColumn('done_for', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('begun_at', 'bigint')
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('quiet_from', 'integer')
      .addColumn('quiet_to', 'integer')
      .addColumn('time_zone', 'text')
      .addUniqueConstraint('reminders_once', ['guild_id', 'user_id'])
      .execute();
    await sql`create index reminders_due on reminders (due_at) where due_at is not null`.execute(db);
    await sql`create index reminders_person on reminders (user_id)`.execute(db);
  },
});
