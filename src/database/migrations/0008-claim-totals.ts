import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many claims a guild had, for those that are too old to be kept one by one. */
export const claimTotals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('claim_totals')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('claim_totals_key', ['guild_id', 'month', 'verdict'])
      .execute();
    await sql`create index claims_closed on claims (closed_at) where state = 'closed'`.execute(db);
  },
};
