import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The role that a guild's plan alerts mention. */
export const alertRole: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('guilds').addColumn('alert_role_id', 'text').execute();
  },
};
