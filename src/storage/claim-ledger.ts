import { randomUUID } from 'node:crypto';

import { sql, type Selectable } from 'kysely';

import { createReference } from '../reference.ts';
import type { AttemptOutcome } from '../upstream/votes.ts';
import {
  DOUBT_LASTS_MS,
  RECOVERED_AT_ONCE,
  type Attempt,
  type Claim,
  type ClaimRequest,
  type NewClaimRequest,
  type Verdict,
} from './claim.ts';
import { createClaimRequests, type ClaimRequests } from './claim-requests.ts';
import { foldName, toAttempt, toClaim, writeVerdict } from './claim-rows.ts';
import { addGuild } from './guilds.ts';
import { escalate } from './escalations.ts';
import type { ClaimsTable } from './schema.ts';
import type { Sealer } from './sealer.ts';
import { lockRow, TransactionError, type Queries, type Store } from './store.ts';

/** The caller no longer holds the claim: another process has taken it over, or it is closed. */
export class ClaimLostError extends TransactionError {
  override readonly name = 'ClaimLostError';
}

/** The record of every claim: what was asked, what was sent, and what came of it. Each function is one transaction. */
export type ClaimLedger = ClaimRequests & {
  /**
   * Records a request, which joins the open claim of its key or opens one. `held`: the caller has to settle the claim, because it was
   * opened just now or its lease had expired. If the request replaces an earlier one, their shared reply is no longer edited on behalf of
   * the earlier one. Undefined when the interaction is already on record.
   */
  admit(request: NewClaimRequest): Promise<{ request: ClaimRequest; claim: Claim; held: boolean } | undefined>;
  /** To be called before each POST: records an attempt and renews the lease. @throws {@link ClaimLostError} */
  startAttempt(claim: Claim): Promise<Attempt>;
  /** To be called after each POST, however late: a 1 turns even a closed claim into a granted one. @returns whether it did */
  endAttempt(attempt: Attempt, outcome: AttemptOutcome): Promise<boolean>;
  /**
   * The attempts of this claim, and all that bear on it: those whose name is equal when case-folded and that belong to its credential, or
   * to a claim that one of its guilds opened or joined, whatever the credential was then. Both oldest first.
   */
  attempts(claim: Claim): Promise<{ own: Attempt[]; related: Attempt[]; now: number }>;
  /**
   * Closes the claim, so that nobody can join it any more. If a grant has been recorded in the meantime, that is the verdict, whatever was
   * passed in. A grant is queued as an announcement, and what somebody has to look at as escalations, if the guilds want them.
   *
   * @param options - `parked`: the verdict is not final, and a moderator should look at the claim
   * @returns everyone who asked
   * @throws {@link ClaimLostError}
   */
  close(claim: Claim, verdict: Verdict, options?: { parked?: boolean }): Promise<ClaimRequest[]>;
  /** Leaves the claim open for the next request, or for recovery after `retryInMs`. @throws {@link ClaimLostError} */
  release(claim: Claim, retryInMs: number): Promise<void>;
  /** Takes over open claims that are due and whose lease has expired: the oldest leases first, at most {@link RECOVERED_AT_ONCE}. */
  takeOver(): Promise<Claim[]>;
};

export type LedgerTimings = {
  /** how long a process may be silent before another one takes its claim over */
  leaseMs: number;
  /** how long a reply can be edited: slightly less than the lifetime of its token */
  replyEditableMs: number;
};

export const LEDGER_TIMINGS = {
  leaseMs: 30_000,
  replyEditableMs: 870_000,
} as const satisfies LedgerTimings;

const REFERENCE_LENGTH = 8;
/** Verdicts that prove the vote claimed, which also settles earlier, parked claims of it. */
const SETTLES_PARKED: readonly Verdict['kind'][] = ['granted', 'likely-granted', 'already'];

