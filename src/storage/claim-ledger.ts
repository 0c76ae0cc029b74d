import { randomUUID } from 'node:crypto';

import { sql, type Selectable } from 'kysely';

import type { Secret } from '../secret.ts';
import type { AttemptOutcome } from '../upstream/votes.ts';
import { createReference, foldName, readVerdict, toAttempt, toClaim, writeVerdict } from './claim-rows.ts';
import type { ClaimRequestsTable, ClaimsTable } from './schema.ts';
import { UnsealError, type Sealer } from './sealer.ts';
import { TransactionError, type Queries, type Store } from './store.ts';

const REPLY_TOKEN = 'reply-token';

/**
 * What became of a claim. `granted`: a reward is due now. `likely-granted`: it was claimed, and our own lost answer may have done it.
 * `pending`: not known yet. `unavailable`: nothing reached the host. `refused`: it said no, for the reason its status gives.
 */
export type Verdict =
  | { kind: 'granted' | 'none' | 'likely-granted' | 'pending' | 'unavailable' }
  | { kind: 'already'; recordedAt: number | undefined }
  | { kind: 'refused'; reason: 'token' | 'name' | 'other' }
  | { kind: 'refused'; reason: 'busy'; retryAt: number | undefined };

/** Where the reply to a request can be edited. The token lives 15 minutes (Discord's documentation, "Followup Messages"). */
export type ReplyAddress = { applicationId: string; token: Secret };

/** One person's `/claimvote`. Times in ms since the epoch. */
export type ClaimRequest = {
  id: string;
  claimId: string;
  interactionId: string;
  guildId: string;
  /** undefined once the person had their data deleted */
  userId: string | undefined;
  locale: string;
  playername: string;
  /** of the claim; short, for people */
  reference: string;
  /** undefined once it is of no more use */
  reply: ReplyAddress | undefined;
  createdAt: number;
  /** the last verdict the person was shown */
  told: Verdict['kind'] | undefined;
};

export type NewClaimRequest = {
  interactionId: string;
  guildId: string;
  userId: string;
  locale: string;
  playername: string;
  credentialId: string;
  reply: ReplyAddress;
};

/** What POSTs belong to: one player name claimed with one credential of one main service. */
export type Claim = {
  id: string;
  reference: string;
  guildId: string;
  credentialId: string;
  playername: string;
  openedAt: number;
  /** Counts the processes that held the claim; whoever writes with an older one has lost it. */
  epoch: number;
};

/** One POST. `outcome` is undefined from before it is sent until its end is recorded. */
export type Attempt = { id: string; claimId: string | null; startedAt: number; outcome: AttemptOutcome | undefined };

/** How a request stands: its claim's verdict, undefined while that is open. */
export type Standing = { request: ClaimRequest; verdict: Verdict | undefined };

/** Another process holds the claim, or it is closed. */
export class ClaimLostError extends TransactionError {
  override readonly name = 'ClaimLostError';
}

/** The record of every claim: what was asked, what was sent and what came of it. Each function is one transaction. */
export type ClaimLedger = {
  /**
   * Writes a request; it joins the open claim of its key, or opens one. `held`: the caller is to settle it, because it opened the claim or
   * because nobody was on it any more. Undefined when the interaction is on record already.
   */
  admit(request: NewClaimRequest): Promise<{ request: ClaimRequest; claim: Claim; held: boolean } | undefined>;
  /** Before each POST; renews the lease. @throws {@link ClaimLostError} */
  startAttempt(claim: Claim): Promise<Attempt>;
  /** After each POST, however late: a 1 for a claim that is closed already makes it granted. @returns whether it did */
  endAttempt(attempt: Attempt, outcome: AttemptOutcome): Promise<boolean>;
  /**
   * The attempts of this claim, and those that bear on it: of its credential or its guild, with a name equal when case-folded.
   * Both by start, oldest first.
   */
  attempts(claim: Claim): Promise<{ own: Attempt[]; related: Attempt[]; now: number }>;
  /**
   * Closes the claim: nobody can join it any more. A grant that came on record meanwhile is the verdict, whatever was folded before. A grant
   * becomes an announcement, where the guild wants one.
   *
   * @param parked - the verdict is not final, and moderators are to look at it
   * @returns everyone who asked
   * @throws {@link ClaimLostError}
   */
  close(claim: Claim, verdict: Verdict, options?: { parked?: boolean }): Promise<ClaimRequest[]>;
  /** Leaves the claim open for whoever asks next, or for recovery after `retryInMs`. @throws {@link ClaimLostError} */
  release(claim: Claim, retryInMs: number): Promise<void>;
  /** Takes open claims that nobody is on, and that are due, for the caller to settle. */
  takeOver(): Promise<Claim[]>;
  requestsOf(claimId: string): Promise<ClaimRequest[]>;
  findRequest(requestId: string): Promise<ClaimRequest | undefined>;
  standing(requestId: string): Promise<Standing | undefined>;
  /** A verdict was shown. Once it is final, the reply's token is wiped. */
  markTold(requestId: string, verdict: Verdict['kind']): Promise<void>;
  /** The reply cannot be edited any more. */
  forgetReply(requestId: string): Promise<void>;
  /** Requests of closed claims whose verdict was not shown, and whose reply can still be edited. */
  untold(): Promise<Standing[]>;
  /** Requests of a person whose claims were settled after their replies could be edited no more. */
  owedTo(person: { guildId: string; userId: string }): Promise<Standing[]>;
  /** Wipes the tokens of replies that can be edited no more. */
  wipeExpiredReplies(): Promise<void>;
};

