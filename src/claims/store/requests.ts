import { sql, type SqlBool } from 'kysely';

import { type ParametersOf, prepared } from '../../database/prepared.ts';
import { among, type Queries, REPEATABLE, type Store } from '../../database/store.ts';
import { snowflakeTime } from '../../formats.ts';
import type { Member } from '../../member.ts';
import { awaitsDelivery } from '../../rewards/store/of-claim.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { inBatches } from '../../work/batch.ts';
import { type ClaimRequest, type DecidedStanding, RECOVERED_AT_ONCE, type Standing } from '../claim.ts';
import type { Verdict } from '../states.ts';
import type { ClaimTimings } from '../timings.ts';
import { mayBeWritten, queueDirectAnswers } from './direct-answers.ts';
import {
  ACKNOWLEDGED,
  answerOnRecord,
  beganLook,
  hasLookedOn,
  isDeliveredOnRecord,
  isUnshown,
  readAnswer,
  type RequestRow,
  requestRows,
  toRequest,
} from './rows.ts';

/** Verdicts that may be followed by another one while the reply can still be edited. */
const KEEPS_REPLY: readonly Verdict['kind'][] = ['pending', 'looking', 'likely-granted'];

/** Verdicts after which a reward may be on its way. */
const SENDS_REWARD: readonly Verdict['kind'][] = ['granted', 'reviewed'];

/** In this share of the time for which a reply can be edited, no token has expired, however the clocks differ. */
const NOT_EXPIRED_SHARE = 0.5;
/** Of all people in a batch; the rest is told with their next command. */
const LATE_ANSWERS_AT_ONCE = 500;
const TOLD_AT_ONCE = 500;

const FIRST_PAGE = { createdAt: 0, id: '' };

/** Reads the requests for some claims, within the caller's transaction. */
export type ReadRequests = (db: Queries, claimIds: readonly string[]) => Promise<ClaimRequest[]>;

const requestsOfClaims = prepared((db, store, { ids }: ParametersOf<{ ids: readonly string[] }>) =>
  requestRows(db).where('claim_id', 'in', among(store, ids)).orderBy('created_at'),
);

export function readRequests({ store, sealer }: { store: Store; sealer: Sealer }): ReadRequests {
  return async (db, claimIds) => {
    const rows = await requestsOfClaims(db, store, { ids: claimIds });
    return rows.map((row) => toRequest(row, sealer));
  };
}

type Person = Pick<RequestRow, 'guild_id'> & { user_id: string };

const lateAnswersOf = prepared((db, store, { asking }: ParametersOf<{ asking: readonly Person[] }>) =>
  requestRows(db)
    .where(isUnshown)
    // Those told of a grant are told of nothing else. A literal, so that the partial index is used.
    .where(sql<SqlBool>`told is distinct from 'granted'`)
    .select(isDeliveredOnRecord.as('is_delivered'))
    .innerJoin(store.given({ guild_id: 'text', user_id: 'text' }, asking), (join) =>
      join
        .onRef('claim_requests.user_id', '=', 'given.user_id')
        .onRef('claim_requests.guild_id', '=', 'given.guild_id'),
    )
    .where('claim_requests.sealed_reply_token', 'is', null)
    .where((eb) => eb.not(eb.or([beganLook, hasLookedOn])))
    .where((eb) => eb.not(mayBeWritten))
    .where((eb) =>
      eb.or([
        eb('acknowledged', '!=', ACKNOWLEDGED.nowhere),
        // Whoever read that a claim waits was acknowledged after all.
        eb('told', 'is not', null),
        eb('claims.verdict', 'not in', ['unavailable', 'postponed']),
      ]),
    )
    .limit(LATE_ANSWERS_AT_ONCE),
);

type Asked = { requestId: string; acknowledgedWithinMs: number };

const standingOf = prepared((db, store, { requestId, acknowledgedWithinMs }: ParametersOf<Asked>) =>
  requestRows(db)
    .select([store.before(acknowledgedWithinMs).as('decided_before'), isDeliveredOnRecord.as('is_delivered')])
    .where('claim_requests.id', '=', requestId),
);

