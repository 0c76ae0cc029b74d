import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who had a reward sent again, said that one arrived, or sent a test vote; and how often a message was sent before it
 * was last due from the start.
 *
 * @param serial - what the database calls an id that it counts itself
 */
export const rewardDecisions = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const countedKey = serial === 'integer' ? 'integer primary key autoincrement' : 'bigserial primary key';
    for (const statement of statements(countedKey)) await sql.raw(statement).execute(db);
  },
});

const statements = (countedKey: string) => [
  `create table reward_decisions (
    id ${countedKey},
    guild_id text not null,
    claim_id text references claims (id) on delete cascade,
    hook_number integer not null,
    kind text not null,
    user_id text,
    test_name text,
    at bigint not null
  )`,
  `create index reward_decisions_claim on reward_decisions (claim_id) where claim_id is not null`,
  `create index reward_decisions_tested on reward_decisions (guild_id, id) where claim_id is null`,
  `create index reward_decisions_person on reward_decisions (user_id) where user_id is not null`,
  `alter table reward_deliveries add column earlier_tries integer not null default 0`,
];
