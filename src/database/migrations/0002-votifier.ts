import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Hooks of another kind, how long one fails, rewards that somebody has to look at, and answers by direct message. */
export const votifier: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table reward_hooks add column kind text not null default 'webhook'`,
  `alter table reward_hooks add column failing_since bigint`,
  `alter table reward_hooks add column last_outcome text`,
  `create index reward_deliveries_open on reward_deliveries (guild_id, claim_id)
   where state in ('held', 'due', 'sending', 'parked')`,
  // What a moderator decided before is no news: only later decisions are told.
  `update claim_requests set told = 'reviewed' where told = 'likely-granted' and claim_id in (
     select id from claims where verdict = 'likely-granted' and resolution is not null)`,
  `alter table claim_requests add column direct_at bigint`,
  `alter table claim_requests add column direct_begun_at bigint`,
  `create index claim_requests_direct on claim_requests (direct_at) where direct_at is not null`,
];
