import { randomUUID } from 'node:crypto';

import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import {
  type ClaimRequest,
  type LateVerdict,
  type NewClaimRequest,
  RECOVERED_AT_ONCE,
  type Standing,
} from '../claim.ts';
import type { Verdict } from '../states.ts';
import { createRequestReader, replyPlace, requestRows, standingRows } from './request-rows.ts';
import { answerOnRecord, type ClaimRow, readAnswer } from './rows.ts';

/** Who asked for claims, and what they were told. Each function is one transaction. */
export type ClaimRequests = {
  requestsOf(claimId: string): Promise<ClaimRequest[]>;
  findRequest(requestId: string): Promise<ClaimRequest | undefined>;
  standing(requestId: string): Promise<Standing | undefined>;
  /**
   * Records that a verdict was shown, `pending` for an open claim. Once the verdict is final, the reply's token is
   * wiped; after `likely-granted` it is kept, because the answer that was lost may still come on record.
   *
   * @returns false, with nothing written, when the claim has reached another verdict in the meantime
   */
  markTold(requestId: string, verdict: Verdict['kind']): Promise<boolean>;
  /** Wipes the token of a reply that can no longer be edited. */
  forgetReply(requestId: string): Promise<void>;
  /**
   * Requests of closed claims whose verdict was not shown and whose reply can still be edited: the oldest
   * {@link RECOVERED_AT_ONCE}.
   *
   * @param after - the last request of the previous batch
   */
  untold(after?: Pick<ClaimRequest, 'createdAt' | 'id'>): Promise<ClaimRequest[]>;
  /** A person's requests whose claims were settled after their replies could no longer be edited. */
  lateAnswersFor(person: Member): Promise<LateVerdict[]>;
  /** Wipes the tokens of all replies that are too old to be edited. */
  wipeExpiredReplies(): Promise<void>;
};

/** What the ledger does with requests within its own transactions. */
type RequestsInTransaction = {
  find(db: Queries, interactionId: string): Promise<ClaimRequest | undefined>;
  /** Joins a claim. If this replaces an earlier request, the reply is no longer edited on behalf of that one. */
  add(db: Queries, input: NewClaimRequest, claim: ClaimRow): Promise<ClaimRequest>;
  of(db: Queries, claimId: string): Promise<ClaimRequest[]>;
};

/** Verdicts that may be followed by another one while the reply can still be edited. */
const KEEPS_REPLY: readonly Verdict['kind'][] = ['pending', 'likely-granted'];

const BEFORE_ALL = { createdAt: 0, id: '' };

export function createClaimRequests(options: { store: Store; sealer: Sealer; replyEditableMs: number }): {
  requests: ClaimRequests;
  inTransaction: RequestsInTransaction;
} {
  const { store, sealer, replyEditableMs } = options;
  const { now } = store;
  const replyDeadline = store.before(replyEditableMs);
  const { toRequest, toStanding } = createRequestReader(sealer);

  async function requestsOf(db: Queries, claimId: string): Promise<ClaimRequest[]> {
    const rows = await requestRows(db).where('claim_id', '=', claimId).orderBy('created_at').execute();
    return rows.map(toRequest);
  }

  /**
   * The earlier request's reply shows the new request from now on, and is no longer edited on behalf of the earlier
   * one. A verdict of that one which was not shown is told in a message of its own.
   */
  async function replaceRequest(
    db: Queries,
    { replaces, guildId, userId }: NewClaimRequest,
    claimId: string,
  ): Promise<void> {
    if (replaces === undefined) return;
    await db
      .updateTable('claim_requests')
      .set({ sealed_reply_token: null, replaced: 1 })
      .where('id', '=', replaces)
      .where('guild_id', '=', guildId)
      .where('user_id', '=', userId)
      .where('claim_id', '!=', claimId)
      .execute();
  }

  const inTransaction: RequestsInTransaction = {
    async find(db, interactionId) {
      const row = await requestRows(db).where('interaction_id', '=', interactionId).executeTakeFirst();
      return row && toRequest(row);
    },
    async add(db, input, claim) {
      const { guildId, reply } = input;
      const id = randomUUID();
      const row = await db
        .insertInto('claim_requests')
        .values({
          id,
          claim_id: claim.id,
          interaction_id: input.interactionId,
          guild_id: guildId,
          user_id: input.userId,
          locale: input.locale,
          application_id: reply.applicationId,
          sealed_reply_token: sealer.seal(reply.token, replyPlace(guildId, id)),
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await replaceRequest(db, input, claim.id);
      return toRequest({ ...claim, ...row });
    },
    of: requestsOf,
  };

  const requests: ClaimRequests = {
    requestsOf: (claimId) => store.read((db) => requestsOf(db, claimId)),

    findRequest: (requestId) =>
      store.read(async (db) => {
        const row = await requestRows(db).where('claim_requests.id', '=', requestId).executeTakeFirst();
        return row && toRequest(row);
      }),

    standing: (requestId) =>
      store.read(async (db) => {
        const row = await standingRows(db).where('claim_requests.id', '=', requestId).executeTakeFirst();
        return row && toStanding(row);
      }),

    markTold: (requestId, verdict) =>
      store.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('claim_requests')
          .set({ told: verdict, ...(KEEPS_REPLY.includes(verdict) ? {} : { sealed_reply_token: null }) })
          .where('id', '=', requestId)
          .where((eb) =>
            eb(
              eb
                .selectFrom('claims')
                .whereRef('claims.id', '=', 'claim_requests.claim_id')
                .select(answerOnRecord.as('on_record')),
              '=',
              verdict,
            ),
          )
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    forgetReply: (requestId) =>
      store.write(async (db) => {
        await db.updateTable('claim_requests').set({ sealed_reply_token: null }).where('id', '=', requestId).execute();
      }),

    untold: ({ createdAt, id } = BEFORE_ALL) =>
      store.read(async (db) => {
        const rows = await requestRows(db)
          .where('claims.state', '!=', 'open')
          .where('claims.lease_until', '<=', now)
          .where('claim_requests.sealed_reply_token', 'is not', null)
          .where('claim_requests.created_at', '>', replyDeadline)
          .where((eb) => eb.or([eb('told', 'is', null), eb('told', '!=', answerOnRecord)]))
          .where((eb) =>
            eb(eb.refTuple('claim_requests.created_at', 'claim_requests.id'), '>', eb.tuple(createdAt, id)),
          )
          .orderBy('claim_requests.created_at')
          .orderBy('claim_requests.id')
          .limit(RECOVERED_AT_ONCE)
          .execute();
        return rows.map(toRequest);
      }),

    lateAnswersFor: ({ guildId, userId }) =>
      store.read(async (db) => {
        const rows = await standingRows(db)
          .where('claim_requests.user_id', '=', userId)
          .where('claim_requests.guild_id', '=', guildId)
          .where('claims.state', '!=', 'open')
          .where((eb) => eb.or([eb('told', 'is', null), eb('told', '!=', answerOnRecord)]))
          .where('claim_requests.sealed_reply_token', 'is', null)
          .limit(RECOVERED_AT_ONCE)
          .execute();
        return rows.map((row) => ({ request: toRequest(row), verdict: readAnswer(row) }));
      }),

    wipeExpiredReplies: () =>
      store.write(async (db) => {
        await db
          .updateTable('claim_requests')
          .set({ sealed_reply_token: null })
          .where('sealed_reply_token', 'is not', null)
          .where('created_at', '<=', replyDeadline)
          .execute();
      }),
  };

  return { requests, inTransaction };
}
