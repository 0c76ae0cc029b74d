import type { UpdateQueryBuilder, UpdateResult } from 'kysely';

import { inBatches } from '../../batch.ts';
import type { Schema } from '../../database/schema.ts';
import { lockRows, type Queries, type Store, TransactionError } from '../../database/store.ts';
import { decideRewards } from '../../rewards/store/queue.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import {
  type Attempt,
  type Claim,
  type ClaimRequest,
  type Evidence,
  type NewClaimRequest,
  RECOVERED_AT_ONCE,
} from '../claim.ts';
import type { ProvenVerdict, ReviewOutcome } from '../states.ts';
import type { ClaimTimings } from '../timings.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { admitAll, type Admission } from './admission.ts';
import { followVerdicts, wants } from './after-verdict.ts';
import { type EndedOfClaim, endAttempts, grantLate, settleAll, type Settlement, startAttempts } from './attempts.ts';
import { readEvidence, readGrant } from './evidence.ts';
import { takingOver } from './opening.ts';
import { type ClaimRequests, createClaimRequests, readRequests } from './requests.ts';
import { toClaim } from './rows.ts';
import { isIn, transition } from './states.ts';

/** How many claims share a transaction at most. */
const BATCH = { max: 200 } as const;

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
  admit(request: NewClaimRequest): Promise<Admission>;
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
   * Instead of {@link endAttempt}, when no further attempt is needed: closes the claim as well, if its attempts prove a
   * verdict and the caller still holds it.
   */
  settle(claim: Claim, attempt: Attempt, outcome: AttemptOutcome): Promise<Settlement>;
  /**
   * What bears on a claim. An attempt may have claimed its vote if its outcome is not known, its name is equal when
   * folded, its credential is the claim's or was ever used by a guild that asked for the claim (by any guild, once one
   * of them has used the operator's), and it started in the last `DOUBT_LASTS_MS` or its claim still waits for an
   * answer or a moderator.
   */
  evidence(claim: Pick<Claim, 'id' | 'credentialId' | 'playername'>): Promise<Evidence>;
  /**
   * Closes the claim, so that nobody can join it any more. If a grant has been recorded in the meantime, that is the
   * verdict, whatever was passed in. A grant is queued as an announcement, and what somebody has to look at as
   * escalations, if the guilds want them.
   *
   * @param verdict - `pending` parks the claim: it is not final, and a moderator should look at it
   * @returns the verdict on record, and everyone who asked
   * @throws {@link ClaimLostError}
   */
  close(claim: Claim, verdict: ProvenVerdict): Promise<{ verdict: ProvenVerdict; requests: ClaimRequest[] }>;
  /** Leaves the claim open for the next request, or for recovery after `retryInMs`. @throws {@link ClaimLostError} */
  release(claim: Claim, retryInMs: number): Promise<void>;
  /**
   * Takes over open claims that are due and whose lease has expired: the oldest leases first, at most
   * {@link RECOVERED_AT_ONCE}.
   */
  takeOver(): Promise<Claim[]>;
  /**
   * Records that a moderator has dealt with a claim. If it was parked, everyone who asked is told from then on; whether
   * the vote was claimed can also be said of one that was very likely granted, once. A reward that is held is sent only if
   * it was claimed.
   *
   * @returns whether it was waiting for one
   */
  resolve(
    claim: { guildId: string; claimId: string },
    said: { by: string; note: string; outcome?: ReviewOutcome },
  ): Promise<boolean>;
};

/** The durations that the ledger keeps to. */
export type LedgerTimings = Pick<ClaimTimings, 'leaseMs' | 'replyEditableMs' | 'acknowledgedWithinMs'>;

