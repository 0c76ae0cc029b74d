import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import { isStillHeld, takeHeld } from '../../database/held-rows.ts';
import { createDatabaseClock, givenIds, type Queries, REPEATABLE, type Store } from '../../database/store.ts';
import { joinOwner, rewardedMember } from '../../guilds/store/name-owners.ts';
import { owe } from '../../people/store/owed.ts';
import { HOUR_MS } from '../../work/clock.ts';
import { UNCLEAR_PAUSE_MS } from '../../work/discord-patience.ts';
import type { AfterReminder } from '../deciding.ts';
import {
  type DueReminder,
  REMINDER_LEASE_MS,
  REMINDERS_CLOSED,
  type ReminderWait,
  SENDING_LASTS_MS,
  SENT_AGAIN_WITHIN_MS,
} from '../reminder.ts';

export type ReminderQueue = ReturnType<typeof createReminderQueue>;

/** Whether a person who wants to be reminded asked for a claim, a row of `claims`, or owns its name. */
export const hasReminders: Expression<SqlBool> = sql`exists (
  select 1 from claim_requests
  ${joinOwner}
  join reminders on reminders.guild_id = claim_requests.guild_id and reminders.user_id = ${rewardedMember}
  where claim_requests.claim_id = claims.id and reminders.state = 'on'
)`;

/** The opposite of `mayBeASecondPost`, at the moment at which a letter is begun. @param begunAt - the column */
export function isNoSecondLetter({ before }: Pick<Store, 'before'>, begunAt: string): RawBuilder<SqlBool> {
  return sql`coalesce(${sql.ref(begunAt)} > ${before(SENT_AGAIN_WITHIN_MS)}, true)`;
}

/**
 * Sets anew the reminders of all who asked for these claims, or of the owner of the name where names have owners, within
 * the transaction that grants them.
 */
export async function remindAgain(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  claims: readonly { id: string }[],
): Promise<void> {
  const { now } = store;
  const ids = claims.map(({ id }) => id);
  await sql`
    update reminders set
      claimed_at = ${now},
      due_at = ${now} + asked.hours * ${sql.lit(HOUR_MS)},
      begun_at = null,
      tries = 0,
      locale = coalesce(asked.locale, reminders.locale)
    from (
      select claim_requests.guild_id, ${rewardedMember} as user_id, max(${HOURS_UNTIL_LOOK}) as hours,
        max(case when claim_requests.user_id = ${rewardedMember} then claim_requests.locale end) as locale
      from ${givenIds(store, ids)}
      join claims on claims.id = given.id
      join claim_requests on claim_requests.claim_id = given.id
      left join guilds on guilds.id = claim_requests.guild_id
      ${joinOwner}
      group by claim_requests.guild_id, ${rewardedMember}
    ) as asked
    where reminders.guild_id = asked.guild_id and reminders.user_id = asked.user_id and reminders.state = 'on'`.execute(
    db,
  );
}

/** Nothing more is sent. A message that may have been sent is not sent again once reminders are turned on. */
export const NOTHING_DUE = {
  due_at: null,
  begun_at: null,
  tries: 0,
  done_for: sql<number | null>`case when begun_at is null then done_for else claimed_at end`,
};

type QuietColumns = { quiet_from: number | null; quiet_to: number | null; time_zone: string | null };

export function readQuiet({ quiet_from: from, quiet_to: to, time_zone: timeZone }: QuietColumns): DueReminder['quiet'] {
  return from === null || to === null || timeZone === null ? undefined : { from, to, timeZone };
}

/** When a guild reminds its members; undefined while it does not. */
export async function readWait(db: Queries, guildId: string): Promise<ReminderWait | undefined> {
  const row = await db
    .selectFrom('guilds')
    .select(['reminder_hours', 'reminder_next_day', 'day_zone', 'day_hour'])
    .where('id', '=', guildId)
    .executeTakeFirst();
  if (typeof row?.reminder_hours !== 'number') return undefined;
  const day = { timeZone: row.day_zone, hour: row.day_hour };
  return { hours: row.reminder_hours, nextDay: row.reminder_next_day === 1 ? day : undefined };
}

/**
 * After how many hours a reminder of a guild, a row of `guilds`, is looked at: at once where it waits for the next day,
 * as the database knows no zones. It is put off then.
 */
export const HOURS_UNTIL_LOOK = sql<number>`guilds.reminder_hours * (1 - guilds.reminder_next_day)`;

/**
 * Table `reminders`: those that are due. Each function is one transaction.
 *
 * @param earlyMs - how long before it is due a reminder comes, so that nobody in the sandbox waits for a day
 */
