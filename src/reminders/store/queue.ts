import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import { HOUR_MS } from '../../clock.ts';
import { createDatabaseClock, type Queries, type Store } from '../../database/store.ts';
import {
  type DueReminder,
  pauseOfReminder,
  REMINDER_LEASE_MS,
  type ReminderOutcome,
  SENT_AGAIN_WITHIN_MS,
  UNCLEAR_PAUSE_MS,
} from '../reminder.ts';
import { readQuiet } from './quiet.ts';

/** Reminders that are due. A process that takes one holds it until it is recorded. */
export type ReminderQueue = {
  isDue(): Promise<boolean>;
  /**
   * One that nobody holds: first what may have been sent already, and then the one that has been due for longest in the
   * guild whose last turn is longest ago.
   */
  take(): Promise<DueReminder | undefined>;
  /**
   * Writes down that Discord may be sent its message from now on.
   *
   * @returns false when it must not be sent: the member or the guild has turned it off, another claim was confirmed,
   * another process has it by now, or a try that may have succeeded is too long ago
   */
  begin(due: DueReminder): Promise<boolean>;
  /** Records what came of it, unless it has been set anew meanwhile. */
  record(due: DueReminder, outcome: ReminderOutcome): Promise<void>;
};

/** That somebody who wants to be reminded asked for a claim, a row of `claims`. */
export const hasReminders: Expression<SqlBool> = sql`exists (
  select 1 from claim_requests
  join reminders on reminders.guild_id = claim_requests.guild_id and reminders.user_id = claim_requests.user_id
  where claim_requests.claim_id = claims.id and reminders.state = 'on'
)`;

/** Sets the reminders anew of everyone who asked for these claims, within the transaction that grants them. */
export async function remindAgain(
  db: Queries,
  { now, given }: Pick<Store, 'now' | 'given'>,
  claims: readonly { id: string }[],
): Promise<void> {
  const rows = claims.map(({ id }) => ({ id }));
  await sql`
    update reminders set
      claimed_at = ${now},
      due_at = ${now} + asked.hours * ${sql.lit(HOUR_MS)},
      begun_at = null,
      tries = 0,
      locale = asked.locale
    from (
      select claim_requests.guild_id, claim_requests.user_id, max(claim_requests.locale) as locale,
        max(guilds.reminder_hours) as hours
      from ${given({ id: 'text' }, rows)}
      join claim_requests on claim_requests.claim_id = given.id
      left join guilds on guilds.id = claim_requests.guild_id
      where claim_requests.user_id is not null
      group by claim_requests.guild_id, claim_requests.user_id
    ) as asked
    where reminders.guild_id = asked.guild_id and reminders.user_id = asked.user_id and reminders.state = 'on'`.execute(
    db,
  );
}

/** Nothing is to be sent any more. What may have been sent already is done with, if it is turned on again. */
export const NOTHING_DUE = {
  due_at: null,
  begun_at: null,
  tries: 0,
  done_for: sql<number | null>`case when begun_at is null then done_for else claimed_at end`,
};

