import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which guild's turn it is to have a reminder sent, and since when a voter role may have been taken. */
export const turnsAndTakenRoles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('guilds')
      .addColumn('reminded_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index guilds_reminded on guilds (reminded_at, id) where reminder_hours is not null`.execute(db);
    await sql`create index reminders_guild on reminders (guild_id, due_at) where due_at is not null`.execute(db);
    await sql`create index reminders_begun on reminders (begun_at) where begun_at is not null`.execute(db);

    await db.schema.alterTable('voter_role_grants').addColumn('take_begun_at', 'bigint').execute();
  },
};
