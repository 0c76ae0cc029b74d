import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

import { DAY_MS } from '../../clock.ts';
import type { Queries, Store } from '../../database/store.ts';
import { GOAL_PERIODS, goalPostId, type GoalProgress, isReached, periodOf } from '../goal.ts';
import { createOutbox, DEFAULT_LOCALE, type Outbox, type OutboxOptions, type Post } from './outbox.ts';

/** The post that says that a goal is reached. */
export type GoalPost = Post & { kind: 'goal'; goal: GoalProgress };

/**
 * 1 for a claim of a guild that has a goal, to be asked for by the statement that closes it: without one, the way of a
 * claim has no statement more.
 */
export const hasGoal: RawBuilder<number> = sql<number>`case when exists (
    select 1 from goals where goals.guild_id = claims.guild_id and goals.is_on = 1
  ) then 1 else 0 end`;

const stored = z.object({
  claims: z.number(),
  every: z.enum(GOAL_PERIODS),
  count: z.number(),
  from: z.number(),
  until: z.number(),
});

/** As a row has it. */
export function readGoal(json: string | null): GoalProgress | undefined {
  return json === null ? undefined : stored.parse(JSON.parse(json));
}

export function writeGoal({ claims, every, count, from, until }: GoalProgress): string {
  return JSON.stringify({ claims, every, count, from, until });
}

/** The day in UTC, as the number of days since the epoch. */
export function today({ now }: Pick<Store, 'now'>): RawBuilder<number> {
  return sql<number>`${now} / ${sql.lit(DAY_MS)}`;
}

/** How many claims of the guild of a row of `goals` were confirmed in its period, in which `day` is. */
export function countedOn(day: number): RawBuilder<number> {
  const since = sql.join(
    GOAL_PERIODS.map((every) => sql`when ${sql.lit(every)} then ${sql.lit(firstDayOf(every, day))}`),
    sql` `,
  );
  return sql<number>`(
    select cast(coalesce(sum(goal_days.claims), 0) as bigint) from goal_days
    where goal_days.guild_id = goals.guild_id and goal_days.day >= case goals.every ${since} end)`;
}

function firstDayOf(every: GoalProgress['every'], day: number): number {
  return periodOf(every, day * DAY_MS).from / DAY_MS;
}

/**
 * Counts claims that are granted towards the goals of their guilds, within the transaction that grants them, and queues
 * the post of each goal that is reached. Rows are written in one order, so that no two transactions wait for each other.
 *
 * @returns how far each claim brought its guild, by its id, where there is a goal
 */
export async function countTowardsGoals(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  claims: readonly { id: string; guildId: string }[],
): Promise<Map<string, GoalProgress>> {
  const progress = new Map<string, GoalProgress>();
  if (claims.length === 0) return progress;
  const byGuild = Map.groupBy(claims, ({ guildId }) => guildId);
  const rows = [...byGuild]
    .map(([id, { length: more }]) => ({ id, more }))
    .toSorted(({ id }, other) => order(id, other.id));
  const { rows: counted } = await sql<{ guild_id: string; day: number }>`
    insert into goal_days (guild_id, day, claims)
    select goals.guild_id, ${today(store)}, more
    from ${store.given({ id: 'text', more: 'bigint' }, rows)}
    join goals on goals.guild_id = given.id
    where goals.is_on = 1
    order by goals.guild_id
    on conflict (guild_id, day) do update set claims = goal_days.claims + excluded.claims
    returning guild_id, day`.execute(db);
  if (counted.length === 0) return progress;
  const day = Math.max(...counted.map((row) => row.day));
  const goals = await readProgress(db, store, day, [...new Set(counted.map(({ guild_id }) => guild_id))]);
  for (const [guildId, goal] of goals) {
    const theirs = byGuild.get(guildId) ?? [];
    for (const [at, { id }] of theirs.entries()) {
      progress.set(id, { ...goal, count: goal.count - (theirs.length - 1 - at) });
    }
  }
  await queueReached(db, store, goals);
  return progress;
}

/** @param day - today */
export async function readProgress(
  db: Queries,
  { given }: Pick<Store, 'given'>,
  day: number,
  guildIds: readonly string[],
): Promise<Map<string, GoalProgress>> {
  const ids = guildIds.map((id) => ({ id }));
  const rows = await db
    .selectFrom('goals')
    .innerJoin(given({ id: 'text' }, ids), 'given.id', 'goals.guild_id')
    .where('is_on', '=', 1)
    .select(['guild_id', 'goals.claims', 'every', countedOn(day).as('count')])
    .execute();
  return new Map(
    rows.map(({ guild_id, claims, every, count }) => [
      guild_id,
      { claims, every, count, ...periodOf(every, day * DAY_MS) },
    ]),
  );
}

/** Queues the posts of those goals that are reached. Of a period there is one, whoever writes it first. */
export async function queueReached(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  goals: ReadonlyMap<string, GoalProgress>,
): Promise<void> {
  const reached = [...goals].filter(([, goal]) => isReached(goal));
  if (reached.length === 0) return;
  const rows = reached.map(([guildId, goal]) => ({
    id: goalPostId(guildId, goal),
    guild_id: guildId,
    goal: writeGoal(goal),
    created_at: now,
  }));
  await db
    .insertInto('goal_posts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The outbox of posts that say that a goal is reached. Where there are no announcements, nobody is told. */
export function createGoalPosts(options: OutboxOptions): Outbox<GoalPost> {
  const { store } = options;

  function findOldest(guildId: string) {
    return store.read((db) =>
      db
        .selectFrom('goal_posts')
        .leftJoin('guilds', 'guilds.id', 'goal_posts.guild_id')
        .select(['goal_posts.id', 'goal_posts.guild_id', 'goal_posts.goal'])
        .select(['guilds.announcement_channel_id', 'guilds.announcements_on', 'guilds.locale'])
        .where('goal_posts.guild_id', '=', guildId)
        .where('posted_at', 'is', null)
        .orderBy('goal_posts.created_at')
        .orderBy('goal_posts.id')
        .limit(1)
        .executeTakeFirst(),
    );
  }

  return createOutbox({
    ...options,
    table: 'goal_posts',
    kindOf: () => 'announcements',
    findOldest,
    toPost: ({
      id,
      guild_id: guildId,
      goal: json,
      announcement_channel_id: channelId,
      announcements_on: on,
      locale,
    }) => {
      const goal = readGoal(json);
      if (on !== 1 || channelId === null || goal === undefined) return undefined;
      return { kind: 'goal', id, nonce: id, guildId, channelId, locale: locale ?? DEFAULT_LOCALE, goal };
    },
  });
}

function order(one: string, other: string): number {
  return one < other ? -1 : 1;
}
