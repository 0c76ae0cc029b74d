import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the claims of a guild about which a member has asked its moderators, and those in doubt for a player. */
export const questions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create index posts_questions on posts (guild_id, claim_id) where kind = 'question'`,
  `create index claims_in_doubt on claims (folded_name) where verdict in ('pending', 'likely-granted')`,
];
