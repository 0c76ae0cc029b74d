import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Player names that belong to a member of a guild, and what others ask about them.
 *
 * @param serial - what the database calls an id that it counts itself
 */
export const ownNames = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const countedKey = serial === 'integer' ? 'integer primary key autoincrement' : 'bigserial primary key';
    for (const statement of statements(countedKey)) await sql.raw(statement).execute(db);
  },
});

const statements = (countedKey: string) => [
  `alter table guilds add column names_on integer not null default 0`,
  `alter table guilds add column names_off_at bigint`,
  `alter table claim_requests add column is_recheck integer not null default 0`,
  `create table owned_names (
    id ${countedKey},
    guild_id text not null,
    folded_name text not null,
    playername text not null,
    user_id text not null,
    number integer not null,
    owned_at bigint not null,
    constraint owned_names_once unique (guild_id, folded_name),
    constraint owned_names_number unique (guild_id, user_id, number)
  )`,
  `create index owned_names_person on owned_names (user_id)`,
  `create index owned_names_since on owned_names (owned_at)`,
  `create table name_questions (
    id ${countedKey},
    guild_id text not null,
    name_id bigint not null,
    folded_name text not null,
    playername text not null,
    user_id text not null,
    asked_at bigint not null,
    outcome text,
    decided_at bigint,
    decided_by text,
    constraint name_questions_once unique (name_id, user_id)
  )`,
  `create index name_questions_open on name_questions (guild_id, asked_at) where outcome is null`,
  `create index name_questions_person on name_questions (user_id)`,
  `create index name_questions_asked on name_questions (asked_at)`,
  `create index name_questions_decided_by on name_questions (decided_by) where decided_by is not null`,
];
