import { randomUUID } from 'node:crypto';

import type { UpdateQueryBuilder, UpdateResult } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import { lockRow, type Queries, type Store, TransactionError } from '../../database/store.ts';
import { addGuild } from '../../guilds/store/guilds.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import {
  type Attempt,
  type Claim,
  type ClaimRequest,
  type Evidence,
  type NewClaimRequest,
  RECOVERED_AT_ONCE,
} from '../claim.ts';
import { foldName } from '../folded-name.ts';
import type { ProvenVerdict } from '../states.ts';
import type { ClaimTimings } from '../timings.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { announce } from './announcements.ts';
import { escalate } from './escalations.ts';
import { type ClaimKey, readEvidence, readGrant } from './evidence.ts';
import { noteCredential, openClaim, takingOver } from './opening.ts';
import { type ClaimRequests, createClaimRequests } from './requests.ts';
import { type ClaimRow, toAttempt, toClaim } from './rows.ts';
import { isIn, transition } from './states.ts';

type ClaimUpdate = UpdateQueryBuilder<Schema, 'claims', 'claims', UpdateResult>;

/** The caller no longer holds the claim: another process has taken it over, or it is closed. */
export class ClaimLostError extends TransactionError {
  override readonly name = 'ClaimLostError';
}

/** The record of every claim: what was asked, what was sent, and what came of it. Each function is one transaction. */
export type ClaimLedger = ClaimRequests & {
  /**
   * Records a request, which joins the open claim of its key or opens one. `held`: the caller has to settle the claim,
   * because it was opened just now or its lease had expired. If the request replaces an earlier one, their shared reply
   * is no longer edited on behalf of the earlier one. An interaction that is already on record, since Discord may
   * deliver it to two processes, is not recorded again.
   */
  admit(request: NewClaimRequest): Promise<{ request: ClaimRequest; claim: Claim; held: boolean }>;
  /**
   * Records that Discord acknowledged a request whose claim another process holds, for that process may have no
   * acknowledged request of its own. `taken`: the claim, if that process had given it up, so that the caller has to
   * settle it. `isOpen`: whether there is no verdict yet.
   */
  acknowledge(request: ClaimRequest): Promise<{ taken: Claim | undefined; isOpen: boolean }>;
  /**
   * Gives up a claim for which nobody in this process was acknowledged, unless a request is on record that was
   * acknowledged elsewhere, or that came after the `known` ones. @returns whether it was given up. @throws
   * {@link ClaimLostError}
   */
  abandon(claim: Claim, known: number): Promise<boolean>;
  /** To be called before each POST: records an attempt and renews the lease. @throws {@link ClaimLostError} */
  startAttempt(claim: Claim): Promise<Attempt>;
  /**
   * To be called after each POST, however late: a 1 turns even a closed claim into a granted one.
   *
   * @returns whether it did
   */
  endAttempt(attempt: Attempt, outcome: AttemptOutcome): Promise<boolean>;
  /**
   * What bears on a claim. An attempt may have claimed its vote if its outcome is not known, its name is equal when
   * folded, its credential is the claim's or was ever used by a guild that asked for the claim (by any guild, once one
   * of them has used the operator's), and it started in the last `DOUBT_LASTS_MS` or its claim still waits for an
   * answer or a moderator.
   */
  evidence(claim: ClaimKey): Promise<Evidence>;
  /**
   * Closes the claim, so that nobody can join it any more. If a grant has been recorded in the meantime, that is the
   * verdict, whatever was passed in. A grant is queued as an announcement, and what somebody has to look at as
   * escalations, if the guilds want them.
   *
   * @param verdict - `pending` parks the claim: it is not final, and a moderator should look at it
   * @returns everyone who asked
   * @throws {@link ClaimLostError}
   */
  close(claim: Claim, verdict: ProvenVerdict): Promise<ClaimRequest[]>;
  /** Leaves the claim open for the next request, or for recovery after `retryInMs`. @throws {@link ClaimLostError} */
  release(claim: Claim, retryInMs: number): Promise<void>;
  /**
   * Takes over open claims that are due and whose lease has expired: the oldest leases first, at most
   * {@link RECOVERED_AT_ONCE}.
   */
  takeOver(): Promise<Claim[]>;
  /**
   * Records that a moderator has dealt with a claim, which everyone who asked is told from then on.
   *
   * @returns whether it was waiting for one
   */
  resolve(claim: { guildId: string; claimId: string }, by: string, note: string): Promise<boolean>;
};

/** The durations that the ledger keeps to. */
export type LedgerTimings = Pick<ClaimTimings, 'leaseMs' | 'replyEditableMs'>;

