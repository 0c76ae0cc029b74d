import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import { among, type Queries, type Store } from '../../database/store.ts';
import { beginningOf, dayOf } from '../day-start.ts';
import { firstDays, type Goal, GOAL_PERIODS, type GoalProgress, goalProgress, periodOf } from '../goal.ts';
import { updateGuild } from './guilds.ts';
import { type NewPost, type PostShape, queuePosts } from './posts.ts';

/** Of a row of `claims`: a moderator says that it was claimed, which was announced without a number. */
export const isUncounted = sql<SqlBool>`claims.resolution is not distinct from 'claimed'`;

/** That the guild of a claim, a row of `claims`, has a goal towards which it counts. */
export const hasGoal: Expression<SqlBool> = sql`(not ${isUncounted} and exists (
  select 1 from guilds where guilds.id = claims.guild_id and guilds.goal_on = 1
))`;

export const goalPost: PostShape<GoalProgress, GoalProgress> = {
  detail: goalProgress,
  read: (_, { detail }) => Promise.resolve(detail),
};

/** The current day of guilds whose days begin then, with the first day and the beginning of one of its periods. */
type Today = { zone: string; hour: number; day: number; every: Goal['every']; first_day: number; begins_at: number };

const TODAY_COLUMNS = {
  zone: 'text',
  hour: 'bigint',
  day: 'bigint',
  every: 'text',
  first_day: 'bigint',
  begins_at: 'bigint',
} as const;

/** The present days of guilds with a goal, each way in which they begin once for each period: the database knows no zones. */
export async function readToday(db: Queries, store: Store, guildIds?: readonly string[]): Promise<readonly Today[]> {
  const rows = await db
    .selectFrom('guilds')
    .where('goal_on', '=', sql.lit(1))
    .$if(guildIds !== undefined, (query) => query.where('id', 'in', among(store, guildIds ?? [])))
    .select(['day_zone', 'day_hour', sql<number>`(select ${store.now})`.as('at')])
    .distinct()
    .execute();
  return rows.flatMap(({ day_zone: zone, day_hour: hour, at }) => {
    const start = { timeZone: zone, hour };
    const day = dayOf(start, at);
    return GOAL_PERIODS.map((every) => {
      const { first } = firstDays(every, day);
      return { zone, hour, day, every, first_day: first, begins_at: beginningOf(start, first) };
    });
  });
}

/** The present days as the table `today`, for a statement about guilds. */
export function withToday({ given }: Pick<Store, 'given'>, today: readonly Today[]): RawBuilder<unknown> {
  return sql`with today as (select given.* from ${given(TODAY_COLUMNS, today)})`;
}

/** That a row of `today` is the day of one of `guilds`, and the period of its goal. */
export const isToday = sql<boolean>`today.zone = guilds.day_zone and today.hour = guilds.day_hour
  and today.every = guilds.goal_every`;

/** How many claims were confirmed in the present period of a goal. */
export const counted = sql<number>`(
  select cast(coalesce(sum(goal_days.claims), 0) as bigint) from goal_days
  where goal_days.guild_id = guilds.id and goal_days.day >= today.first_day)`;

/**
 * Counts claims that are granted towards the goals of their guilds, within the transaction that grants them, and says
 * how far these are now. Rows are written in one order, so that no two transactions wait for each other.
 */
export async function countTowardsGoals(
  db: Queries,
  store: Store,
  claims: readonly { guildId: string }[],
): Promise<Map<string, GoalProgress>> {
  if (claims.length === 0) return new Map();
  const byGuild = Map.groupBy(claims, ({ guildId }) => guildId);
  const today = await readToday(db, store, [...byGuild.keys()]);
  if (today.length === 0) return new Map();
  const rows = [...byGuild].map(([id, { length: more }]) => ({ id, more }));
  await sql`
    ${withToday(store, today)}
    insert into goal_days (guild_id, day, claims)
    select guilds.id, today.day, more
    from ${store.given({ id: 'text', more: 'bigint' }, rows)}
    join guilds on guilds.id = given.id
    join today on ${isToday}
    where guilds.goal_on = 1
    order by guilds.id
    on conflict (guild_id, day) do update set claims = goal_days.claims + excluded.claims`.execute(db);
  return readProgress(db, store, today, [...byGuild.keys()]);
}

export async function readProgress(
  db: Queries,
  store: Pick<Store, 'given'>,
  today: readonly Today[],
  guildIds: readonly string[],
): Promise<Map<string, GoalProgress>> {
  const { rows } = await sql<Goal & Pick<Today, 'zone' | 'hour' | 'day'> & { id: string; count: number }>`
    ${withToday(store, today)}
    select guilds.id, goal_claims as claims, goal_every as every, ${counted} as count, today.zone, today.hour, today.day
    from guilds join today on ${isToday}
    where goal_on = 1 and guilds.id in ${among(store, guildIds)}`.execute(db);
  return new Map(
    rows.map(({ id, claims, every, count, zone: timeZone, hour, day }) => [
      id,
      { claims, every, count, ...periodOf(every, { timeZone, hour }, day) },
    ]),
  );
}

/** Names a period of a guild: the reason of a post that says that its goal is reached. */
export const periodName = ({ every, from }: GoalProgress): string => `${every} ${from}`;

/**
 * Queues the posts of those goals that are reached: once in a period, whichever version of this program does it. A goal
 * that was changed within its period is told again only once there are more claims than were told of, even where nobody
 * is to be told.
 */
export async function queueReached(db: Queries, store: Store, goals: ReadonlyMap<string, GoalProgress>): Promise<void> {
  const posts: NewPost[] = [];
  for (const [guildId, goal] of goals) {
    if (goal.count < goal.claims) continue;
    const period = periodName(goal);
    const tells = async (where: RawBuilder<boolean>) => {
      const marking = updateGuild(db, guildId, { goal_told_in: period, goal_told_count: goal.count }).where(where);
      return (await marking.executeTakeFirst()).numUpdatedRows > 0n;
    };
    const isFirst = await tells(sql<boolean>`goal_told_in is distinct from ${period}`);
    const isMore = !isFirst && (await tells(sql<boolean>`goal_told_count < ${goal.claims}`));
    const once = isFirst ? period : `${period} ${goal.claims}`;
    if (isFirst || isMore) posts.push({ kind: 'goal', guildId, channel: 'announcements', once, detail: goal });
  }
  await queuePosts(db, store, posts, { evenIfOff: true });
}