export type LedgerTimings = {
  /** how long a process may be silent before its claim is taken over */
  leaseMs: number;
  /** how long a reply can be edited, a little less than its token lives */
  replyEditableMs: number;
};

export const LEDGER_TIMINGS = {
  leaseMs: 30_000,
  replyEditableMs: 870_000,
} as const satisfies LedgerTimings;

/** How long an attempt that was no grant bears on later claims: the doubt rule looks back a day. */
const RELATED_FOR_MS = 86_400_000;

/** How many rows a round of recovery takes at once. */
const BATCH = 100;

type RequestRow = Selectable<ClaimRequestsTable> & Pick<ClaimsTable, 'playername' | 'reference'>;

export function createClaimLedger(options: { store: Store; sealer: Sealer; timings: LedgerTimings }): ClaimLedger {
  const { store, sealer, timings } = options;
  const { now } = store;
  const later = (ms: number) => sql<number>`${now} + ${sql.lit(Math.round(ms))}`;
  const replyDeadline = sql<number>`${now} - ${sql.lit(timings.replyEditableMs)}`;

  /** A token that cannot be unsealed, while keys are being replaced say, must not stand in the way of the claim. */
  function openReply(applicationId: string, sealed: string, guildId: string): ReplyAddress | undefined {
    try {
      return { applicationId, token: sealer.open(sealed, { guildId, field: REPLY_TOKEN }) };
    } catch (error) {
      if (error instanceof UnsealError) return undefined;
      throw error;
    }
  }

  function toRequest(row: RequestRow): ClaimRequest {
    return {
      id: row.id,
      claimId: row.claim_id,
      interactionId: row.interaction_id,
      guildId: row.guild_id,
      userId: row.user_id ?? undefined,
      locale: row.locale,
      playername: row.playername,
      reference: row.reference,
      reply:
        row.sealed_reply_token === null
          ? undefined
          : openReply(row.application_id, row.sealed_reply_token, row.guild_id),
      createdAt: row.created_at,
      told: (row.told ?? undefined) as ClaimRequest['told'],
    };
  }

  function requestRows(db: Queries) {
    return db
      .selectFrom('claim_requests')
      .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
      .selectAll('claim_requests')
      .select(['claims.playername', 'claims.reference']);
  }

  function standingRows(db: Queries) {
    return requestRows(db).select(['claims.state', 'claims.verdict', 'claims.verdict_detail']);
  }

  function toStanding(row: RequestRow & Pick<ClaimsTable, 'state' | 'verdict' | 'verdict_detail'>): Standing {
    return { request: toRequest(row), verdict: row.state === 'open' ? undefined : readVerdict(row) };
  }

  async function requestsOf(db: Queries, claimId: string): Promise<ClaimRequest[]> {
    const rows = await requestRows(db).where('claim_id', '=', claimId).orderBy('created_at').execute();
    return rows.map(toRequest);
  }

  /** Until the transaction ends, no other one closes the claim or records an answer to it. */
  async function lock(db: Queries, claimId: string | null): Promise<void> {
    await db
      .updateTable('claims')
      .set((claims) => ({ epoch: claims.ref('epoch') }))
      .where('id', '=', claimId)
      .execute();
  }

  /** Updates the claim if it is still the caller's. */
  async function updateHeld(db: Queries, claim: Claim, values: object): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('claims')
      .set(values)
      .where('id', '=', claim.id)
      .where('epoch', '=', claim.epoch)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ClaimLostError(`claim ${claim.id} is no longer ours`);
  }

  /** The open claim of a key, opened or taken over when nobody is on it. */
  async function openClaim(
    db: Queries,
    request: NewClaimRequest,
  ): Promise<{ row: Selectable<ClaimsTable>; held: boolean }> {
    const { guildId: guild_id, credentialId: credential_id, playername } = request;
    const inserted = await db
      .insertInto('claims')
      .values({
        id: randomUUID(),
        reference: createReference(),
        guild_id,
        credential_id,
        playername,
        state: 'open',
        opened_at: now,
        epoch: 1,
        lease_until: later(timings.leaseMs),
        retry_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) return { row: inserted, held: true };
    const open = db
      .updateTable('claims')
      .where('credential_id', '=', credential_id)
      .where('playername', '=', playername)
      .where('state', '=', 'open')
      .returningAll();
    const takenOver = await open
      .set((claims) => ({ epoch: claims('epoch', '+', 1), lease_until: later(timings.leaseMs) }))
      .where('lease_until', '<=', now)
      .executeTakeFirst();
    if (takenOver) return { row: takenOver, held: true };
    // Writing the row as it is locks it against being closed before the request has joined it.
    const joined = await open.set((claims) => ({ epoch: claims.ref('epoch') })).executeTakeFirst();
    return joined ? { row: joined, held: false } : openClaim(db, request);
  }

  async function announce(
    db: Queries,
    { id, guildId, reference }: { id: string; guildId: string; reference: string },
  ): Promise<void> {
    await db
      .insertInto('announcements')
      .columns(['claim_id', 'guild_id', 'nonce', 'created_at'])
      .expression((from) =>
        from
          .selectFrom('guilds')
          .where('guilds.id', '=', guildId)
          .where('announcements_on', '=', 1)
          .select([
            sql.lit(id).as('claim_id'),
            'guilds.id as guild_id',
            sql.lit(reference).as('nonce'),
            now.as('created_at'),
          ]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    admit: (input) =>
      store.write(async (db) => {
        const known = await db
          .selectFrom('claim_requests')
          .select('id')
          .where('interaction_id', '=', input.interactionId)
          .executeTakeFirst();
        if (known) return undefined;
        const { guildId, reply } = input;
        await db
          .insertInto('guilds')
          .values({ id: guildId, last_seen_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const { row, held } = await openClaim(db, input);
        const request = await db
          .insertInto('claim_requests')
          .values({
            id: randomUUID(),
            claim_id: row.id,
            interaction_id: input.interactionId,
            guild_id: guildId,
            user_id: input.userId,
            locale: input.locale,
            application_id: reply.applicationId,
            sealed_reply_token: sealer.seal(reply.token, { guildId, field: REPLY_TOKEN }),
            created_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { request: toRequest({ ...row, ...request }), claim: toClaim(row), held };
      }),

    startAttempt: (claim) =>
      store.write(async (db) => {
        await updateHeld(db, claim, { lease_until: later(timings.leaseMs) });
        const row = await db
          .insertInto('claim_attempts')
          .values({
            id: randomUUID(),
            claim_id: claim.id,
            guild_id: claim.guildId,
            credential_id: claim.credentialId,
            folded_name: foldName(claim.playername),
            started_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toAttempt(row);
      }),

    endAttempt: (attempt, outcome) =>
      store.write(async (db) => {
        await lock(db, attempt.claimId);
        await db
          .updateTable('claim_attempts')
          .set({
            ended_at: now,
            outcome: outcome.kind,
            claimed: outcome.kind === 'answered' ? outcome.claimed : null,
            status: outcome.kind === 'rejected' ? outcome.status : null,
            retry_at: outcome.kind === 'rejected' ? (outcome.retryAt ?? null) : null,
          })
          .where('id', '=', attempt.id)
          .execute();
        if (outcome.kind !== 'answered' || outcome.claimed !== 1) return false;
        const upgraded = await db
          .updateTable('claims')
          .set({ ...writeVerdict({ kind: 'granted' }), state: 'closed' })
          .where('id', '=', attempt.claimId)
          .where('state', '!=', 'open')
          .where('verdict', '!=', 'granted')
          .returningAll()
          .executeTakeFirst();
        if (upgraded) await announce(db, toClaim(upgraded));
        return upgraded !== undefined;
      }),

    attempts: (claim) =>
      store.read(async (db) => {
        const rows = await db
          .selectFrom('claim_attempts')
          .selectAll()
          .select(now.as('now'))
          .where('folded_name', '=', foldName(claim.playername))
          .where((either) =>
            either.or([
              either('claim_id', '=', claim.id),
              either('claimed', '=', 1),
              either('started_at', '>', sql<number>`${now} - ${sql.lit(RELATED_FOR_MS)}`),
            ]),
          )
          .where((either) =>
            either.or([
              either('credential_id', '=', claim.credentialId),
              either('guild_id', '=', claim.guildId),
              either('claim_id', '=', claim.id),
            ]),
          )
          .orderBy('started_at')
          .execute();
        // Of attempts that started in the same millisecond, a grant counts as the first: it must not end a doubt that is as old as itself.
        const related = rows
          .toSorted(
            (one, other) =>
              one.started_at - other.started_at || Number(other.claimed === 1) - Number(one.claimed === 1),
          )
          .map(toAttempt);
        return { own: related.filter(({ claimId }) => claimId === claim.id), related, now: rows[0]?.now ?? 0 };
      }),

    close: (claim, verdict, { parked = false } = {}) =>
      store.write(async (db) => {
        await lock(db, claim.id);
        const grant = await db
          .selectFrom('claim_attempts')
          .select('id')
          .where('claim_id', '=', claim.id)
          .where('claimed', '=', 1)
          .executeTakeFirst();
        const final: Verdict = grant ? { kind: 'granted' } : verdict;
        const state = parked && !grant ? 'parked' : 'closed';
        await updateHeld(db, claim, { state, closed_at: now, ...writeVerdict(final) });
        if (final.kind === 'granted') await announce(db, claim);
        return requestsOf(db, claim.id);
      }),

    release: (claim, retryInMs) =>
      store.write((db) => updateHeld(db, claim, { lease_until: now, retry_at: later(retryInMs) })),

    takeOver: () =>
      store.write(async (db) => {
        const due = db
          .selectFrom('claims')
          .select('id')
          .where('state', '=', 'open')
          .where('lease_until', '<=', now)
          .where('retry_at', '<=', now)
          .orderBy('lease_until')
          .limit(BATCH);
        const rows = await db
          .updateTable('claims')
          .set((claims) => ({ epoch: claims('epoch', '+', 1), lease_until: later(timings.leaseMs) }))
          .where('id', 'in', due)
          .where('state', '=', 'open')
          .where('lease_until', '<=', now)
          .returningAll()
          .execute();
        return rows.map(toClaim);
      }),

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
        await db
          .updateTable('claim_requests')
          .set({ told: verdict, ...(verdict === 'pending' ? {} : { sealed_reply_token: null }) })
          .where('id', '=', requestId)
          .execute();
      }),

    forgetReply: (requestId) =>
      store.write(async (db) => {
        await db.updateTable('claim_requests').set({ sealed_reply_token: null }).where('id', '=', requestId).execute();
      }),

    untold: () =>
      store.read(async (db) => {
        const rows = await standingRows(db)
          .where('claims.state', '!=', 'open')
          .where('claims.lease_until', '<=', now)
          .where('claim_requests.sealed_reply_token', 'is not', null)
          .where('claim_requests.created_at', '>', replyDeadline)
          .where((either) =>
            either.or([either('told', 'is', null), either('told', '!=', either.ref('claims.verdict'))]),
          )
          .limit(BATCH)
          .execute();
        return rows.map(toStanding);
      }),

    owedTo: ({ guildId, userId }) =>
      store.read(async (db) => {
        const rows = await standingRows(db)
          .where('claim_requests.user_id', '=', userId)
          .where('claim_requests.guild_id', '=', guildId)
          .where('claims.state', '!=', 'open')
          .where((either) =>
            either.or([
              either('told', '!=', either.ref('claims.verdict')),
              either.and([either('told', 'is', null), either('claims.verdict', '!=', 'unavailable')]),
            ]),
          )
          .where('claim_requests.sealed_reply_token', 'is', null)
          .limit(BATCH)
          .execute();
        return rows.map(toStanding);
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
}