export function createReminderQueue(ofDatabase: Store, earlyMs = 0) {
  const store: Store =
    earlyMs === 0 ? ofDatabase : { ...ofDatabase, ...createDatabaseClock(ofDatabase.after(earlyMs)) };
  const { now } = store;

  /** The row, while it is to be sent for the same claim. */
  const same = ({ id, claimedAt }: DueReminder) =>
    sql<boolean>`id = ${id} and claimed_at = ${claimedAt} and state = 'on' and due_at is not null`;

  /** @param at - now, read once, so that an index of times is read no further */
  const isDue = (at: number | RawBuilder<number>) => sql<boolean>`due_at <= ${at} and held_until <= ${at}`;

  async function hold(db: Queries, where: RawBuilder<boolean>, orderBy: RawBuilder<unknown>) {
    const wanted = { where, orderBy: sql`${orderBy}, id`, limit: 1, leaseMs: REMINDER_LEASE_MS };
    return (await takeHeld(db, store, 'reminders', wanted))[0];
  }

  /** Goes through the guilds by their last reminders, with one look at each that has nothing due. */
  async function holdOfNextGuild(db: Queries, at: number) {
    const isDueThere = sql`(select id from reminders where ${isDue(at)} and guild_id = guilds.id limit 1) is not null`;
    const { rows } = await sql<{ id: string }>`
      with next as materialized (
        select id from guilds where reminder_hours is not null and ${isDueThere}
        order by reminded_at, id limit 1 ${store.skipLocked}
      )
      update guilds set reminded_at = ${now} where id in (select id from next) returning id`.execute(db);
    const [guild] = rows;
    return guild && hold(db, sql<boolean>`${isDue(at)} and guild_id = ${guild.id}`, sql`due_at`);
  }

  return {
    isDue: (): Promise<boolean> =>
      store.read(async (db) => {
        const any = db
          .selectFrom('reminders')
          .select('id')
          .where(isDue(sql<number>`(select ${now})`));
        return (await any.orderBy('due_at').limit(1).executeTakeFirst()) !== undefined;
      }),

    /** Takes a message that may have been sent, or else what is due longest in the guild that was served longest ago. */
    take: (): Promise<DueReminder | undefined> =>
      store.write(async (db) => {
        const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow();
        const row =
          (await hold(db, sql<boolean>`${isDue(at)} and begun_at is not null`, sql`begun_at`)) ??
          (await holdOfNextGuild(db, at)) ??
          // Left by a claim that was confirmed while its guild turned reminders off.
          (await hold(db, isDue(at), sql`due_at`));
        if (!row) return undefined;
        return {
          id: row.id,
          guildId: row.guild_id,
          userId: row.user_id,
          locale: row.locale,
          claimedAt: row.claimed_at ?? 0,
          ...((await readWait(db, row.guild_id)) ?? { hours: undefined }),
          quiet: readQuiet(row),
          begunAt: row.begun_at ?? undefined,
          tries: row.tries,
          takenAt: row.taken_at,
          heldUntil: row.held_until,
        };
      }),

    /**
     * Records that Discord may have the message from now on. @returns false when it must not be sent: reminders were
     * turned off, another claim was confirmed, another process may hold it meanwhile, or a try that may have succeeded
     * is too old
     */
    begin: (due: DueReminder): Promise<boolean> =>
      store.write(async (db) => {
        const begun = await db
          .updateTable('reminders')
          .set({ begun_at: sql`coalesce(begun_at, ${now})` })
          .where(
            sql<boolean>`${same(due)} and ${isStillHeld(store, due.heldUntil, SENDING_LASTS_MS)}
              and ${isNoSecondLetter(store, 'begun_at')}`,
          )
          .returning('id')
          .executeTakeFirst();
        return begun !== undefined;
      }, REPEATABLE),

    /** Records what follows, unless the reminder was set anew. */
    record: (due: DueReminder, after: AfterReminder): Promise<void> =>
      store.write(async (db) => {
        const { id, guildId, userId, heldUntil } = due;
        if (after === 'forgotten') await db.deleteFrom('reminders').where(same(due)).execute();
        else {
          const row = db.updateTable('reminders').set(changesOf(due, after)).where(same(due));
          const isChanged = (await row.returning('id').executeTakeFirst()) !== undefined;
          if (after === 'closed' && isChanged) await owe(db, store, REMINDERS_CLOSED, { guildId, userId }, {});
        }
        await db
          .updateTable('reminders')
          .set({ held_until: after === 'unclear' ? store.after(UNCLEAR_PAUSE_MS) : 0 })
          .where('id', '=', id)
          .where('held_until', '=', heldUntil)
          .execute();
      }, REPEATABLE),
  };

  function changesOf({ claimedAt, tries }: DueReminder, after: Exclude<AfterReminder, 'forgotten'>) {
    const done = { ...NOTHING_DUE, done_for: claimedAt };
    switch (after) {
      case 'done':
        return done;
      case 'dropped':
        return NOTHING_DUE;
      case 'closed':
        return { ...done, state: 'off' as const, changed_at: now };
      case 'unclear':
        return { tries: tries + 1 };
    }
    if ('until' in after) return { due_at: after.until };
    return { due_at: store.after(after.restsMs), begun_at: null, tries: tries + 1 };
  }
}