export function createClaimLedger(options: { store: Store; sealer: Sealer; timings: LedgerTimings }): ClaimLedger {
  const { store, sealer } = options;
  const { leaseMs, replyEditableMs } = options.timings;
  const { now } = store;
  const { requests, inTransaction } = createClaimRequests({ store, sealer, replyEditableMs });

  return {
    ...requests,

    admit: (input) =>
      store.write(async (db) => {
        const known = await inTransaction.find(db, input.interactionId);
        if (known) return { request: known, claim: toClaim(await findClaim(db, known.claimId)), held: false };
        await addGuild(db, store, input.guildId);
        await noteCredential(db, input);
        const { row, held } = await openClaim(db, store, input, leaseMs);
        return { request: await inTransaction.add(db, input, row), claim: toClaim(row), held };
      }),

    acknowledge: ({ id, claimId }) =>
      store.write(async (db) => {
        await lockRow(db, 'claims', claimId);
        await db.updateTable('claim_requests').set({ acknowledged: 1 }).where('id', '=', id).execute();
        const taken = await takingOver(db, store, leaseMs).where('id', '=', claimId).returningAll().executeTakeFirst();
        return { taken: taken && toClaim(taken), isOpen: (await findClaim(db, claimId)).state === 'open' };
      }),

    abandon: (claim, known) =>
      store.write(async (db) => {
        await lockRow(db, 'claims', claim.id);
        const requests = await inTransaction.of(db, claim.id);
        if (requests.length > known || requests.some(({ acknowledged }) => acknowledged)) return false;
        await whileHeld(claim, openClaims(db).set({ lease_until: now, retry_at: now }));
        return true;
      }),

    startAttempt: (claim) =>
      store.write(async (db) => {
        await whileHeld(claim, openClaims(db).set({ lease_until: store.after(leaseMs) }));
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
        const granted = (await readGrant(db, attempt.claimId)) ?? { kind: 'granted' };
        const upgraded = await transition(db, store, 'granted late', granted)
          .where('id', '=', attempt.claimId)
          .where('verdict', '!=', granted.kind)
          .returningAll()
          .executeTakeFirst();
        if (upgraded) {
          await announce(db, store, toClaim(upgraded));
          await escalate(db, store, toClaim(upgraded), granted);
        }
        return upgraded !== undefined;
      }),

    evidence: (claim) => store.read((db) => readEvidence(db, store, claim)),

    close: (claim, verdict) =>
      store.write(async (db) => {
        await lockRow(db, 'claims', claim.id);
        const proven = (await readGrant(db, claim.id)) ?? verdict;
        const update =
          proven.kind === 'pending' ? transition(db, store, 'parked', proven) : transition(db, store, 'closed', proven);
        await whileHeld(claim, update.set({ closed_at: now }));
        if (proven.kind === 'granted') await announce(db, store, claim);
        await escalate(db, store, claim, proven);
        return inTransaction.of(db, claim.id);
      }),

    release: (claim, retryInMs) =>
      store.write((db) => whileHeld(claim, openClaims(db).set({ lease_until: now, retry_at: store.after(retryInMs) }))),

    takeOver: () =>
      store.write(async (db) => {
        const due = db
          .selectFrom('claims')
          .select('id')
          .where(isIn('open'))
          .where('lease_until', '<=', now)
          .where('retry_at', '<=', now)
          .orderBy('lease_until')
          .limit(RECOVERED_AT_ONCE)
          .modifyEnd(store.skipLocked);
        const rows = await takingOver(db, store, leaseMs).where('id', 'in', due).returningAll().execute();
        return rows.map(toClaim);
      }),

    resolve: ({ guildId, claimId }, by, note) =>
      store.write(async (db) => {
        const { numUpdatedRows } = await transition(db, store, 'resolved')
          .set({ resolved_by: by, resolution_note: note, resolution: 'unstated' })
          // Recovery tells those who wait for claims without a lease.
          .set({ lease_until: store.now })
          .where('id', '=', claimId)
          .where('guild_id', '=', guildId)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
  };
}

/** An update of a claim that is open, and that its holder may make. */
function openClaims(db: Queries) {
  return db.updateTable('claims').where(isIn('open'));
}

/** Makes an update of a claim, if the caller still holds it. @throws {@link ClaimLostError} */
async function whileHeld({ id, epoch }: Claim, update: ClaimUpdate): Promise<void> {
  const { numUpdatedRows } = await update.where('id', '=', id).where('epoch', '=', epoch).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError(`claim ${id} is no longer ours`);
}

async function findClaim(db: Queries, id: string): Promise<ClaimRow> {
  return db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
