import { sql, type SqlBool } from 'kysely';

import { type Queries, type Store, TransactionError } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import type { NewClaimRequest } from '../claim.ts';
import { LOOKED_AFTER } from '../states.ts';
import type { ClaimTimings } from '../timings.ts';
import type { NewRequest } from './opening.ts';
import { answerOnRecord } from './rows.ts';

/** The look that a claim was to be a part of is over, or another process has gone on with it. */
export class LookOverError extends TransactionError {}

/**
 * Those whose look is over, or who had their data deleted; the looks and requests of the others are locked until the
 * transaction ends.
 */
export async function looksOver(db: Queries, requests: readonly NewRequest[]): Promise<Set<NewClaimRequest>> {
  const over = new Set<NewClaimRequest>();
  for (const { input } of requests) {
    if (input.lookId === undefined) continue;
    const look = db
      .updateTable('looks')
      .where('id', '=', input.lookId)
      .where('request_id', '=', input.replaces ?? '');
    const request = db
      .updateTable('claim_requests')
      .where('id', '=', input.replaces ?? '')
      .where('user_id', '=', input.userId);
    for (const locking of [
      look.set((eb) => ({ request_id: eb.ref('request_id') })),
      request.set((eb) => ({ user_id: eb.ref('user_id') })),
    ]) {
      const { numUpdatedRows } = await locking.executeTakeFirst();
      if (numUpdatedRows === 0n) over.add(input);
    }
  }
  return over;
}

/** The requests whose reply shows another one from now on. `wasLooking`: until now a vote was looked for there */
type Replaced = { ids: readonly string[]; wasLooking: boolean };
const NOTHING: Replaced = { ids: [], wasLooking: false };

/** Ends the looks in the replies that requests take over, unless they are a part of these. @returns by interaction id */
export async function endLooks(db: Queries, requests: readonly NewRequest[]): Promise<Map<string, Replaced>> {
  const replaced = new Map<string, Replaced>();
  for (const { input } of requests) {
    const { interactionId, replaces, lookId } = input;
    if (replaces === undefined) continue;
    const ids = await shownWith(db, replaces, input);
    if (lookId !== undefined) {
      replaced.set(interactionId, { ids, wasLooking: true });
    } else if (ids.length > 0) {
      const { numDeletedRows } = await db.deleteFrom('looks').where('request_id', 'in', ids).executeTakeFirst();
      replaced.set(interactionId, { ids, wasLooking: numDeletedRows > 0n });
    }
  }
  return replaced;
}

/**
 * A request of somebody, and those that a look has put in its place since: a click may come from the buttons of the
 * first, as a reply is edited only once that is on record.
 */
async function shownWith(db: Queries, requestId: string, { guildId, userId }: Member): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive shown(id) as (
    select id from claim_requests where id = ${requestId} and guild_id = ${guildId} and user_id = ${userId}
    union select claim_requests.id from shown join claim_requests on look_after = shown.id
  ) select id from shown`.execute(db);
  return rows.map(({ id }) => id);
}

/** Goes on with a look by its next request, if another claim after that one is still in time. */
export async function advanceLook(
  db: Queries,
  { now }: Store,
  { id, look_id }: { id: string; look_id: string },
  { firstLookMs }: Pick<ClaimTimings, 'firstLookMs'>,
): Promise<void> {
  const due_at = sql<number>`${now} + ${now} - begun_at + ${sql.lit(firstLookMs)}`;
  await db.updateTable('looks').set({ request_id: id, due_at, held_until: 0 }).where('id', '=', look_id).execute();
  await db.deleteFrom('looks').where('id', '=', look_id).whereRef('due_at', '>=', 'ends_at').execute();
}

/**
 * The reply of earlier requests shows a request for this claim from now on, and is no longer edited for them. A verdict
 * that one of them did not show is told in a message of its own.
 *
 * @returns whether what is on record of one of them does not count as shown, though it may have been sent
 */
export async function replace(db: Queries, claimId: string, { ids, wasLooking }: Replaced = NOTHING): Promise<boolean> {
  if (ids.length === 0) return false;
  const replaced = db
    .updateTable('claim_requests')
    .where('claim_requests.id', 'in', ids)
    .where('claim_id', '!=', claimId);
  await replaced.set({ sealed_reply_token: null, replaced: 1 }).execute();
  if (wasLooking) {
    // Whoever read that their vote is looked for has read what was found until then.
    await replaced
      .from('claims')
      .where('told', '=', 'looking')
      .set((eb) => ({ told: eb.ref('claims.verdict') }))
      .whereRef('claims.id', '=', 'claim_id')
      .where('claims.verdict', 'in', LOOKED_AFTER)
      .execute();
  }
  const untold = await db
    .selectFrom('claim_requests')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select('claim_requests.id')
    .where('claim_requests.id', 'in', ids)
    .where('claim_id', '!=', claimId)
    .where(sql<SqlBool>`told is distinct from ${answerOnRecord}`)
    .executeTakeFirst();
  return untold !== undefined;
}
