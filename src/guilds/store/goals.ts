import { sql } from 'kysely';

import type { Queries, Store } from '../../database/store.ts';
import { DAY_MS } from '../../work/clock.ts';
import { beginningOf, type DayStart, MIDNIGHT_UTC } from '../day-start.ts';
import { type GoalChange, type GoalOutcome, type GoalProgress, USUAL_PERIOD } from '../goal.ts';
import {
  counted,
  isToday,
  isUncounted,
  periodName,
  queueReached,
  readProgress,
  readToday,
  withToday,
} from './goal-counts.ts';
import { type GuildValues, holdGuild, lockOpenClaims, updateGuild } from './guilds.ts';

const PANELS_AT_ONCE = 100;

export type Goals = ReturnType<typeof createGoals>;

/** Columns `goal_…` of `guilds`, and table `goal_days` for a goal that is set anew. Each function is one transaction. */
export function createGoals(store: Store) {
  const { now } = store;

  const outdated = (today: Awaited<ReturnType<typeof readToday>>) => sql<{ id: string }>`
    ${withToday(store, today)}
    select guilds.id from guilds join today on ${isToday}
    where goal_on = 1 and goal_show_at <= ${now} and panel_message_id is not null
      and goal_shown is distinct from ${SHOWN}`;

  const progressOf = async (db: Queries, guildId: string) =>
    readProgress(db, store, await readToday(db, store, [guildId]), [guildId]);

  const set = (guildId: string, values: GuildValues): Promise<unknown> =>
    store.write((db) => updateGuild(db, guildId, values).execute());

  return {
    /** How far a guild is; undefined where it has no goal, or it is off. */
    progress: (guildId: string): Promise<GoalProgress | undefined> =>
      store.snapshot(async (db) => (await progressOf(db, guildId)).get(guildId)),

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
        if (before.goal_on !== 1) await countWhatIsThere(db, store, guildId);
        const goals = await progressOf(db, guildId);
        await queueReached(db, store, goals);
        return goals.get(guildId) ?? 'off';
      }),

    dayStart: async (guildId: string): Promise<DayStart> => {
      const found = await store.read((db) =>
        db
          .selectFrom('guilds')
          .select(['day_zone as timeZone', 'day_hour as hour'])
          .where('id', '=', guildId)
          .executeTakeFirst(),
      );
      return found ?? MIDNIGHT_UTC;
    },

    /** What was confirmed is counted anew, by the days that begin so. @param change - what is left out stays as it is */
    setDayStart: (guildId: string, { timeZone, hour }: Partial<DayStart>): Promise<unknown> =>
      store.write(async (db) => {
        const before = await holdGuild(db, store, guildId);
        const was = (await progressOf(db, guildId)).get(guildId);
        const after = { day_zone: timeZone ?? before.day_zone, day_hour: hour ?? before.day_hour };
        await updateGuild(db, guildId, after).execute();
        if (!was) return;
        await countWhatIsThere(db, store, guildId);
        const goals = await progressOf(db, guildId);
        const is = goals.get(guildId);
        // Its period begins at another time, and is the same to people.
        if (is && before.goal_told_in === periodName(was)) {
          await updateGuild(db, guildId, { goal_told_in: periodName(is) }).execute();
        }
        await queueReached(db, store, goals);
      }),

    /** Guilds whose panel shows another number than there is, and is not left alone: the longest waiting first. */
    guildsOfOutdatedPanels: (): Promise<string[]> =>
      store.snapshot(async (db) => {
        const some = outdated(await readToday(db, store));
        const { rows } = await sql<{ id: string }>`${some} order by goal_show_at limit ${PANELS_AT_ONCE}`.execute(db);
        return rows.map(({ id }) => id);
      }),

    /** Takes such a panel: no process does again for so long, in ms. @returns whether it is one */
    takeOutdatedPanel: (guildId: string, restMs: number): Promise<boolean> =>
      store.write(async (db) => {
        const one = outdated(await readToday(db, store, [guildId]));
        const taken = await updateGuild(db, guildId, { goal_show_at: store.after(restMs) })
          .where(sql<boolean>`id in (${one})`)
          .where('goal_show_at', '<=', now)
          .executeTakeFirst();
        return taken.numUpdatedRows > 0n;
      }),

    markShown: (guildId: string, { count, claims, from }: GoalProgress) =>
      set(guildId, { goal_shown: `${from} ${count} ${claims}` }),

    leavePanel: (guildId: string, restMs: number) => set(guildId, { goal_show_at: store.after(restMs) }),
  };
}

/** What a panel shows that is up to date, as {@link Goals.markShown} writes it. */
const SHOWN = sql<string>`
  cast(today.begins_at as text) || ' ' || cast(${counted} as text) || ' ' || cast(goal_claims as text)`;

/**
 * Counts what was confirmed before, in any period that the goal may be given, by the days of the guild. Claims that are
 * being confirmed are waited for: each is counted here, or finds the goal. After `/privacy delete` there may have been
 * more.
 */
async function countWhatIsThere(db: Queries, store: Store, guildId: string): Promise<void> {
  await lockOpenClaims(db, store, guildId);
  await db.deleteFrom('goal_days').where('guild_id', '=', guildId).execute();
  const periods = await readToday(db, store, [guildId]);
  const [today] = periods;
  if (!today) return;
  const start = { timeZone: today.zone, hour: today.hour };
  const earliest = Math.min(...periods.map(({ first_day }) => first_day));
  const days = Array.from({ length: today.day - earliest + 1 }, (_, nth) => {
    const day = earliest + nth;
    return { day, begins: beginningOf(start, day), ends: beginningOf(start, day + 1) };
  });
  await sql`
    insert into goal_days (guild_id, day, claims)
    select guild_id, given.day, count(*) from claims
    join ${store.given({ day: 'bigint', begins: 'bigint', ends: 'bigint' }, days)}
      on closed_at >= given.begins and closed_at < given.ends
    where guild_id = ${guildId} and state = 'closed' and verdict = 'granted' and not ${isUncounted}
      and opened_at >= ${(days[0]?.begins ?? 0) - OPEN_AT_MOST_MS}
    group by guild_id, given.day`.execute(db);
}

/** How long before it is closed a claim is opened, so that those of a period are found by the index on when they were. */
const OPEN_AT_MOST_MS = 7 * DAY_MS;
