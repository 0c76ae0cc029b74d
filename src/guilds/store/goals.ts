import { sql } from 'kysely';

import { DAY_MS } from '../../clock.ts';
import { lockRows, type Queries, type Store } from '../../database/store.ts';
import { type Goal, GOAL_PERIODS, type GoalProgress, periodOf } from '../goal.ts';
import { countedOn, queueReached, readProgress, today } from './goal-counts.ts';
import { holdGuild } from './guilds.ts';

/** Table `goals`, and `goal_days` for a goal that is set anew. Each function is one transaction. */
export type Goals = {
  /** The goal as it was set last, whether or not it is on. */
  find(guildId: string): Promise<Goal | undefined>;
  /** How far a guild is; undefined where it has no goal, or it is off. */
  progress(guildId: string): Promise<GoalProgress | undefined>;
  /** Turns it on. What was confirmed earlier in the period counts. */
  set(guildId: string, goal: Goal): Promise<GoalProgress>;
  turnOff(guildId: string): Promise<void>;
  /** Guilds whose panel shows another number than there is, and is not left alone: the longest waiting first. */
  guildsOfOutdatedPanels(): Promise<string[]>;
  /** Takes such a panel: no process does again for so long, in ms. @returns whether it is one */
  takeOutdatedPanel(guildId: string, restMs: number): Promise<boolean>;
  /** Records what a guild's panel shows. */
  markShown(guildId: string, shown: GoalProgress): Promise<void>;
  /** Leaves the panel of a guild alone for some time, in ms. */
  leavePanel(guildId: string, restMs: number): Promise<void>;
};

const PANELS_AT_ONCE = 100;

export function createGoals(store: Store): Goals {
  const { now } = store;

  async function readToday(db: Queries): Promise<number> {
    const { day } = await db.selectNoFrom(today(store).as('day')).executeTakeFirstOrThrow();
    return day;
  }

  /** @param day - today */
  const outdated = (db: Queries, day: number) =>
    db
      .selectFrom('goals')
      .innerJoin('guilds', 'guilds.id', 'goals.guild_id')
      .select('goals.guild_id')
      .where('is_on', '=', 1)
      .where('show_at', '<=', now)
      .where('panel_message_id', 'is not', null)
      .where(sql<boolean>`goals.shown is distinct from ${shownOn(day)}`);

  return {
    find: (guildId) =>
      store.read((db) =>
        db.selectFrom('goals').select(['claims', 'every']).where('guild_id', '=', guildId).executeTakeFirst(),
      ),

    progress: (guildId) =>
      store.snapshot(async (db) => (await readProgress(db, store, await readToday(db), [guildId])).get(guildId)),

    set: (guildId, { claims, every }) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const before = await db.selectFrom('goals').select('is_on').where('guild_id', '=', guildId).executeTakeFirst();
        const values = { claims, every, is_on: 1 };
        await db
          .insertInto('goals')
          .values({ guild_id: guildId, ...values })
          .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(values))
          .execute();
        const day = await readToday(db);
        if (before?.is_on !== 1) await countWhatIsThere(db, store, guildId, day);
        const goals = await readProgress(db, store, day, [guildId]);
        await queueReached(db, store, goals);
        return goals.get(guildId) ?? { claims, every, count: 0, ...periodOf(every, day * DAY_MS) };
      }),

    turnOff: (guildId) =>
      store.write(async (db) => {
        await db.updateTable('goals').set({ is_on: 0, shown: null }).where('guild_id', '=', guildId).execute();
        await db.deleteFrom('goal_days').where('guild_id', '=', guildId).execute();
      }),

    guildsOfOutdatedPanels: () =>
      store.snapshot(async (db) => {
        const rows = await outdated(db, await readToday(db))
          .orderBy('show_at')
          .limit(PANELS_AT_ONCE)
          .execute();
        return rows.map(({ guild_id }) => guild_id);
      }),

    takeOutdatedPanel: (guildId, restMs) =>
      store.write(async (db) => {
        const one = outdated(db, await readToday(db)).where('goals.guild_id', '=', guildId);
        const taken = await db
          .updateTable('goals')
          .set({ show_at: store.after(restMs) })
          .where('guild_id', 'in', one)
          .where('show_at', '<=', now)
          .returning('guild_id')
          .executeTakeFirst();
        return taken !== undefined;
      }),

    async markShown(guildId, { count, claims, from }) {
      const shown = `${from / DAY_MS} ${count} ${claims}`;
      await store.write((db) => db.updateTable('goals').set({ shown }).where('guild_id', '=', guildId).execute());
    },

    async leavePanel(guildId, restMs) {
      const show_at = store.after(restMs);
      await store.write((db) => db.updateTable('goals').set({ show_at }).where('guild_id', '=', guildId).execute());
    },
  };
}

/** What a panel shows that is up to date on `day`, as {@link Goals.markShown} writes it. */
function shownOn(day: number) {
  const starts = GOAL_PERIODS.map(
    (every) => sql`when ${sql.lit(every)} then ${sql.lit(String(periodOf(every, day * DAY_MS).from / DAY_MS))}`,
  );
  return sql<string>`case goals.every ${sql.join(starts, sql` `)} end
    || ' ' || cast(${countedOn(day)} as text) || ' ' || cast(goals.claims as text)`;
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
  await lockRows(
    db,
    store,
    'claims',
    open.map(({ id }) => id),
  );
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
