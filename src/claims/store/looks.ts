import { sql, type SqlBool } from 'kysely';

import { takeHeld } from '../../database/held-rows.ts';
import { type Queries, REPEATABLE, type Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import type { ClaimRequest, NewClaimRequest } from '../claim.ts';
import type { DueLook } from '../look.ts';
import { LOOKED_AFTER } from '../states.ts';
import type { ClaimTimings } from '../timings.ts';
import { addRequests, type Admission } from './admission.ts';
import { keyOf } from './opening.ts';
import { beganLook, requestRows, toRequest } from './rows.ts';

/** The click by which somebody has a vote looked for. */
export type LookClick = Pick<NewClaimRequest, 'interactionId' | 'guildId' | 'userId' | 'locale' | 'reply'>;

/** `unknown`: the request is not theirs, or deleted, or another one than a look's is shown in its place; `full`: too much is looked for in the guild; `over`: it has ended */
type BegunLook = Pick<Admission, 'request' | 'mayBeCovered'> | 'unknown' | 'full' | 'over';

export type StoredLooks = ReturnType<typeof createStoredLooks>;

type Options = {
  store: Store;
  sealer: Sealer;
  timings: Pick<ClaimTimings, 'leaseMs' | 'firstLookMs' | 'replyEditableMs'>;
};

/** Table `looks`. Each function is one transaction; `advanceLook` in `replaced-requests.ts` goes on with one. */
export function createStoredLooks(options: Options) {
  const { store, sealer } = options;
  const { leaseMs, firstLookMs, replyEditableMs } = options.timings;
  const { now } = store;

  const isTheirs = ({ guildId, userId }: Member) =>
    sql<SqlBool>`claim_requests.guild_id = ${guildId} and user_id = ${userId}`;
  const isSame = ({ id, request }: DueLook) => sql<SqlBool>`id = ${id} and request_id = ${request.id}`;
  const requestOf = (db: Queries, id: string) => requestRows(db).where('claim_requests.id', '=', id);

  return {
    /**
     * Begins a look after a request whose claim found nothing, by a request of its own, in the same claim, whose reply takes
     * the place of the earlier one's.
     *
     * @param max - how many looks of a guild there are at once
     */
    begin: (click: LookClick, after: { requestId: string; lookId: string; max: number }): Promise<BegunLook> =>
      store.write(async (db) => {
        const row = await requestOf(db, after.requestId)
          .select(sql<number>`case when ${beganLook} then 1 else 0 end`.as('began_look'))
          .where(isTheirs(click))
          .where('is_recheck', '=', 0)
          .executeTakeFirst();
        if (!row) return 'unknown';
        const begun = await requestRows(db).where('interaction_id', '=', click.interactionId).executeTakeFirst();
        // By an earlier run of this transaction.
        if (begun) return { request: toRequest(begun, sealer), mayBeCovered: true };
        const { count } = await db
          .selectFrom('looks')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('guild_id', '=', click.guildId)
          .executeTakeFirstOrThrow();
        if (count >= after.max) return 'full';
        const replaced = await db
          .updateTable('claim_requests')
          .from('claims')
          .set({ sealed_reply_token: null, replaced: 1 })
          .where('claim_requests.id', '=', row.id)
          .where('replaced', '=', 0)
          .whereRef('claims.id', '=', 'claim_id')
          .where('claims.state', '=', 'closed')
          .where('claims.verdict', 'in', LOOKED_AFTER)
          .returning('claim_requests.id')
          .executeTakeFirst();
        if (!replaced) return row.replaced === 0 || row.began_look === 1 ? 'over' : 'unknown';
        const claim = await db
          .selectFrom('claims')
          .selectAll()
          .where('id', '=', row.claim_id)
          .executeTakeFirstOrThrow();
        const { playername, credential_id: credentialId } = claim;
        const input = { ...click, playername, credentialId, isOperators: false, replaces: row.id, ...after };
        const [added] = await addRequests(db, options, [input], new Map([[keyOf(input), claim]]));
        if (!added) throw new Error('a request was not recorded');
        await db
          .insertInto('looks')
          .values({
            id: after.lookId,
            request_id: added.request.id,
            guild_id: click.guildId,
            begun_at: now,
            ends_at: store.after(replyEditableMs),
            due_at: store.after(firstLookMs),
          })
          .execute();
        return { ...added, mayBeCovered: row.told !== row.verdict };
      }, REPEATABLE),

    /** Holds the looks that are due longest, and forgets those that are over. */
    take: (max: number): Promise<DueLook[]> =>
      store.write(async (db) => {
        const isUnderWay = sql`exists (select 1 from claim_requests join claims on claims.id = claim_id
          where claim_requests.id = request_id and claims.state = 'open')`;
        const held = await takeHeld(db, store, 'looks', {
          where: sql<SqlBool>`due_at <= ${now} and not ${isUnderWay}`,
          orderBy: sql`due_at`,
          limit: max,
          leaseMs,
        });
        if (held.length === 0) return [];
        const requestIds = held.map(({ request_id }) => request_id);
        const rows = await requestRows(db)
          .where('claim_requests.id', 'in', requestIds)
          .where('user_id', 'is not', null)
          .where('claims.verdict', 'in', LOOKED_AFTER)
          .execute();
        const requests = new Map(rows.map((row) => [row.id, toRequest(row, sealer)]));
        const due = held.flatMap(({ id, guild_id: guildId, request_id, ends_at, taken_at }) => {
          const request = requests.get(request_id);
          return request?.reply && taken_at < ends_at ? [{ id, guildId, request }] : [];
        });
        const over = held.filter(({ id }) => !due.some((one) => one.id === id));
        if (over.length > 0) {
          const ids = over.map(({ id }) => id);
          await db.deleteFrom('looks').where('id', 'in', ids).execute();
        }
        return due;
      }),

    /** Ends it if it would go on too late. */
    putOff: (look: DueLook, ms: number): Promise<void> =>
      store.write(async (db) => {
        await db
          .updateTable('looks')
          .set({ due_at: store.after(ms), held_until: 0 })
          .where(isSame(look))
          .execute();
        await db.deleteFrom('looks').where(isSame(look)).whereRef('due_at', '>=', 'ends_at').execute();
      }, REPEATABLE),

    end: (look: DueLook): Promise<void> =>
      store.write(async (db) => {
        await db.deleteFrom('looks').where(isSame(look)).execute();
      }, REPEATABLE),

    /** Ends somebody's own look, if there is one. `toTell`: the request that shows it, if nobody else is about to tell it */
    stop: (lookId: string, member: Member): Promise<{ toTell: ClaimRequest | undefined } | undefined> =>
      store.write(async (db) => {
        const own = await db
          .selectFrom('looks')
          .innerJoin('claim_requests', 'claim_requests.id', 'request_id')
          .select('looks.id')
          .where('looks.id', '=', lookId)
          .where(isTheirs(member))
          .executeTakeFirst();
        if (!own) return undefined;
        // By its id alone: it may go on to another request meanwhile.
        const look = db.deleteFrom('looks').where('id', '=', lookId);
        const stopped = await look.returning('request_id').executeTakeFirst();
        if (!stopped) return undefined;
        const row = await requestOf(db, stopped.request_id).executeTakeFirst();
        // While a claim is under way, whoever holds it tells everyone.
        return { toTell: row && row.state !== 'open' ? toRequest(row, sealer) : undefined };
      }),
  };
}
