import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether the staff of a guild hand rewards over by hand, as a manager has said. */
export const byHand: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table guilds add column rewards_by_hand integer not null default 0`).execute(db);
  },
};
