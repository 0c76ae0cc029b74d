import type {
  Attempt,
  Claim,
  ClaimRequest,
  DecidedStanding,
  NewClaimRequest,
  Standing,
} from '../../../src/claims/claim.ts';
import { isReviewable, type ReviewOutcome, type Verdict } from '../../../src/claims/states.ts';
import type { PastClaim } from '../../../src/claims/store/history.ts';
import type { ClaimTimings } from '../../../src/claims/timings.ts';
import type { Member } from '../../../src/member.ts';
import { type Announced, type CountedPastClaim, isWaiting } from './ledger-calls.ts';

export type ClaimRow = Claim &
  Pick<PastClaim, 'resolution'> & {
    state: 'open' | 'closed' | 'parked';
    verdict: Verdict | undefined;
    leaseUntil: number;
    retryAt: number;
  };
export type RequestRow = Omit<ClaimRequest, 'playername' | 'credentialId' | 'reference'>;
export type AttemptRow = Attempt & { credentialId: string };
type CredentialUse = Pick<NewClaimRequest, 'guildId' | 'credentialId' | 'isOperators'>;

/** Everything on record, in the order in which it was recorded. */
export type Rows = {
  claims: ClaimRow[];
  requests: RequestRow[];
  attempts: AttemptRow[];
  uses: CredentialUse[];
  announced: Announced[];
  /** guilds that want announcements */
  wanting: string[];
  /** requests of which Discord has shown nobody anything */
  unseen: string[];
};

/** What nobody is told later who was not even shown that we were working on it. */
const NOTHING_SENT: readonly Verdict['kind'][] = ['unavailable', 'postponed'];

/** Who asked for claims and what they were told, as plain loops over plain rows. */
export class RequestsModel {
  readonly rows: Rows;
  protected readonly now: () => number;
  protected readonly timings: ClaimTimings;

  /** @param now - the database's clock, ms since the epoch */
  constructor(now: () => number, timings: ClaimTimings, rows?: Rows) {
    this.now = now;
    this.timings = timings;
    this.rows = rows ?? { claims: [], requests: [], attempts: [], uses: [], announced: [], wanting: [], unseen: [] };
  }

  requestsOf(claimId: string): ClaimRequest[] {
    return this.rows.requests
      .filter((row) => row.claimId === claimId)
      .map((row) => this.asRequest(row))
      .toSorted(byAge);
  }

  standing(requestId: string): DecidedStanding | undefined {
    const row = this.rows.requests.find(({ id }) => id === requestId);
    if (!row) return undefined;
    const isDecided = this.now() - row.createdAt > this.timings.acknowledgedWithinMs;
    return { request: this.asRequest(row), verdict: this.answerTo(row), isDecided };
  }

  markTold(requestId: string, verdict: Verdict['kind']): boolean {
    const row = this.rows.requests.find(({ id }) => id === requestId);
    if (!row) return false;
    if (verdict !== this.answerTo(row).kind) {
      if (verdict === 'pending') row.told ??= verdict;
      return false;
    }
    row.told = verdict;
    if (verdict !== 'pending' && verdict !== 'likely-granted') row.reply = undefined;
    return true;
  }

  forgetReply(requestId: string, { wasShown }: { wasShown: boolean }): undefined {
    for (const row of this.rows.requests) {
      if (row.id !== requestId) continue;
      row.reply = undefined;
      const mayHaveExpired = row.createdAt <= this.now() - this.timings.replyEditableMs / 2;
      if (!wasShown && !row.acknowledged && !mayHaveExpired) this.rows.unseen.push(row.id);
    }
  }

  untold(): ClaimRequest[] {
    return this.rows.requests
      .filter((row) => {
        const { state, leaseUntil } = this.claimOf(row.claimId);
        const isLeft = state !== 'open' && leaseUntil <= this.now();
        return isLeft && row.reply && this.#isEditable(row) && row.told !== this.answerTo(row).kind;
      })
      .map((row) => this.asRequest(row))
      .toSorted(byAge);
  }

  leftWaiting(): ClaimRequest[] {
    const { tellForOthersAfterMs, leaseMs } = this.timings;
    return this.rows.requests
      .filter((row) => {
        const ageMs = this.now() - row.createdAt;
        const isLate = ageMs >= tellForOthersAfterMs && ageMs < tellForOthersAfterMs + leaseMs;
        return isLate && row.reply && this.#isEditable(row) && row.told === undefined;
      })
      .map((row) => this.asRequest(row))
      .toSorted(byAge);
  }

