import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When the day of a guild begins, reminders at that hour, and which goal was said to be reached last, with how many
 * claims: for those that were told before, by their posts.
 *
 * @param serial - tells the databases apart
 */
export const dayStarts = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const detail = serial === 'integer' ? 'detail' : 'cast(detail as json)';
    for (const statement of statements(detail)) await sql.raw(statement).execute(db);
  },
});

const statements = (detail: string) => [
  `alter table guilds add column day_zone text not null default 'UTC'`,
  `alter table guilds add column day_hour integer not null default 0`,
  `alter table guilds add column reminder_next_day integer not null default 0`,
  `alter table guilds add column goal_told_in text`,
  `alter table guilds add column goal_told_count bigint`,
  `update guilds set goal_told_in = told.period, goal_told_count = told.claims
    from (
      select guild_id, (${detail} ->> 'every') || ' ' || (${detail} ->> 'from') as period,
        cast(${detail} ->> 'count' as bigint) as claims
      from posts
      where number in (select max(number) from posts where kind = 'goal' and created_at > 0 group by guild_id)
    ) as told
    where told.guild_id = guilds.id`,
  // It named the day of the period, and names its first moment now.
  `update guilds set goal_shown = null`,
];
