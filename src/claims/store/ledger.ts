import { type ParametersOf, prepared } from '../../database/prepared.ts';
import { lockRows } from '../../database/lock-rows.ts';
import { type Queries, REPEATABLE, type Store, TransactionError } from '../../database/store.ts';
import { ownNames } from '../../guilds/store/name-owners.ts';
import { changePosts } from '../../guilds/store/posts.ts';
import type { Member } from '../../member.ts';
import { decideRewards } from '../../rewards/store/queue.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { inBatches } from '../../work/batch.ts';
import { newId } from '../../work/ids.ts';
import {
  type Attempt,
  type Claim,
  type ClaimRequest,
  type Evidence,
  type NewClaimRequest,
  RECOVERED_AT_ONCE,
} from '../claim.ts';
import { type ProvenVerdict, REVIEWABLE, type ReviewOutcome } from '../states.ts';
import type { ClaimTimings } from '../timings.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { type Admission, admitAll } from './admission.ts';
import { followVerdicts, wants } from './after-verdict.ts';
import { announce } from './announcements.ts';
import {
  type EndedAttempt,
  type EndedOfClaim,
  endAttempts,
  grantLate,
  settleAll,
  type Settlement,
  startAttempts,
  type StartedAttempt,
} from './attempts.ts';
import { queueDirectAnswers } from './direct-answers.ts';
import { askModerators, changePostsBeside } from './escalations.ts';
import { readEvidence, readGrant } from './evidence.ts';
import { type NewRequest, takingOver } from './opening.ts';
import { createClaimRequests, readRequests } from './requests.ts';
import { ACKNOWLEDGED, toClaim } from './rows.ts';
import { isIn, transition } from './states.ts';

/** How many claims share a transaction at most. */
const BATCH = { max: 200 } as const;

/** The caller does not hold the claim: another process has taken it over, or it is closed. */
export class ClaimLostError extends TransactionError {}

export type ClaimLedger = ReturnType<typeof createClaimLedger>;

