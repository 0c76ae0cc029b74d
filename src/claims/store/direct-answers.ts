import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import { type Queries, REPEATABLE, type Store } from '../../database/store.ts';
import type { AfterAnswer } from '../../reminders/deciding.ts';
import { type DueLetter, REMINDER_LEASE_MS } from '../../reminders/reminder.ts';
import { isNoSecondLetter, readQuiet } from '../../reminders/store/queue.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { UNCLEAR_PAUSE_MS } from '../../work/discord-patience.ts';
import type { Standing } from '../claim.ts';
import { answerOnRecord, isDeliveredOnRecord, isUnshown, readAnswer, requestRows, toRequest } from './rows.ts';

/** An answer that is due by direct message. `heldUntil`: when the lease of the process that took it ends */
export type DirectAnswer = DueLetter & Standing & { heldUntil: number };

/** Whether the person who made a request wants to be written to. */
const wantsLetters = (eb: ExpressionBuilder<Schema, 'claim_requests'>) =>
  eb.exists(
    eb
      .selectFrom('reminders')
      .select('reminders.id')
      .whereRef('reminders.guild_id', '=', 'claim_requests.guild_id')
      .whereRef('reminders.user_id', '=', 'claim_requests.user_id')
      .where('reminders.state', '=', 'on'),
  );

/**
 * Writes to people about claims that a moderator decided, if they want reminders and can be told in no reply any more:
 * within the transaction of the decision, or of the end of a reply.
 *
 * @param which - a claim, for all who asked, or one request
 * @param editableMs - for how long a reply can be edited
 */
export async function queueDirectAnswers(
  db: Queries,
  store: Pick<Store, 'now' | 'before'>,
  which: { claim_id: string } | { id: string },
  editableMs: number,
): Promise<void> {
  const isNews = sql<SqlBool>`exists (
    select 1 from claims where claims.id = claim_id and ${answerOnRecord} = 'reviewed' and ${isUnshown}
  )`;
  await db
    .updateTable('claim_requests')
    .set({ direct_at: store.now, direct_begun_at: null })
    .where((eb) => eb.and(which))
    .where('direct_at', 'is', null)
    .where((eb) => eb.or([eb('sealed_reply_token', 'is', null), eb('created_at', '<=', store.before(editableMs))]))
    .where(isNews)
    .where(wantsLetters)
    .execute();
}

/** Of a request: whether Discord may have its direct message, although nobody knows. */
export const mayBeWritten = sql<SqlBool>`(direct_at is not null and direct_begun_at is not null)`;

/**
 * Requests whose answer is due by direct message: `direct_at` says when, or until which time a process holds it, and
 * `direct_begun_at` since when Discord may have it. Each function is one transaction.
 */
export function createDirectAnswers(store: Store, sealer: Sealer) {
  const { now } = store;

  async function hold(db: Queries) {
    return db
      .with(
        (name) => name('due').materialized(),
        (eb) =>
          eb
            .selectFrom('claim_requests')
            .select('id')
            .where('direct_at', '<=', now)
            .orderBy('direct_at')
            .limit(1)
            .modifyEnd(store.skipLocked),
      )
      .updateTable('claim_requests')
      .set({ direct_at: store.after(REMINDER_LEASE_MS) })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
      .returning(['id', 'direct_at as held_until', now.as('taken_at')])
      .executeTakeFirst();
  }

  /** The answer, while it is still to be given; undefined once it was, or the person wants no messages any more. */
  async function read(db: Queries, id: string) {
    return requestRows(db)
      .innerJoin('reminders', (join) =>
        join
          .onRef('reminders.guild_id', '=', 'claim_requests.guild_id')
          .onRef('reminders.user_id', '=', 'claim_requests.user_id')
          .on('reminders.state', '=', 'on'),
      )
      .select(['reminders.quiet_from', 'reminders.quiet_to', 'reminders.time_zone'])
      .select(isDeliveredOnRecord.as('is_delivered'))
      .where('claim_requests.id', '=', id)
      .where(isUnshown)
      .executeTakeFirst();
  }

  const same = ({ request, heldUntil }: DirectAnswer) => sql<boolean>`id = ${request.id} and direct_at = ${heldUntil}`;

  return {
    isDue: (): Promise<boolean> =>
      store.read(async (db) => {
        const due = db.selectFrom('claim_requests').select('id').where('direct_at', '<=', now).limit(1);
        return (await due.executeTakeFirst()) !== undefined;
      }),

    /** Takes the answer that is due longest, and holds it. */
    take: (): Promise<DirectAnswer | undefined> =>
      store.write(async (db) => {
        for (let held = await hold(db); held; held = await hold(db)) {
          const { id, taken_at: takenAt, held_until: heldUntil } = held;
          const row = await read(db, id);
          if (row?.user_id) {
            const { guild_id: guildId, user_id: userId, locale, direct_begun_at: begunAt } = row;
            const letter = { guildId, userId, locale, quiet: readQuiet(row), begunAt: begunAt ?? undefined, takenAt };
            const standing = { request: toRequest(row, sealer), verdict: readAnswer(row) };
            return { ...letter, ...standing, heldUntil: heldUntil ?? takenAt };
          }
          await db.updateTable('claim_requests').set({ direct_at: null }).where('id', '=', id).execute();
        }
        return undefined;
      }),

    /**
     * Records that Discord may have the message from now on. @returns false when it must not be sent: the person was
     * told otherwise, another process holds it, or a try that may have succeeded is too old
     */
    begin: (due: DirectAnswer): Promise<boolean> =>
      store.write(async (db) => {
        const begun = await db
          .updateTable('claim_requests')
          .set({ direct_begun_at: sql`coalesce(direct_begun_at, ${now})` })
          .where(
            sql<boolean>`${same(due)} and direct_at > ${now}
              and ${isNoSecondLetter(store, 'direct_begun_at')}
              and exists (select 1 from claims where claims.id = claim_id and ${isUnshown})`,
          )
          .returning('id')
          .executeTakeFirst();
        return begun !== undefined;
      }, REPEATABLE),

    /** Records what follows a try. */
    record: (due: DirectAnswer, after: AfterAnswer): Promise<void> =>
      store.write(async (db) => {
        await db.updateTable('claim_requests').set(changesOf(due, after)).where(same(due)).execute();
      }, REPEATABLE),
  };

  function changesOf({ verdict }: DirectAnswer, after: AfterAnswer) {
    if (after === 'told') return { told: verdict.kind, direct_at: null };
    if (after === 'dropped') return { direct_at: null, direct_begun_at: null };
    if (after === 'unclear') return { direct_at: store.after(UNCLEAR_PAUSE_MS) };
    if ('until' in after) return { direct_at: after.until };
    return { direct_at: store.after(after.restsMs), direct_begun_at: null };
  }
}
