import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who has the bot keep looking for a vote, and until when. */
export const looks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table looks (
    id text primary key,
    request_id text not null unique references claim_requests (id) on delete cascade,
    guild_id text not null,
    begun_at bigint not null,
    ends_at bigint not null,
    due_at bigint not null,
    held_until bigint not null default 0
  )`,
  `create index looks_due on looks (due_at)`,
  `create index looks_guild on looks (guild_id)`,
  `alter table claim_requests add column look_after text`,
  `create index claim_requests_look_after on claim_requests (look_after) where look_after is not null`,
];