export function createClaimLedger(options: { store: Store; sealer: Sealer; timings: LedgerTimings }): ClaimLedger {
  const { store, sealer, timings } = options;
  const { now } = store;
  const { requests, within } = createClaimRequests({ store, sealer, replyEditableMs: timings.replyEditableMs });

  /** Updates the claim if the caller still holds it. */
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

  /** Opens the claim of a key, takes it over if its lease has expired, or joins it. */
  async function openClaim(
    db: Queries,
    request: NewClaimRequest,
  ): Promise<{ row: Selectable<ClaimsTable>; held: boolean }> {
    const { guildId: guild_id, credentialId: credential_id, playername } = request;
    const inserted = await db
      .insertInto('claims')
      .values({
        id: randomUUID(),
        reference: createReference(REFERENCE_LENGTH),
        guild_id,
        credential_id,
        playername,
        folded_name: foldName(playername),
        state: 'open',
        opened_at: now,
        epoch: 1,
        lease_until: store.after(timings.leaseMs),
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
      .set((claims) => ({ epoch: claims('epoch', '+', 1), lease_until: store.after(timings.leaseMs) }))
      .where('lease_until', '<=', now)
      .executeTakeFirst();
    if (takenOver) return { row: takenOver, held: true };
    // Changes nothing, but locks the row, so that the claim cannot be closed before the request has joined it.
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

  /** Takes parked claims of the same vote off the moderators' list. */
  async function settleParked(db: Queries, { credentialId, playername, reference }: Claim): Promise<void> {
    await db
      .updateTable('claims')
      .set({ resolved_at: now, settling_reference: reference })
      .where('credential_id', '=', credentialId)
      .where('playername', '=', playername)
      .where('state', '=', 'parked')
      .where('resolved_at', 'is', null)
      .execute();
  }

  return {
    ...requests,

    admit: (input) =>
      store.write(async (db) => {
        if (await within.isKnown(db, input.interactionId)) return undefined;
        await addGuild(db, store, input.guildId);
        const { row, held } = await openClaim(db, input);
        return { request: await within.add(db, input, row), claim: toClaim(row), held };
      }),

    startAttempt: (claim) =>
      store.write(async (db) => {
        await updateHeld(db, claim, { lease_until: store.after(timings.leaseMs) });
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
        // Keeps other transactions from closing the claim, or recording another answer, until this one ends.
        if (attempt.claimId !== null) await lockRow(db, 'claims', attempt.claimId);
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
        const guilds = db.selectFrom('claim_requests').select('guild_id').where('claim_id', '=', claim.id);
        const rows = await db
          .selectFrom('claim_attempts')
          .selectAll()
          .select(now.as('now'))
          .where('folded_name', '=', foldName(claim.playername))
          .where((either) =>
            either.or([
              either('claim_id', '=', claim.id),
              either('claimed', '=', 1),
              either('started_at', '>', store.before(DOUBT_LASTS_MS)),
            ]),
          )
          .where((either) =>
            either.or([
              either('credential_id', '=', claim.credentialId),
              either('claim_id', '=', claim.id),
              either('guild_id', 'in', guilds),
              either.exists(
                either
                  .selectFrom('claim_requests')
                  .select('claim_requests.id')
                  .whereRef('claim_requests.claim_id', '=', 'claim_attempts.claim_id')
                  .where('claim_requests.guild_id', 'in', guilds),
              ),
            ]),
          )
          .orderBy('started_at')
          .execute();
        // Of attempts that started in the same millisecond, a grant sorts first: it must not end a doubt that is no older than itself.
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
        await lockRow(db, 'claims', claim.id);
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
        await escalate(db, store, claim, final);
        if (SETTLES_PARKED.includes(final.kind)) await settleParked(db, claim);
        return within.of(db, claim.id);
      }),

    release: (claim, retryInMs) =>
      store.write((db) => updateHeld(db, claim, { lease_until: now, retry_at: store.after(retryInMs) })),

    takeOver: () =>
      store.write(async (db) => {
        const due = db
          .selectFrom('claims')
          .select('id')
          .where('state', '=', 'open')
          .where('lease_until', '<=', now)
          .where('retry_at', '<=', now)
          .orderBy('lease_until')
          .limit(RECOVERED_AT_ONCE)
          .modifyEnd(store.skipLocked);
        const rows = await db
          .updateTable('claims')
          .set((claims) => ({ epoch: claims('epoch', '+', 1), lease_until: store.after(timings.leaseMs) }))
          .where('id', 'in', due)
          .where('state', '=', 'open')
          .where('lease_until', '<=', now)
          .returningAll()
          .execute();
        return rows.map(toClaim);
      }),
  };
}
