import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether the reply to a request shows another request of the same person from now on. */
export const replacedRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('claim_requests')
      .addColumn('replaced', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
