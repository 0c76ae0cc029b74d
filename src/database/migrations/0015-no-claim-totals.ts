import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Nobody was ever shown how many claims there were of those that are too old to be kept. */
export const noClaimTotals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('claim_totals').execute();
  },
};
