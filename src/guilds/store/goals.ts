import { sql } from 'kysely';

import { lockRows, type Queries, type Store } from '../../database/store.ts';
import { DAY_MS } from '../../work/clock.ts';
import { GOAL_PERIODS, type GoalChange, type GoalOutcome, type GoalProgress, periodOf, USUAL_PERIOD } from '../goal.ts';
import { countedOn, firstDayOn, queueReached, readProgress, today } from './goal-counts.ts';
import { type GuildValues, holdGuild, updateGuild } from './guilds.ts';

const PANELS_AT_ONCE = 100;

export type Goals = ReturnType<typeof createGoals>;

/** Columns `goal_…` of `guilds`, and table `goal_days` for a goal that is set anew. Each function is one transaction. */
export function createGoals(store: Store) {
  const { now } = store;

  async function readToday(db: Queries): Promise<number> {
    const { day } = await db.selectNoFrom(today(store).as('day')).executeTakeFirstOrThrow();
    return day;
  }

  const outdated = (db: Queries, day: number) =>
    db
      .selectFrom('guilds')
      .select('id')
      .where('goal_on', '=', sql.lit(1))
      .where('goal_show_at', '<=', now)
      .where('panel_message_id', 'is not', null)
      .where(sql<boolean>`goal_shown is distinct from ${shownOn(day)}`);

  const set = (guildId: string, values: GuildValues): Promise<unknown> =>
    store.write((db) => updateGuild(db, guildId, values).execute());

  return {
    /** How far a guild is; undefined where it has no goal, or it is off. */
    progress: (guildId: string): Promise<GoalProgress | undefined> =>
      store.snapshot(async (db) => (await readProgress(db, store, await readToday(db), [guildId])).get(guildId)),

    /** What was confirmed earlier in the period counts. */
    change: (guildId: string, { on = true, ...change }: GoalChange): Promise<GoalOutcome> =>
      store.write(async (db) => {
        if (!on) {
          await updateGuild(db, guildId, { goal_on: 0, goal_shown: null }).execute();
          await db.deleteFrom('goal_days').where('guild_id', '=', guildId).execute();
          return 'off';
        }
        const before = await holdGuild(db, store, guildId);
        const claims = change.claims ?? before.goal_claims;
        if (claims === null) return 'no-number';
        const every = change.every ?? before.goal_every ?? USUAL_PERIOD;
        await updateGuild(db, guildId, { goal_claims: claims, goal_every: every, goal_on: 1 }).execute();
        const day = await readToday(db);
        if (before.goal_on !== 1) await countWhatIsThere(db, store, guildId, day);
        const goals = await readProgress(db, store, day, [guildId]);
        await queueReached(db, store, goals);
        return goals.get(guildId) ?? { claims, every, count: 0, ...periodOf(every, day * DAY_MS) };
      }),

    /** Guilds whose panel shows another number than there is, and is not left alone: the longest waiting first. */
    guildsOfOutdatedPanels: (): Promise<string[]> =>
      store.snapshot(async (db) => {
        const rows = await outdated(db, await readToday(db))
          .orderBy('goal_show_at')
          .limit(PANELS_AT_ONCE)
          .execute();
        return rows.map(({ id }) => id);
      }),

    /** Takes such a panel: no process does again for so long, in ms. @returns whether it is one */
    takeOutdatedPanel: (guildId: string, restMs: number): Promise<boolean> =>
      store.write(async (db) => {
        const one = outdated(db, await readToday(db)).where('id', '=', guildId);
        const taken = await updateGuild(db, guildId, { goal_show_at: store.after(restMs) })
          .where('id', 'in', one)
          .where('goal_show_at', '<=', now)
          .executeTakeFirst();
        return taken.numUpdatedRows > 0n;
      }),

    markShown: (guildId: string, { count, claims, from }: GoalProgress) =>
      set(guildId, { goal_shown: `${from / DAY_MS} ${count} ${claims}` }),

    leavePanel: (guildId: string, restMs: number) => set(guildId, { goal_show_at: store.after(restMs) }),
  };
}

/** What a panel shows that is up to date on `day`, as {@link Goals.markShown} writes it. */
function shownOn(day: number) {
  const [since, count] = [firstDayOn(day), countedOn(day)];
  return sql<string>`cast(${since} as text) || ' ' || cast(${count} as text) || ' ' || cast(goal_claims as text)`;
}

/**
 * Counts what was confirmed before there was a goal, in any period that it may be given. Claims that are being
 * confirmed are waited for: each is counted here, or finds the goal. After `/privacy delete` there may have been more.
 */
async function countWhatIsThere(db: Queries, store: Store, guildId: string, day: number): Promise<void> {
  const open = await db
    .selectFrom('claims')
    .select('id')
    .where('guild_id', '=', guildId)
    .where('state', '=', 'open')
    .execute();
  const openIds = open.map(({ id }) => id);
  await lockRows(db, store, 'claims', openIds);
  const earliest = Math.min(...GOAL_PERIODS.map((every) => periodOf(every, day * DAY_MS).from));
  await db.deleteFrom('goal_days').where('guild_id', '=', guildId).execute();
  await sql`
    insert into goal_days (guild_id, day, claims)
    select guild_id, closed_at / ${sql.lit(DAY_MS)}, count(*) from claims
    where guild_id = ${guildId} and state = 'closed' and verdict = 'granted'
      and opened_at >= ${earliest - OPEN_AT_MOST_MS} and closed_at >= ${earliest}
    group by guild_id, closed_at / ${sql.lit(DAY_MS)}`.execute(db);
}

/** How long before it is closed a claim is opened, so that those of a period are found by the index on when they were. */
const OPEN_AT_MOST_MS = 7 * DAY_MS;