/** The record of every claim: what was asked, what was sent, and what came of it. Each function is one transaction. */
export function createClaimLedger(options: { store: Store; sealer: Sealer; timings: ClaimTimings }) {
  const { store, sealer } = options;
  const { leaseMs, acknowledgedWithinMs, replyEditableMs } = options.timings;
  const { now } = store;
  const requestsOf = readRequests({ store, sealer });

  const admit = inBatches<NewRequest, Admission>(
    (requests) => store.write((db) => admitAll(db, options, requests), REPEATABLE),
    BATCH,
  );
  const start = inBatches(
    (started: readonly StartedAttempt[]) => store.write((db) => startAttempts(db, store, started, leaseMs), REPEATABLE),
    BATCH,
  );
  const settle = inBatches<EndedOfClaim, Settlement>(
    (ended) => store.write((db) => settleAll(db, store, ended, requestsOf)),
    BATCH,
  );

  return {
    ...createClaimRequests(store, sealer, options.timings, requestsOf),

    /**
     * Records a request, which joins the open claim of its key or opens one. Afterwards the caller holds the claim, if it
     * opened it or its lease had run out. If an earlier request uses the same reply, that request no longer edits it. An
     * interaction that is on record is not recorded again: Discord may deliver it to two processes.
     *
     * @throws {@link LookOverError}
     */
    admit: (input: NewClaimRequest) => admit({ input, opens: newId() }),

    askModerators: (requestId: string, member: Member) =>
      store.write((db) => askModerators(db, store, requestId, member)),

    /**
     * Records that Discord acknowledged a request whose claim another process holds, which may have no acknowledged
     * request of its own. `takenOver`: the claim, if that process had given it up; the caller has to settle it.
     */
    acknowledge: ({ id, claimId }: ClaimRequest): Promise<{ takenOver: Claim | undefined; isOpen: boolean }> =>
      store.write(async (db) => {
        await lockRows(db, store, 'claims', [claimId]);
        await db
          .updateTable('claim_requests')
          .set({ acknowledged: ACKNOWLEDGED.elsewhere })
          .where('id', '=', id)
          .execute();
        const takenOver = await takingOver(db, store, leaseMs)
          .where('id', '=', claimId)
          .returningAll()
          .executeTakeFirst();
        const claim = await db.selectFrom('claims').select('state').where('id', '=', claimId).executeTakeFirstOrThrow();
        return { takenOver: takenOver && toClaim(takenOver), isOpen: claim.state === 'open' };
      }),

    /**
     * Gives up a claim without an acknowledged request in this process, unless a request is on record that was
     * acknowledged elsewhere, or that came after the `seenRequests`.
     *
     * @returns whether it was given up
     * @throws {@link ClaimLostError}
     */
    abandon: (claim: Claim, seenRequests: number): Promise<boolean> =>
      store.write(async (db) => {
        await lockRows(db, store, 'claims', [claim.id]);
        const requests = await requestsOf(db, [claim.id]);
        if (requests.length > seenRequests || requests.some(({ acknowledged }) => acknowledged)) return false;
        // Until then the next request or acknowledgement may take it; recovery would say that nothing was sent, and waits.
        await leave(db, store, claim, acknowledgedWithinMs);
        return true;
      }),

    /**
     * Before each POST: records an attempt and renews the lease, unless it is new.
     *
     * @param id - of the attempt, which may be on record after an {@link UnclearWriteError}
     * @throws {@link ClaimLostError}
     */
    async startAttempt(claim: Claim, id = newId()): Promise<Attempt> {
      const attempt = await start({ claim, id });
      if (!attempt) throw lost(claim);
      return attempt;
    },

    /** After each POST, however late: a 1 makes even a closed claim a granted one. @returns whether it did */
    endAttempt: (attempt: EndedAttempt['attempt'], outcome: AttemptOutcome): Promise<boolean> =>
      store.write(async (db) => {
        await endAttempts(db, store, [{ attempt, outcome }]);
        return attempt.claimId !== null && grantLate(db, store, attempt.claimId);
      }),

    /**
     * Instead of {@link endAttempt}, when no further attempt is needed: also closes the claim, if its attempts prove a
     * verdict and the caller still holds it.
     */
    settle,

    /**
     * What bears on a claim: its own attempts, and those that may have claimed its vote. Of these
     * - the outcome is not known,
     * - the name is equal when folded,
     * - the credential is the claim's, or one that a guild used that asked for the claim; once such a guild has used the
     *   operator's, any that was the operator's,
     * - the start was within the last `DOUBT_LASTS_MS`, or the claim is open or parked.
     */
    async evidence(claim: Pick<Claim, 'id' | 'guildId' | 'credentialId' | 'playername'>): Promise<Evidence> {
      const [evidence] = await store.read((db) => readEvidence(db, store, [claim]));
      if (!evidence) throw new Error('what bears on a claim was not looked up');
      return evidence;
    },

    /**
     * Closes the claim, or parks it with `pending`, which is not final, and records what follows. If a grant has been
     * recorded in the meantime, that is the verdict.
     *
     * @returns the verdict on record, and everyone who asked
     * @throws {@link ClaimLostError}
     */
    close: (claim: Claim, verdict: ProvenVerdict): Promise<{ verdict: ProvenVerdict; requests: ClaimRequest[] }> =>
      store.write(async (db) => {
        await lockRows(db, store, 'claims', [claim.id]);
        const proven = (await readGrant(db, store, claim.id)) ?? verdict;
        const update =
          proven.kind === 'pending' ? transition(db, store, 'parked', proven) : transition(db, store, 'closed', proven);
        const closed = await update
          .set({ closed_at: now })
          .where('id', '=', claim.id)
          .where('epoch', '=', claim.epoch)
          .returning(wants)
          .executeTakeFirst();
        if (!closed) throw lost(claim);
        await followVerdicts(db, store, [{ ...claim, verdict: proven, wants: closed }]);
        return { verdict: proven, requests: await requestsOf(db, [claim.id]) };
      }),

    /** Leaves the claim open for the next request, or for recovery after `retryInMs`. @throws {@link ClaimLostError} */
    release: (claim: Claim, retryInMs: number): Promise<void> =>
      store.write((db) => leave(db, store, claim, retryInMs)),

    /** Takes over open claims that are due and whose lease has ended: the {@link RECOVERED_AT_ONCE} oldest leases. */
    takeOver: (): Promise<Claim[]> =>
      store.write(async (db) => {
        const due = await db
          .selectFrom('claims')
          .select('id')
          .where(isIn('open'))
          .where('lease_until', '<=', now)
          .where('retry_at', '<=', now)
          .orderBy('lease_until')
          .limit(RECOVERED_AT_ONCE)
          .modifyEnd(store.skipLocked)
          .execute();
        if (due.length === 0) return [];
        const ids = due.map(({ id }) => id);
        const rows = await takingOver(db, store, leaseMs).where('id', 'in', ids).returningAll().execute();
        return rows.map(toClaim);
      }),

    /**
     * Has a message for moderators about a claim stay as a moderator has it: what it asked is dealt with outside the bot. The
     * member may ask again.
     */
    leavePost: (guildId: string, { claimId, messageId }: { claimId: string; messageId: string }): Promise<unknown> =>
      store.write((db) =>
        db
          .deleteFrom('posts')
          .where('claim_id', '=', claimId)
          .where('guild_id', '=', guildId)
          .where('message_id', '=', messageId)
          .execute(),
      ),

    /**
     * Records that a moderator has dealt with a claim that was parked or claimed before, or says once of another
     * {@link REVIEWABLE} one whether its vote was claimed. Everyone who asked is told from then on. Only if it was claimed, a
     * reward that waits for a moderator is sent, and the claim announced: not if it was claimed before.
     *
     * @returns whether the claim was still to be decided
     */
    resolve: (
      { guildId, claimId }: { guildId: string; claimId: string },
      { by, note, outcome = 'unstated' }: { by: string; note: string; outcome?: ReviewOutcome },
    ): Promise<boolean> =>
      store.write(async (db) => {
        const record = (name: 'resolved' | 'decided') =>
          transition(db, store, name)
            // Recovery tells the verdicts of claims whose lease has ended.
            .set({ resolved_by: by, resolution_note: note, resolution: outcome, lease_until: now })
            .where('id', '=', claimId)
            .where('guild_id', '=', guildId)
            .returning('verdict');
        let recorded = await record('resolved').executeTakeFirst();
        if (!recorded) {
          const verdicts = outcome === 'unstated' ? (['already'] as const) : REVIEWABLE;
          const undecided = record('decided').where('verdict', 'in', verdicts).where('resolved_at', 'is', null);
          recorded = await undecided.executeTakeFirst();
        }
        if (!recorded) return false;
        if (outcome === 'claimed') {
          await ownNames(db, store, [{ id: claimId }]);
          if (recorded.verdict !== 'already') await announce(db, store, [{ id: claimId, guildId }], new Map());
        }
        await decideRewards(db, store, claimId, outcome === 'claimed');
        await changePosts(db, store, claimId);
        await changePostsBeside(db, store, [claimId]);
        await queueDirectAnswers(db, store, { claim_id: claimId }, replyEditableMs);
        return true;
      }),
  };
}

async function leave(db: Queries, store: Store, claim: Claim, retryInMs: number): Promise<void> {
  const [left] = await leaveOpen(db, store, { id: claim.id, epoch: claim.epoch, retryInMs });
  if (!left) throw lost(claim);
}

const leaveOpen = prepared((db, store, left: ParametersOf<{ id: string; epoch: number; retryInMs: number }>) =>
  db
    .updateTable('claims')
    .set({ lease_until: store.now, retry_at: store.after(left.retryInMs) })
    .where('id', '=', left.id)
    .where('epoch', '=', left.epoch)
    .where(isIn('open'))
    .returning('id'),
);

function lost({ id }: Claim): ClaimLostError {
  return new ClaimLostError(`claim ${id} is no longer ours`);
}