/** @param earlyMs - how long before it is due a reminder comes: the sandbox has nobody wait for a day */
export function createReminderQueue(ofDatabase: Store, earlyMs = 0): ReminderQueue {
  const store: Store =
    earlyMs === 0 ? ofDatabase : { ...ofDatabase, ...createDatabaseClock(ofDatabase.after(earlyMs)) };
  const { now } = store;

  /** The row, as long as it is to be sent for the same claim. */
  const same = ({ id, claimedAt }: DueReminder) =>
    sql<boolean>`id = ${id} and claimed_at = ${claimedAt} and state = 'on' and due_at is not null`;

  /** @param at - now. It is read once, so that an index of times is gone through no further than to it. */
  const dueOnes = (db: Queries, at: number | RawBuilder<number>) =>
    db.selectFrom('reminders').select('id').where('due_at', '<=', at).where('held_until', '<=', at);

  const hold = (db: Queries, ones: ReturnType<typeof dueOnes>) =>
    db
      .updateTable('reminders')
      .set({ held_until: store.after(REMINDER_LEASE_MS) })
      .where('id', 'in', ones.orderBy('id').limit(1).modifyEnd(store.skipLocked))
      .returningAll()
      .returning(now.as('taken_at'))
      .returning(
        sql<number | null>`(select reminder_hours from guilds where guilds.id = reminders.guild_id)`.as('hours'),
      )
      .executeTakeFirst();

  /** Goes through the guilds by their last turns, with one look at each that has nothing due. */
  async function holdOfNextGuild(db: Queries, at: number) {
    const guild = await db
      .updateTable('guilds')
      .set({ reminded_at: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('guilds')
          .select('id')
          .where('reminder_hours', 'is not', null)
          .where(
            dueOnes(db, at)
              .where(sql<boolean>`guild_id = guilds.id`)
              .limit(1),
            'is not',
            null,
          )
          .orderBy('reminded_at')
          .orderBy('id')
          .limit(1)
          .modifyEnd(store.skipLocked),
      )
      .returning('id')
      .executeTakeFirst();
    return guild && hold(db, dueOnes(db, at).where('guild_id', '=', guild.id).orderBy('due_at'));
  }

  return {
    isDue: () =>
      store.read(
        async (db) =>
          (await dueOnes(db, sql<number>`(select ${now})`)
            .orderBy('due_at')
            .limit(1)
            .executeTakeFirst()) !== undefined,
      ),

    take: () =>
      store.write(async (db) => {
        const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow();
        const begun = dueOnes(db, at).where('begun_at', 'is not', null).orderBy('begun_at');
        const row =
          (await hold(db, begun)) ??
          (await holdOfNextGuild(db, at)) ??
          // Left by a claim that was confirmed while its guild turned reminders off.
          (await hold(db, dueOnes(db, at).orderBy('due_at')));
        return (
          row && {
            id: row.id,
            guildId: row.guild_id,
            userId: row.user_id,
            locale: row.locale,
            claimedAt: row.claimed_at ?? 0,
            hours: row.hours ?? undefined,
            quiet: readQuiet(row),
            begunAt: row.begun_at ?? undefined,
            tries: row.tries,
            takenAt: row.taken_at,
            heldUntil: row.held_until,
          }
        );
      }),

    begin: (due) =>
      store.write(async (db) => {
        const begun = await db
          .updateTable('reminders')
          .set({ begun_at: sql`coalesce(begun_at, ${now})` })
          .where(same(due))
          .where('held_until', '=', due.heldUntil)
          .where('held_until', '>', now)
          .where((eb) => eb.or([eb('begun_at', 'is', null), eb('begun_at', '>', store.before(SENT_AGAIN_WITHIN_MS))]))
          .returning('id')
          .executeTakeFirst();
        return begun !== undefined;
      }),

    record: (due, outcome) =>
      store.write(async (db) => {
        if (outcome === 'left') await db.deleteFrom('reminders').where(same(due)).execute();
        else await db.updateTable('reminders').set(changesOf(due, outcome)).where(same(due)).execute();
        await db
          .updateTable('reminders')
          .set({ held_until: isUnclear(due, outcome) ? store.after(UNCLEAR_PAUSE_MS) : 0 })
          .where('id', '=', due.id)
          .where('held_until', '=', due.heldUntil)
          .execute();
      }),
  };

  function changesOf({ claimedAt, tries, begunAt }: DueReminder, outcome: Exclude<ReminderOutcome, 'left'>) {
    const done = { ...NOTHING_DUE, done_for: claimedAt };
    if (typeof outcome === 'object') return { due_at: outcome.until };
    const again = { tries: tries + 1 };
    switch (outcome) {
      case 'sent':
      case 'unconfirmed':
      case 'refused':
      case 'no-guild':
        return done;
      case 'off':
        return NOTHING_DUE;
      case 'closed':
        return { ...done, state: 'closed' as const, changed_at: now };
      case 'unknown':
        return again;
      case 'too-fast':
      case 'failed':
        return begunAt === undefined
          ? { ...again, due_at: store.after(pauseOfReminder(tries + 1)), begun_at: null }
          : again;
    }
  }
}

/**
 * Whether it may have been sent. It then stays due, and comes before whatever else is: Discord knows its nonce for two
 * minutes, in which those who voted at midnight are not all reminded.
 */
function isUnclear({ begunAt }: DueReminder, outcome: ReminderOutcome): boolean {
  return outcome === 'unknown' || begunAt !== undefined;
}
