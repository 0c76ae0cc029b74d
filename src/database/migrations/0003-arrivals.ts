import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Announcements that say, once a reward has reached the game server, that it has; and what searches went through all of. */
export const arrivals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table guilds add column announcements_arrival bigint not null default 0`,
  `alter table posts add column message_id text`,
  `alter table posts add column arrived_at bigint`,
  `create index claim_requests_unsettled on claim_requests (user_id, guild_id) where told is distinct from 'granted'`,
  `create index posts_created on posts (created_at)`,
  `create index saved_names_person on saved_names (user_id)`,
  `create index voter_role_grants_until on voter_role_grants (until_at)`,
  `create index reminders_off on reminders (changed_at) where state <> 'on'`,
];
