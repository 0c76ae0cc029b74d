import { randomUUID } from 'node:crypto';

import type { Attempt, Claim, ClaimRequest, Evidence, NewClaimRequest } from '../../../src/claims/claim.ts';
import { createReference } from '../../../src/claims/reference.ts';
import type { ProvenVerdict } from '../../../src/claims/states.ts';
import type { Admission } from '../../../src/claims/store/admission.ts';
import type { EndedAttempt, EndedOfClaim, Settlement } from '../../../src/claims/store/attempts.ts';
import { ClaimLostError } from '../../../src/claims/store/ledger.ts';
import { verdictOf } from '../../../src/claims/verdict.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import type { Announced, LedgerCalls } from './ledger-calls.ts';
import { type AttemptRow, type ClaimRow, isQuestion, type RequestRow, RequestsModel } from './ledger-model-requests.ts';

const DOUBT_MS = 24 * 3_600_000;
const REFERENCE_LENGTH = 8;
/** A lease that has run for no more than this share of its time is not renewed. */
const NEW_LEASE_SHARE = 0.1;

type ClaimKey = Pick<Claim, 'id' | 'credentialId' | 'playername'>;

/**
 * What the ledger promises, in plain loops over plain rows: the database's transactions, locks, indexes and encryption
 * left out.
 */
export class LedgerModel extends RequestsModel implements LedgerCalls {
  /** Whether another transaction is on a claim, which takeovers then leave alone. */
  isLocked: (claim: Claim) => boolean = () => false;

  /** A model that goes its own way from here. */
  fork(): LedgerModel {
    const { claims, requests, attempts, uses, announced, wanting, unseen } = this.rows;
    return new LedgerModel(this.now, this.timings, {
      claims: claims.map((row) => ({ ...row })),
      requests: requests.map((row) => ({ ...row })),
      attempts: attempts.map((row) => ({ ...row })),
      uses: [...uses],
      announced: [...announced],
      wanting: [...wanting],
      unseen: [...unseen],
    });
  }

  admit(input: NewClaimRequest): Admission {
    const known = this.rows.requests.find(({ interactionId }) => interactionId === input.interactionId);
    if (known) {
      const claim = asClaim(this.claimOf(known.claimId));
      return { request: this.asRequest(known), claim, held: false, mayBeCovered: input.replaces !== undefined };
    }
    const { guildId, credentialId, isOperators } = input;
    this.rows.uses.push({ guildId, credentialId, isOperators });
    const { row, held } = this.#openClaim(input);
    const request: RequestRow = {
      id: randomUUID(),
      claimId: row.id,
      interactionId: input.interactionId,
      guildId,
      userId: input.userId,
      locale: input.locale,
      reply: input.reply,
      createdAt: this.now(),
      acknowledged: false,
      told: undefined,
      replaced: false,
      hasReward: false,
      isRecheck: false,
    };
    this.rows.requests.push(request);
    const mayBeCovered = this.#replace(input, row.id);
    return { request: this.asRequest(request), claim: asClaim(row), held, mayBeCovered };
  }

