import { type RawBuilder, sql } from 'kysely';

import { lockRows } from '../../database/lock-rows.ts';
import type { Queries, Store } from '../../database/store.ts';
import { beginningOf, dayOf, type DayStart } from '../../guilds/day-start.ts';
import { holdGuild } from '../../guilds/store/guilds.ts';
import type { Member } from '../../member.ts';
import { forgive } from '../../people/store/owed.ts';
import { HOUR_MS } from '../../work/clock.ts';
import { dueAfter, type QuietHours, type Reminder, REMINDERS_CLOSED, type ReminderWait } from '../reminder.ts';
import { HOURS_UNTIL_LOOK, NOTHING_DUE, readQuiet, readWait } from './queue.ts';

export type StoredReminders = ReturnType<typeof createStoredReminders>;

/** Table `reminders`: which members want one, and the hours of guilds. Each function is one transaction. */
export function createStoredReminders(store: Store) {
  const { now } = store;

  const find = (db: Queries, { guildId, userId }: Member) =>
    db
      .selectFrom('reminders')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('user_id', '=', userId)
      .executeTakeFirst();

  const update = (db: Queries, { guildId, userId }: Member) =>
    db.updateTable('reminders').where('guild_id', '=', guildId).where('user_id', '=', userId);

  const claimsOf = (db: Queries, { guildId, userId }: Member) =>
    db
      .selectFrom('claim_requests')
      .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
      .where('claim_requests.user_id', '=', userId)
      .where('claim_requests.guild_id', '=', guildId);

  /** A claim of theirs that is being settled waits for the end of this transaction, or is seen by it. */
  async function lockOpenClaims(db: Queries, member: Member): Promise<void> {
    const open = await claimsOf(db, member).select('claims.id').where('claims.state', '=', 'open').execute();
    const ids = open.map(({ id }) => id).toSorted();
    if (ids.length > 0) await lockRows(db, store, 'claims', ids);
  }

  /** Claims that were confirmed after this have their reminder ahead. */
  async function stillAhead(db: Queries, { hours, nextDay }: ReminderWait): Promise<RawBuilder<number>> {
    if (!nextDay) return store.before(hours * HOUR_MS);
    const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow();
    return sql<number>`${beginningOf(nextDay, dayOf(nextDay, at)) - 1}`;
  }

  /** When their newest claim in the guild was confirmed, if its reminder is still ahead. */
  async function claimToFollow(db: Queries, member: Member, wait: ReminderWait): Promise<number | undefined> {
    const row = await claimsOf(db, member)
      .select((eb) => eb.fn.max('claims.closed_at').as('at'))
      .where('claims.verdict', '=', 'granted')
      .where('claims.closed_at', '>', await stillAhead(db, wait))
      .executeTakeFirst();
    return row?.at ?? undefined;
  }

  return {
    find: (member: Member): Promise<Reminder | undefined> =>
      store.read(async (db) => {
        const row = await find(db, member);
        return (
          row && {
            state: row.state,
            nextAt: row.due_at ?? undefined,
            quiet: readQuiet(row),
            claimedAt: row.claimed_at ?? undefined,
          }
        );
      }),

    /**
     * The claim that was confirmed last counts, unless its time is over. Quiet hours are those that the member has in any
     * guild. Changes nothing where the guild has reminders turned off.
     */
    turnOn: (member: Member, locale: string): Promise<void> =>
      store.write(async (db) => {
        const { guildId, userId } = member;
        await holdGuild(db, store, guildId);
        const wait = await readWait(db, guildId);
        if (wait === undefined) return;
        const before = await find(db, member);
        if (before?.state === 'on') {
          await update(db, member).set({ locale }).execute();
          return;
        }
        await lockOpenClaims(db, member);
        const claimedAt = await claimToFollow(db, member, wait);
        const isOutstanding = claimedAt !== undefined && claimedAt > (before?.done_for ?? 0);
        const elsewhere = await db
          .selectFrom('reminders')
          .select(['quiet_from', 'quiet_to', 'time_zone'])
          .where('user_id', '=', userId)
          .where('time_zone', 'is not', null)
          .limit(1)
          .executeTakeFirst();
        const values = {
          state: 'on' as const,
          changed_at: now,
          locale,
          claimed_at: claimedAt ?? null,
          due_at: isOutstanding ? dueAfter(claimedAt, wait) : null,
          begun_at: null,
          tries: 0,
          ...elsewhere,
        };
        await db
          .insertInto('reminders')
          .values({ guild_id: guildId, user_id: userId, ...values })
          .onConflict((conflict) => conflict.columns(['guild_id', 'user_id']).doUpdateSet(values))
          .execute();
        await forgive(db, REMINDERS_CLOSED, member);
      }),

    /** Keeps the quiet hours for another time. */
    turnOff: (member: Member): Promise<void> =>
      store.write(async (db) => {
        await update(db, member)
          .set({ ...NOTHING_DUE, state: 'off', changed_at: now })
          .where('state', '=', 'on')
          .execute();
        await forgive(db, REMINDERS_CLOSED, member);
      }),

    /** In every guild in which something is stored of the person. */
    setQuiet: (userId: string, quiet: QuietHours | undefined): Promise<void> =>
      store.write(async (db) => {
        // A reminder that was put off to the end of earlier quiet hours is looked at again.
        await sql`
          update reminders set due_at = claimed_at + ${sql.lit(HOUR_MS)} *
            (select ${HOURS_UNTIL_LOOK} from guilds where guilds.id = reminders.guild_id)
          where user_id = ${userId} and due_at is not null and begun_at is null`.execute(db);
        const { from = null, to = null, timeZone = null } = quiet ?? {};
        await db
          .updateTable('reminders')
          .set({ quiet_from: from, quiet_to: to, time_zone: timeZone })
          .where('user_id', '=', userId)
          .execute();
      }),

    /** Moves the reminders that are not sent yet; undefined turns them off. @returns how many members want to be reminded */
    setHours: (guildId: string, hours: number | undefined, nextDay?: DayStart): Promise<number> =>
      store.write(async (db) => {
        const wait = hours === undefined ? undefined : { hours, nextDay };
        await holdGuild(db, store, guildId);
        const before = await readWait(db, guildId);
        await db
          .updateTable('guilds')
          .set({ reminder_hours: wait?.hours ?? null, reminder_next_day: nextDay ? 1 : 0 })
          .where('id', '=', guildId)
          .execute();
        const ofGuild = db.updateTable('reminders').where('guild_id', '=', guildId).where('state', '=', 'on');
        const afterHours = sql<number>`claimed_at + ${wait && !wait.nextDay ? wait.hours * HOUR_MS : 0}`;
        if (wait === undefined) await ofGuild.set(NOTHING_DUE).execute();
        else if (before !== undefined)
          await ofGuild.set({ due_at: afterHours }).where('due_at', 'is not', null).execute();
        else {
          // Reminders whose time passed while they were off are not sent.
          await ofGuild
            .set({ due_at: afterHours })
            .where('claimed_at', '>', await stillAhead(db, wait))
            .where(sql<boolean>`claimed_at > coalesce(done_for, 0)`)
            .execute();
        }
        const { count } = await db
          .selectFrom('reminders')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('guild_id', '=', guildId)
          .where('state', '=', 'on')
          .executeTakeFirstOrThrow();
        return count;
      }),
  };
}