/** The requests for claims, and what people were told. Each function is one transaction. */
export function createClaimRequests(store: Store, sealer: Sealer, timings: ClaimTimings, requestsOf: ReadRequests) {
  const { replyEditableMs, acknowledgedWithinMs, tellForOthersAfterMs, leaseMs } = timings;
  const replyDeadline = store.before(replyEditableMs);

  const markTold = inBatches(
    (shown: readonly Shown[]) => store.write((db) => markAllTold(db, store, shown), REPEATABLE),
    { max: TOLD_AT_ONCE },
  );

  async function lateAnswersForAll(db: Queries, people: readonly Member[]): Promise<Standing[][]> {
    const asking = people.map(({ guildId, userId }) => ({ guild_id: guildId, user_id: userId }));
    const rows = await lateAnswersOf(db, store, { asking });
    const late = rows.map((row) => ({ request: toRequest(row, sealer), verdict: readAnswer(row) }));
    return people.map(({ guildId, userId }) =>
      late.filter(({ request }) => request.guildId === guildId && request.userId === userId),
    );
  }

  type Page = Pick<ClaimRequest, 'createdAt' | 'id'>;
  type RequestQuery = ReturnType<typeof requestRows>;

  /** The next {@link RECOVERED_AT_ONCE} of some requests after this one whose reply may still be edited. */
  const editable = ({ createdAt, id }: Page, narrow: (requests: RequestQuery) => RequestQuery) =>
    store.read(async (db) => {
      const rows = await narrow(requestRows(db))
        .where('claim_requests.sealed_reply_token', 'is not', null)
        .where('claim_requests.created_at', '>', replyDeadline)
        .where((eb) => eb(eb.refTuple('claim_requests.created_at', 'claim_requests.id'), '>', eb.tuple(createdAt, id)))
        .orderBy('claim_requests.created_at')
        .orderBy('claim_requests.id')
        .limit(RECOVERED_AT_ONCE)
        .execute();
      return rows.map((row) => toRequest(row, sealer));
    });

  return {
    requestsOf: (claimId: string): Promise<ClaimRequest[]> => store.read((db) => requestsOf(db, [claimId])),

    standing: (requestId: string): Promise<DecidedStanding | undefined> =>
      store.read(async (db) => {
        const [row] = await standingOf(db, store, { requestId, acknowledgedWithinMs });
        if (!row) return undefined;
        const isDecided = row.created_at < row.decided_before;
        return { request: toRequest(row, sealer), verdict: readAnswer(row), isDecided };
      }),

    /**
     * Records that a verdict was shown, `pending` for an open claim. A final verdict wipes the token of the reply;
     * `likely-granted` keeps it, because the lost answer may still be recorded, and what sends a reward until that has arrived.
     *
     * @param hasArrived - whether it was shown to have
     * @returns false when the claim has reached another verdict in the meantime, or its reward has arrived: what was shown is
     *   not put on record then, but that a claim was shown to wait
     */
    markTold: (requestId: string, verdict: Verdict['kind'], hasArrived = false): Promise<boolean> =>
      markTold({ requestId, verdict, hasArrived }),

    /** Requests for a claim whose reward has arrived, as can still be said in their replies. */
    toTellArrived: (claimId: string): Promise<ClaimRequest[]> =>
      store.read(async (db) => {
        const rows = await requestRows(db)
          .where('claim_id', '=', claimId)
          .where('told', 'in', SENDS_REWARD)
          .where('sealed_reply_token', 'is not', null)
          .where('claim_requests.created_at', '>', replyDeadline)
          .where(isDeliveredOnRecord, '=', 1)
          .execute();
        return rows.map((row) => toRequest(row, sealer));
      }),

    /**
     * Wipes the token of a reply that cannot be edited. A person who was never shown that we were working on it is not
     * told later, out of the blue, that nothing was sent.
     */
    forgetReply: (requestId: string, { wasShown }: { wasShown: boolean }): Promise<void> =>
      store.write(async (db) => {
        const request = db.updateTable('claim_requests').where('id', '=', requestId);
        const forgotten = request.set({ sealed_reply_token: null }).returning('interaction_id');
        const { interaction_id: interactionId = '' } = (await forgotten.executeTakeFirst()) ?? {};
        await queueDirectAnswers(db, store, { id: requestId }, replyEditableMs);
        if (wasShown) return;
        const notExpired = store.before(replyEditableMs * NOT_EXPIRED_SHARE);
        const askedAt = snowflakeTime(interactionId);
        await request
          .set({ acknowledged: ACKNOWLEDGED.nowhere })
          .where('acknowledged', '=', ACKNOWLEDGED.unsaid)
          .where('created_at', '>', notExpired)
          // A process that stood still records a request long after it was made.
          .$if(askedAt !== undefined, (recent) => recent.where(sql<SqlBool>`${askedAt} > ${notExpired}`))
          .execute();
      }),

    /**
     * The next {@link RECOVERED_AT_ONCE} requests after this one that still have something to show: their verdict, or the
     * arrival of their reward.
     */
    untold: (after: Page = FIRST_PAGE): Promise<ClaimRequest[]> =>
      editable(after, (requests) =>
        requests
          .where((eb) => eb.or([isUnshown, eb(isDeliveredOnRecord, '=', 1)]))
          .where('claims.lease_until', '<=', store.now),
      ),

    /**
     * The same of requests that were told nothing in the time for which whoever holds the claim tells people: that
     * process may have died.
     */
    leftWaiting: (after: Page = FIRST_PAGE): Promise<ClaimRequest[]> =>
      editable(after, (requests) =>
        requests
          .where('claim_requests.told', 'is', null)
          .where('claim_requests.created_at', '<=', store.before(tellForOthersAfterMs))
          // Those from before are `untold` since the lease has ended, and are not looked through each time.
          .where('claim_requests.created_at', '>', store.before(tellForOthersAfterMs + leaseMs)),
      ),

    /** A person's requests whose verdict was not shown and whose reply cannot be edited. */
    lateAnswersFor: inBatches((people: readonly Member[]) => store.read((db) => lateAnswersForAll(db, people)), {
      max: 100,
    }),

    /** Wipes the tokens of replies that are too old to be edited. */
    wipeExpiredReplies: (): Promise<void> =>
      store.write(async (db) => {
        await db
          .updateTable('claim_requests')
          .set({ sealed_reply_token: null })
          .where('sealed_reply_token', 'is not', null)
          .where('created_at', '<=', replyDeadline)
          .execute();
      }),
  };
}