  acknowledge({ id, claimId }: ClaimRequest): { takenOver: Claim | undefined; isOpen: boolean } {
    for (const row of this.rows.requests) if (row.id === id) row.acknowledged = true;
    const claim = this.claimOf(claimId);
    const isOpen = claim.state === 'open';
    return { takenOver: isOpen && claim.leaseUntil <= this.now() ? asClaim(this.#takeOver(claim)) : undefined, isOpen };
  }

  abandon(claim: Claim, seenRequests: number): boolean {
    const requests = this.requestsOf(claim.id);
    if (requests.length > seenRequests || requests.some(({ acknowledged }) => acknowledged)) return false;
    this.release(claim, this.timings.acknowledgedWithinMs);
    return true;
  }

  startAttempt(claim: Claim): Attempt {
    const held = this.#held(claim);
    const isNew = held.leaseUntil >= this.now() + this.timings.leaseMs * (1 - NEW_LEASE_SHARE);
    if (!isNew) held.leaseUntil = this.now() + this.timings.leaseMs;
    const { id: claimId, credentialId, playername } = claim;
    const sequence = this.rows.attempts.length + 1;
    const attempt = { id: randomUUID(), claimId, playername, sequence, startedAt: this.now(), outcome: undefined };
    this.rows.attempts.push({ ...attempt, credentialId });
    return attempt;
  }

  endAttempt({ id, claimId }: EndedAttempt['attempt'], outcome: AttemptOutcome): boolean {
    for (const attempt of this.rows.attempts) if (attempt.id === id) attempt.outcome = outcome;
    const claim = this.rows.claims.find((row) => row.id === claimId);
    if (!isGrant(outcome) || !claim || claim.state === 'open' || claim.verdict?.kind === 'granted') return false;
    claim.state = 'closed';
    claim.verdict = this.#grantOf(claim);
    this.announce(claim);
    return true;
  }

  settle({ claim, attempt, outcome }: EndedOfClaim): Settlement {
    const isGrantedLate = this.endAttempt(attempt, outcome);
    const verdict = verdictOf(claim.playername, this.evidence(claim));
    if (verdict.kind === 'pending') return { kind: 'open' };
    if (!this.#holds(claim)) return { kind: 'lost', isGrantedLate };
    return {
      kind: 'closed',
      verdict,
      attempts: this.evidence(claim).own.length,
      requests: this.close(claim, verdict).requests,
    };
  }

  evidence(claim: ClaimKey): Evidence {
    const related = this.#attemptsForName(claim);
    const isEnded = (one: AttemptRow, later: readonly AttemptRow[]) =>
      later.some(({ outcome, playername }) => isGrant(outcome) && playername === one.playername);
    const lost = related.filter(
      (attempt, index) =>
        isLost(attempt) &&
        (this.#isRecent(attempt) || this.#isUnsettled(attempt)) &&
        !isEnded(attempt, related.slice(index + 1)),
    );
    const grants = related.filter(({ outcome, playername }) => isGrant(outcome) && playername === claim.playername);
    const { guildId } = this.claimOf(claim.id);
    const bearing = this.rows.attempts.filter(
      (attempt) =>
        attempt.claimId === claim.id ||
        lost.includes(attempt) ||
        attempt === grants.at(-1) ||
        (isSameName(attempt.playername, claim.playername) && isTwice(attempt) && this.#isQuestion(attempt, guildId)),
    );
    const all = bearing.map((attempt) => ({ ...asAttempt(attempt), question: this.#questionOf(attempt, guildId) }));
    return {
      own: all.filter(({ claimId }) => claimId === claim.id),
      related: all,
      now: this.now(),
    };
  }

  close(claim: Claim, verdict: ProvenVerdict): { verdict: ProvenVerdict; requests: ClaimRequest[] } {
    const row = this.#held(claim);
    const proven = this.#grantOf(claim) ?? verdict;
    row.verdict = proven;
    row.state = proven.kind === 'pending' ? 'parked' : 'closed';
    if (proven.kind === 'granted') this.announce(row);
    return { verdict: proven, requests: this.requestsOf(claim.id) };
  }

  release(claim: Claim, retryInMs: number): undefined {
    const row = this.#held(claim);
    row.leaseUntil = this.now();
    row.retryAt = this.now() + retryInMs;
  }

  takeOver(): Claim[] {
    const due = this.rows.claims.filter(
      (row) => row.state === 'open' && row.leaseUntil <= this.now() && row.retryAt <= this.now() && !this.isLocked(row),
    );
    for (const row of due) this.#takeOver(row);
    return due.map(asClaim);
  }

  wantAnnouncements(guildId: string, wanted: boolean): undefined {
    this.rows.wanting = this.rows.wanting.filter((id) => id !== guildId);
    if (wanted) this.rows.wanting.push(guildId);
  }

  announced(): Announced[] {
    return this.rows.announced;
  }

  #openClaim({ guildId, credentialId, playername }: NewClaimRequest): { row: ClaimRow; held: boolean } {
    const open = this.rows.claims.find(
      (claim) => claim.state === 'open' && claim.credentialId === credentialId && claim.playername === playername,
    );
    if (open && open.leaseUntil > this.now()) return { row: open, held: false };
    if (open) return { row: this.#takeOver(open), held: true };
    const row: ClaimRow = {
      id: randomUUID(),
      reference: createReference(REFERENCE_LENGTH),
      guildId,
      credentialId,
      playername,
      openedAt: this.now(),
      epoch: 1,
      state: 'open',
      verdict: undefined,
      leaseUntil: this.now() + this.timings.leaseMs,
      retryAt: this.now(),
      resolution: undefined,
    };
    this.rows.claims.push(row);
    return { row, held: true };
  }

  #takeOver(row: ClaimRow): ClaimRow {
    row.epoch += 1;
    row.leaseUntil = this.now() + this.timings.leaseMs;
    return row;
  }

  /** @returns whether what the earlier request was to be told does not count as shown */
  #replace({ replaces, guildId, userId }: NewClaimRequest, claimId: string): boolean {
    const earlier = this.rows.requests.find(({ id }) => id === replaces);
    if (earlier?.guildId !== guildId || earlier.userId !== userId || earlier.claimId === claimId) return false;
    earlier.reply = undefined;
    earlier.replaced = true;
    return earlier.told !== this.answerTo(earlier).kind;
  }

  /** Whether moderators are, or were, asked about the claim of an attempt. */
  #isQuestion({ claimId }: AttemptRow, guildId: string): boolean {
    const claim = this.rows.claims.find(({ id }) => id === claimId);
    return claim?.guildId === guildId && isQuestion(claim);
  }

  #questionOf(attempt: AttemptRow, guildId: string): Attempt['question'] {
    if (!this.#isQuestion(attempt, guildId)) return undefined;
    const { resolution } = this.claimOf(attempt.claimId ?? '');
    if (!resolution) return 'open';
    return resolution.outcome === 'unstated' ? undefined : resolution.outcome;
  }

  /** The verdict of a claim with an attempt that was answered 1. */
  #grantOf({ id }: Pick<Claim, 'id'>): ProvenVerdict | undefined {
    const own = this.rows.attempts.filter(({ claimId }) => claimId === id);
    const grants = own.filter(({ outcome }) => isGrant(outcome));
    if (grants.length === 0) return undefined;
    const lost = own.filter(isLost);
    if (grants.length === 1 && lost.length === 0) return { kind: 'granted' };
    const isUnable = ({ outcome }: Attempt) => outcome?.kind === 'unknown' && outcome.status === 503;
    const unlikely = grants.length === 1 && lost.every(isUnable);
    return unlikely ? { kind: 'granted', maybeTwo: true, unlikely } : { kind: 'granted', maybeTwo: true };
  }

  /** Attempts for the same name, however it is spelled, at what may be the same game server. */
  #attemptsForName(claim: ClaimKey): AttemptRow[] {
    const guilds = this.requestsOf(claim.id).map(({ guildId }) => guildId);
    const theirs = this.rows.uses
      .filter(({ guildId }) => guilds.includes(guildId))
      .map(({ credentialId }) => credentialId);
    const operators = this.rows.uses.filter(({ isOperators }) => isOperators).map(({ credentialId }) => credentialId);
    const usesOperators = theirs.some((credentialId) => operators.includes(credentialId));
    const credentials = [claim.credentialId, ...theirs, ...(usesOperators ? operators : [])];
    return this.rows.attempts.filter(
      ({ playername, credentialId }) => isSameName(playername, claim.playername) && credentials.includes(credentialId),
    );
  }

  #isRecent({ startedAt }: AttemptRow): boolean {
    return this.now() - startedAt < DOUBT_MS;
  }

  /** Whether its claim still waits for an answer, or for a moderator. */
  #isUnsettled({ claimId }: AttemptRow): boolean {
    const claim = this.rows.claims.find(({ id }) => id === claimId);
    return claim?.state === 'open' || (claim?.state === 'parked' && !claim.resolution);
  }

  /** @throws {@link ClaimLostError} */
  #holds({ id, epoch }: Claim): boolean {
    const row = this.claimOf(id);
    return row.state === 'open' && row.epoch === epoch;
  }

  #held(claim: Claim): ClaimRow {
    if (!this.#holds(claim)) throw new ClaimLostError('lost');
    return this.claimOf(claim.id);
  }
}

function asClaim({ id, reference, guildId, credentialId, playername, openedAt, epoch }: ClaimRow): Claim {
  return { id, reference, guildId, credentialId, playername, openedAt, epoch };
}

function asAttempt({ id, claimId, playername, sequence, startedAt, outcome }: AttemptRow): Attempt {
  return { id, claimId, playername, sequence, startedAt, outcome };
}

function isLost({ outcome }: Attempt): boolean {
  return outcome === undefined || outcome.kind === 'unknown';
}

function isTwice({ outcome }: Attempt): boolean {
  return outcome?.kind === 'answered' && outcome.claimed === 2;
}

function isGrant(outcome: AttemptOutcome | undefined): boolean {
  return outcome?.kind === 'answered' && outcome.claimed === 1;
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0;
}
