import { randomUUID } from 'node:crypto';

import { sql, type Selectable } from 'kysely';

import type { ClaimsTable } from '../../database/schema.ts';
import { lockRow, type Queries, type Store, TransactionError } from '../../database/store.ts';
import { addGuild } from '../../guilds/store/guilds.ts';
import { createReference } from '../../reference.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import {
  type Attempt,
  type Claim,
  type ClaimRequest,
  DOUBT_LASTS_MS,
  type Evidence,
  grantProven,
  type NewClaimRequest,
  RECOVERED_AT_ONCE,
  type Verdict,
} from '../claim.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { escalate } from './escalations.ts';
import { type ClaimRequests, createClaimRequests } from './requests.ts';
import { foldName, toAttempt, toClaim, writeVerdict } from './rows.ts';

/** The caller no longer holds the claim: another process has taken it over, or it is closed. */
export class ClaimLostError extends TransactionError {
  override readonly name = 'ClaimLostError';
}

/** The record of every claim: what was asked, what was sent, and what came of it. Each function is one transaction. */
export type ClaimLedger = ClaimRequests & {
  /**
   * Records a request, which joins the open claim of its key or opens one. `held`: the caller has to settle the claim, because it was
   * opened just now or its lease had expired. If the request replaces an earlier one, their shared reply is no longer edited on behalf of
   * the earlier one. An interaction that is already on record, since Discord may deliver it to two processes, is not recorded again.
   */
  admit(request: NewClaimRequest): Promise<{ request: ClaimRequest; claim: Claim; held: boolean }>;
  /**
   * Records that Discord acknowledged a request whose claim another process holds, for that process may have no acknowledged request of its
   * own. `taken`: the claim, if that process had given it up, so that the caller has to settle it. `isOpen`: whether there is no verdict yet.
   */
  acknowledge(request: ClaimRequest): Promise<{ taken: Claim | undefined; isOpen: boolean }>;
  /**
   * Gives up a claim for which nobody in this process was acknowledged, unless a request is on record that was acknowledged elsewhere, or
   * that came after the `known` ones. @returns whether it was given up. @throws {@link ClaimLostError}
   */
  abandon(claim: Claim, known: number): Promise<boolean>;
  /** To be called before each POST: records an attempt and renews the lease. @throws {@link ClaimLostError} */
  startAttempt(claim: Claim): Promise<Attempt>;
  /** To be called after each POST, however late: a 1 turns even a closed claim into a granted one. @returns whether it did */
  endAttempt(attempt: Attempt, outcome: AttemptOutcome): Promise<boolean>;
  /**
   * What bears on a claim. An attempt may have claimed its vote if its outcome is not known, its name is equal when folded, its credential
   * is the claim's or was ever used by a guild that asked for the claim (by any guild, once one of them has used the operator's), and it
   * started in the last {@link DOUBT_LASTS_MS} or its claim still waits for an answer or a moderator.
   */
  evidence(claim: Pick<Claim, 'id' | 'credentialId' | 'playername'>): Promise<Evidence>;
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
/** Stands for a guild where a credential is the operator's. No guild has this id. */
const OPERATOR = 'operator';

export function createClaimLedger(options: { store: Store; sealer: Sealer; timings: LedgerTimings }): ClaimLedger {
  const { store, sealer, timings } = options;
  const { now } = store;
  const { requests, inTransaction } = createClaimRequests({ store, sealer, replyEditableMs: timings.replyEditableMs });

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
      .set((eb) => ({ epoch: eb('epoch', '+', 1), lease_until: store.after(timings.leaseMs) }))
      .where('lease_until', '<=', now)
      .executeTakeFirst();
    if (takenOver) return { row: takenOver, held: true };
    // Changes nothing, but locks the row, so that the claim cannot be closed before the request has joined it.
    const joined = await open.set((eb) => ({ epoch: eb.ref('epoch') })).executeTakeFirst();
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

  async function noteCredential(db: Queries, { guildId, credentialId, isOperators }: NewClaimRequest): Promise<void> {
    await db
      .insertInto('credentials_used')
      .values(
        [guildId, ...(isOperators ? [OPERATOR] : [])].map((guild_id) => ({ guild_id, credential_id: credentialId })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Attempts for the same name, whatever its spelling, that may belong to the same game server. */
  function attemptsForName(db: Queries, claim: Pick<Claim, 'id' | 'credentialId' | 'playername'>) {
    const guilds = db.selectFrom('claim_requests').select('guild_id').where('claim_id', '=', claim.id);
    const used = db.selectFrom('credentials_used').select('credential_id').where('guild_id', 'in', guilds);
    const operators = db.selectFrom('credentials_used').select('credential_id').where('guild_id', '=', OPERATOR);
    return db
      .selectFrom('claim_attempts')
      .select('claim_attempts.id')
      .where('claim_attempts.folded_name', '=', foldName(claim.playername))
      .where((eb) =>
        eb.or([
          eb('claim_attempts.credential_id', '=', claim.credentialId),
          eb('claim_attempts.credential_id', 'in', used),
          eb.and([
            eb.exists(operators.where('credential_id', 'in', used)),
            eb('claim_attempts.credential_id', 'in', operators),
          ]),
        ]),
      );
  }

  /** The verdict of a claim that one of its own attempts proves granted. */
  async function grantOf(db: Queries, claimId: string): Promise<Verdict | undefined> {
    const attempts = await db.selectFrom('claim_attempts').selectAll().where('claim_id', '=', claimId).execute();
    return grantProven(attempts.map(toAttempt));
  }

  return {
    ...requests,

    admit: (input) =>
      store.write(async (db) => {
        const known = await inTransaction.find(db, input.interactionId);
        if (known) return { request: known, claim: toClaim(await findClaim(db, known.claimId)), held: false };
        await addGuild(db, store, input.guildId);
        await noteCredential(db, input);
        const { row, held } = await openClaim(db, input);
        return { request: await inTransaction.add(db, input, row), claim: toClaim(row), held };
      }),

    acknowledge: ({ id, claimId }) =>
      store.write(async (db) => {
        await lockRow(db, 'claims', claimId);
        await db.updateTable('claim_requests').set({ acknowledged: 1 }).where('id', '=', id).execute();
        const taken = await db
          .updateTable('claims')
          .set((eb) => ({ epoch: eb('epoch', '+', 1), lease_until: store.after(timings.leaseMs) }))
          .where('id', '=', claimId)
          .where('state', '=', 'open')
          .where('lease_until', '<=', now)
          .returningAll()
          .executeTakeFirst();
        return { taken: taken && toClaim(taken), isOpen: (await findClaim(db, claimId)).state === 'open' };
      }),

    abandon: (claim, known) =>
      store.write(async (db) => {
        await lockRow(db, 'claims', claim.id);
        const requests = await inTransaction.of(db, claim.id);
        if (requests.length > known || requests.some(({ acknowledged }) => acknowledged)) return false;
        await updateHeld(db, claim, { lease_until: now, retry_at: now });
        return true;
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
            playername: claim.playername,
            folded_name: foldName(claim.playername),
            sequence: db
              .selectFrom('claim_attempts')
              .select((eb) => eb(eb.fn.coalesce(eb.fn.max('sequence'), eb.lit(0)), '+', 1).as('next'))
              .where('folded_name', '=', foldName(claim.playername)),
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
        if (attempt.claimId === null) return false;
        const granted = (await grantOf(db, attempt.claimId)) ?? { kind: 'granted' };
        const upgraded = await db
          .updateTable('claims')
          .set({ ...writeVerdict(granted), state: 'closed' })
          .where('id', '=', attempt.claimId)
          .where('state', '!=', 'open')
          .where('verdict', '!=', 'granted')
          .returningAll()
          .executeTakeFirst();
        if (upgraded) {
          await announce(db, toClaim(upgraded));
          await escalate(db, store, toClaim(upgraded), granted);
        }
        return upgraded !== undefined;
      }),

    evidence: (claim) =>
      store.read(async (db) => {
        const forName = attemptsForName(db, claim);
        const lost = forName
          .leftJoin('claims', 'claims.id', 'claim_attempts.claim_id')
          .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')]))
          .where((eb) =>
            eb.or([
              eb('started_at', '>', store.before(DOUBT_LASTS_MS)),
              eb.and([eb('state', '!=', 'closed'), eb('resolved_at', 'is', null)]),
            ]),
          );
        const lastGrant = forName
          .where('claimed', '=', 1)
          .where('playername', '=', claim.playername)
          .orderBy('sequence', 'desc')
          .limit(1);
        const rows = await db
          .selectFrom('claim_attempts')
          .selectAll()
          .select(now.as('now'))
          .where((eb) => eb.or([eb('claim_id', '=', claim.id), eb('id', 'in', lost), eb('id', 'in', lastGrant)]))
          .orderBy('sequence')
          .execute();
        const related = rows.map(toAttempt);
        return { own: related.filter(({ claimId }) => claimId === claim.id), related, now: rows[0]?.now ?? 0 };
      }),

    close: (claim, verdict, { parked = false } = {}) =>
      store.write(async (db) => {
        await lockRow(db, 'claims', claim.id);
        const grant = await grantOf(db, claim.id);
        const final = grant ?? verdict;
        const state = parked && !grant ? 'parked' : 'closed';
        await updateHeld(db, claim, { state, closed_at: now, ...writeVerdict(final) });
        if (final.kind === 'granted') await announce(db, claim);
        await escalate(db, store, claim, final);
        return inTransaction.of(db, claim.id);
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
          .set((eb) => ({ epoch: eb('epoch', '+', 1), lease_until: store.after(timings.leaseMs) }))
          .where('id', 'in', due)
          .where('state', '=', 'open')
          .where('lease_until', '<=', now)
          .returningAll()
          .execute();
        return rows.map(toClaim);
      }),
  };
}

async function findClaim(db: Queries, id: string): Promise<Selectable<ClaimsTable>> {
  return db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