export function createClaimLedger(options: { store: Store; sealer: Sealer; timings: LedgerTimings }): ClaimLedger {
  const { store, sealer } = options;
  const { leaseMs, replyEditableMs, acknowledgedWithinMs } = options.timings;
  const { now } = store;
  const requestsOf = readRequests({ store, sealer });

  const start = inBatches(
    (claims: readonly Claim[]) => store.write((db) => startAttempts(db, store, claims, leaseMs)),
    BATCH,
  );
  const settle = inBatches(
    (ended: readonly EndedOfClaim[]) => store.write((db) => settleAll(db, store, ended, requestsOf)),
    BATCH,
  );

  return {
    ...createClaimRequests({ store, sealer, replyEditableMs, requestsOf }),

    admit: inBatches(
      (inputs: readonly NewClaimRequest[]) => store.write((db) => admitAll(db, { store, sealer, leaseMs }, inputs)),
      BATCH,
    ),

    acknowledge: ({ id, claimId }) =>
      store.write(async (db) => {
        await lockRows(db, store, 'claims', [claimId]);
        await db.updateTable('claim_requests').set({ acknowledged: 1 }).where('id', '=', id).execute();
        const taken = await takingOver(db, store, leaseMs).where('id', '=', claimId).returningAll().executeTakeFirst();
        const claim = await db.selectFrom('claims').select('state').where('id', '=', claimId).executeTakeFirstOrThrow();
        return { taken: taken && toClaim(taken), isOpen: claim.state === 'open' };
      }),

    abandon: (claim, known) =>
      store.write(async (db) => {
        await lockRows(db, store, 'claims', [claim.id]);
        const requests = await requestsOf(db, [claim.id]);
        if (requests.length > known || requests.some(({ acknowledged }) => acknowledged)) return false;
        // Whoever was acknowledged by then takes it; recovery would say that nothing was sent.
        await leave(db, store, claim, acknowledgedWithinMs);
        return true;
      }),

    async startAttempt(claim) {
      const attempt = await start(claim);
      if (!attempt) throw lost(claim);
      return attempt;
    },

    endAttempt: (attempt, outcome) =>
      store.write(async (db) => {
        await endAttempts(db, store, [{ attempt, outcome }]);
        const isGrant = outcome.kind === 'answered' && outcome.claimed === 1;
        return isGrant && attempt.claimId !== null && grantLate(db, store, attempt.claimId);
      }),

    settle: (claim, attempt, outcome) => settle({ claim, attempt, outcome }),

    async evidence(claim) {
      const [evidence] = await store.read((db) => readEvidence(db, store, [claim]));
      if (!evidence) throw new Error('what bears on a claim was not looked up');
      return evidence;
    },

    close: (claim, verdict) =>
      store.write(async (db) => {
        await lockRows(db, store, 'claims', [claim.id]);
        const proven = (await readGrant(db, claim.id)) ?? verdict;
        const update =
          proven.kind === 'pending' ? transition(db, store, 'parked', proven) : transition(db, store, 'closed', proven);
        const closed = await ofHolder(claim, update.set({ closed_at: now }))
          .returning(wants.as('wants'))
          .executeTakeFirst();
        if (!closed) throw lost(claim);
        await followVerdicts(db, store, [{ ...claim, verdict: proven, wants: closed.wants }]);
        return { verdict: proven, requests: await requestsOf(db, [claim.id]) };
      }),

    release: (claim, retryInMs) => store.write((db) => leave(db, store, claim, retryInMs)),

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

    resolve: ({ guildId, claimId }, { by, note, outcome = 'unstated' }) =>
      store.write(async (db) => {
        const record = (name: 'resolved' | 'decided') =>
          transition(db, store, name)
            .set({ resolved_by: by, resolution_note: note, resolution: outcome })
            .where('id', '=', claimId)
            .where('guild_id', '=', guildId);
        // Recovery tells those who wait for claims without a lease.
        let recorded = await record('resolved').set({ lease_until: now }).executeTakeFirst();
        if (recorded.numUpdatedRows === 0n && outcome !== 'unstated') {
          const undecided = record('decided').where('verdict', '=', 'likely-granted').where('resolved_at', 'is', null);
          recorded = await undecided.executeTakeFirst();
        }
        if (recorded.numUpdatedRows === 0n) return false;
        await decideRewards(db, store, claimId, outcome === 'claimed');
        return true;
      }),
  };
}

/** Leaves a claim to whoever asks next, and to recovery after a pause. @throws {@link ClaimLostError} */
function leave(db: Queries, store: Store, claim: Claim, retryInMs: number): Promise<void> {
  const update = db.updateTable('claims').where(isIn('open'));
  return whileHeld(claim, update.set({ lease_until: store.now, retry_at: store.after(retryInMs) }));
}

type ClaimUpdate = UpdateQueryBuilder<Schema, 'claims', 'claims', UpdateResult>;

/** Makes an update of a claim, if the caller still holds it. @throws {@link ClaimLostError} */
async function whileHeld(claim: Claim, update: ClaimUpdate): Promise<void> {
  const { numUpdatedRows } = await ofHolder(claim, update).executeTakeFirst();
  if (numUpdatedRows === 0n) throw lost(claim);
}

function ofHolder({ id, epoch }: Claim, update: ClaimUpdate) {
  return update.where('id', '=', id).where('epoch', '=', epoch);
}

function lost({ id }: Pick<Claim, 'id'>): ClaimLostError {
  return new ClaimLostError(`claim ${id} is no longer ours`);
}