  lateAnswersFor({ guildId, userId }: Member): Standing[] {
    return this.rows.requests.flatMap((row) => {
      const verdict = this.answerTo(row);
      const isTheirs = row.guildId === guildId && row.userId === userId;
      const isOver = this.claimOf(row.claimId).state !== 'open';
      const isNews =
        !this.rows.unseen.includes(row.id) ||
        row.acknowledged ||
        row.told !== undefined ||
        !NOTHING_SENT.includes(verdict.kind);
      const isLate = isTheirs && isOver && !row.reply && row.told !== verdict.kind && isNews;
      return isLate ? [{ request: this.asRequest(row), verdict }] : [];
    });
  }

  wipeExpiredReplies(): undefined {
    for (const row of this.rows.requests) if (!this.#isEditable(row)) row.reply = undefined;
  }

  resolve(
    { guildId, claimId }: { guildId: string; claimId: string },
    { by, note, outcome = 'unstated' }: { by: string; note: string; outcome?: ReviewOutcome },
  ): boolean {
    const row = this.rows.claims.find(({ id }) => id === claimId);
    if (row?.guildId !== guildId) return false;
    const isDoubtful = row.state === 'closed' && isReviewable(row.verdict?.kind) && !row.resolution;
    if (!awaitsModerator(row) && !(isDoubtful && (outcome !== 'unstated' || row.verdict?.kind === 'already')))
      return false;
    row.resolution = { outcome, at: this.now(), by, note };
    row.leaseUntil = this.now();
    if (outcome === 'claimed' && row.verdict?.kind !== 'already') this.announce(row);
    return true;
  }

  pastClaims(guildId: string): CountedPastClaim[] {
    return this.rows.claims
      .filter((row) => row.guildId === guildId)
      .map((row) => ({
        id: row.id,
        reference: row.reference,
        guildId,
        credentialId: row.credentialId,
        playername: row.playername,
        openedAt: row.openedAt,
        epoch: row.epoch,
        verdict: row.verdict,
        state: row.state === 'parked' && row.resolution ? ('resolved' as const) : row.state,
        attempts: this.rows.attempts.filter(({ claimId }) => claimId === row.id).length,
        requests: this.requestsOf(row.id)
          .filter((request) => request.guildId === guildId)
          .map(({ userId, createdAt, told }) => ({ userId, askedAt: createdAt, told })),
        resolution: row.resolution,
      }))
      .toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)) || other.openedAt - one.openedAt);
  }

  /** What the person is to be told. */
  protected answerTo({ claimId }: Pick<RequestRow, 'claimId'>): Verdict {
    const { verdict = { kind: 'pending' }, resolution } = this.claimOf(claimId);
    if (!resolution || !isReviewable(verdict.kind)) return verdict;
    const { outcome } = resolution;
    const isBefore = outcome === (verdict.kind === 'already' ? 'claimed' : 'not-claimed') && verdict.kind !== 'pending';
    return { kind: 'reviewed', outcome, ...(isBefore && { claimedBefore: true }) };
  }

  protected announce({ id: claimId, guildId }: ClaimRow): void {
    const isAnnounced = this.rows.announced.some((one) => one.claimId === claimId);
    if (this.rows.wanting.includes(guildId) && !isAnnounced) this.rows.announced.push({ claimId, guildId });
  }

  protected claimOf(claimId: string): ClaimRow {
    const row = this.rows.claims.find(({ id }) => id === claimId);
    if (!row) throw new Error('no such claim');
    return row;
  }

  protected asRequest(row: RequestRow): ClaimRequest {
    const { playername, credentialId, reference } = this.claimOf(row.claimId);
    return { ...row, playername, credentialId, reference };
  }

  #isEditable({ createdAt }: RequestRow): boolean {
    return this.now() - createdAt < this.timings.replyEditableMs;
  }
}

function byAge(one: ClaimRequest, other: ClaimRequest): number {
  return one.createdAt - other.createdAt;
}

/** Whether moderators are, or were, asked about a claim. */
export function isQuestion({ verdict }: ClaimRow): boolean {
  return verdict?.kind === 'pending' || verdict?.kind === 'likely-granted';
}

function awaitsModerator({ state, resolution }: ClaimRow): boolean {
  return state === 'parked' && !resolution;
}
