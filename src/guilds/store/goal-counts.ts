import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Queries, Store } from '../../database/store.ts';
import { DAY_MS } from '../../work/clock.ts';
import { type Goal, GOAL_PERIODS, type GoalProgress, goalProgress, isReached, periodOf } from '../goal.ts';
import { type PostShape, queuePosts } from './posts.ts';

/** That the guild of a claim, a row of `claims`, has a goal. */
export const hasGoal: Expression<SqlBool> = sql`exists (
  select 1 from guilds where guilds.id = claims.guild_id and guilds.goal_on = 1
)`;

export const goalPost: PostShape<GoalProgress, GoalProgress> = {
  detail: goalProgress,
  read: (_, { detail }) => Promise.resolve(detail),
};

/** The day in UTC, as the number of days since the epoch. */
export function today({ now }: Pick<Store, 'now'>): RawBuilder<number> {
  return sql<number>`${now} / ${sql.lit(DAY_MS)}`;
}

/** The first day of the period of `day` of the goal in a row of `guilds`. */
export function firstDayOn(day: number): RawBuilder<number> {
  const firstDays = GOAL_PERIODS.map(
    (every) => sql`when ${sql.lit(every)} then ${sql.lit(periodOf(every, day * DAY_MS).from / DAY_MS)}`,
  );
  return sql<number>`case guilds.goal_every ${sql.join(firstDays, sql` `)} end`;
}

/** How many claims were confirmed in the period of `day` of the goal in a row of `guilds`. */
export function countedOn(day: number): RawBuilder<number> {
  return sql<number>`(
    select cast(coalesce(sum(goal_days.claims), 0) as bigint) from goal_days
    where goal_days.guild_id = guilds.id and goal_days.day >= ${firstDayOn(day)})`;
}

/**
 * Counts claims that are granted towards the goals of their guilds, within the transaction that grants them, and says
 * how far these are now. Rows are written in one order, so that no two transactions wait for each other.
 */
export async function countTowardsGoals(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  claims: readonly { guildId: string }[],
): Promise<Map<string, GoalProgress>> {
  if (claims.length === 0) return new Map();
  const byGuild = Map.groupBy(claims, ({ guildId }) => guildId);
  const rows = [...byGuild].map(([id, { length: more }]) => ({ id, more }));
  const { rows: counted } = await sql<{ guild_id: string; day: number }>`
    insert into goal_days (guild_id, day, claims)
    select guilds.id, ${today(store)}, more
    from ${store.given({ id: 'text', more: 'bigint' }, rows)}
    join guilds on guilds.id = given.id
    where guilds.goal_on = 1
    order by guilds.id
    on conflict (guild_id, day) do update set claims = goal_days.claims + excluded.claims
    returning guild_id, day`.execute(db);
  if (counted.length === 0) return new Map();
  const day = Math.max(...counted.map((row) => row.day));
  return readProgress(db, store, day, [...new Set(counted.map(({ guild_id }) => guild_id))]);
}

export async function readProgress(
  db: Queries,
  { given }: Pick<Store, 'given'>,
  day: number,
  guildIds: readonly string[],
): Promise<Map<string, GoalProgress>> {
  const ids = guildIds.map((id) => ({ id }));
  const rows = await db
    .selectFrom('guilds')
    .innerJoin(given({ id: 'text' }, ids), 'given.id', 'guilds.id')
    .where('goal_on', '=', 1)
    .select(['guilds.id', 'goal_claims as claims', 'goal_every as every', countedOn(day).as('count')])
    .$narrowType<Goal>()
    .execute();
  return new Map(rows.map(({ id, ...goal }) => [id, { ...goal, ...periodOf(goal.every, day * DAY_MS) }]));
}

/** Queues the posts of those goals that are reached. Of a period there is one, even where nobody is to be told. */
export async function queueReached(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  goals: ReadonlyMap<string, GoalProgress>,
): Promise<void> {
  const reached = [...goals].filter(([, goal]) => isReached(goal));
  const posts = reached.map(([guildId, goal]) => ({
    kind: 'goal' as const,
    guildId,
    channel: 'announcements' as const,
    once: `${goal.every} ${goal.from}`,
    detail: goal,
  }));
  await queuePosts(db, store, posts, { evenIfOff: true });
}