const TOLD_COLUMNS = { id: 'text', told: 'text', keeps_reply: 'bigint', is_delivered: 'bigint' } as const;
type ToldRow = { id: string; told: Verdict['kind']; keeps_reply: number; is_delivered: number };

const writeTold = prepared((db, store, { rows }: ParametersOf<{ rows: readonly ToldRow[] }>) =>
  db
    .updateTable('claim_requests')
    // As a condition on `claims`, the answer on record would be computed for every row of the table.
    .from(['claims', store.given(TOLD_COLUMNS, rows)])
    .set((eb) => ({
      told: eb.ref('given.told'),
      sealed_reply_token: eb
        .case()
        .when(eb.or([eb('given.keeps_reply', '=', 1), eb.and([eb('given.told', 'in', SENDS_REWARD), awaitsDelivery])]))
        .then(eb.ref('sealed_reply_token'))
        .else(null)
        .end(),
    }))
    .whereRef('claim_requests.id', '=', 'given.id')
    .whereRef('claims.id', '=', 'claim_requests.claim_id')
    .where((eb) => eb(answerOnRecord, '=', eb.ref('given.told')))
    .where((eb) => eb(isDeliveredOnRecord, '=', eb.ref('given.is_delivered')))
    .returning(['claim_requests.id', 'claim_requests.told']),
);

type Shown = { requestId: string; verdict: Verdict['kind']; hasArrived: boolean };

async function markAllTold(db: Queries, store: Store, shown: readonly Shown[]): Promise<boolean[]> {
  const rows = shown.map(({ requestId, verdict, hasArrived }) => ({
    id: requestId,
    told: verdict,
    keeps_reply: KEEPS_REPLY.includes(verdict) ? 1 : 0,
    is_delivered: hasArrived ? 1 : 0,
  }));
  const marked = await writeTold(db, store, { rows });
  const isMarked = new Set(marked.map(({ id, told }) => `${id} ${told ?? ''}`));
  const wasMarked = ({ requestId, verdict }: Shown) => isMarked.has(`${requestId} ${verdict}`);
  const outdated = shown
    .filter((one) => one.verdict === 'pending' && !wasMarked(one))
    .map(({ requestId }) => requestId);
  // Whoever read that their claim waits is told what came of it, whichever process learns that the reply has expired.
  if (outdated.length > 0) {
    const unaware = db.updateTable('claim_requests').where('id', 'in', outdated).where('told', 'is', null);
    await unaware.set({ told: 'pending' }).execute();
  }
  return shown.map(wasMarked);
}
