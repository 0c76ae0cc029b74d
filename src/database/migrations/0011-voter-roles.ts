import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The role that a guild gives its voters, who has one and until when, and what a reward notice is about. */
export const voterRoles = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('voter_roles')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('role_id', 'text', (column) => column.notNull())
      .addColumn('hours', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addColumn('stopped_at', 'bigint')
      .execute();

    await db.schema
      .createTable('voter_role_grants')
      .addColumn('id', serial, (column) =>
        serial === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('role_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('until_at', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('claimed_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('voter_role_grants_once', ['guild_id', 'role_id', 'user_id'])
      .execute();
    await sql`create index voter_role_grants_due on voter_role_grants (due_at)`.execute(db);
    await sql`create index voter_role_grants_person on voter_role_grants (user_id)`.execute(db);

    await db.schema
      .alterTable('reward_notices')
      .addColumn('about', 'text', (column) => column.notNull().defaultTo('webhook'))
      .execute();
  },
});
