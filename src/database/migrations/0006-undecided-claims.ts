import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the claims whose first answer was lost, and that no moderator has decided, of a guild. */
export const undecidedClaims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index claims_undecided on claims (guild_id, id) where verdict = 'likely-granted' and resolved_at is null`,
      )
      .execute(db);
  },
};
