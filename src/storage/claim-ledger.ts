import type { Secret } from '../secret.ts';
import type { AttemptOutcome } from '../upstream/votes.ts';

/** Where the reply to a request can be edited. The token lives 15 minutes (Discord's documentation, "Followup Messages"). */
export type ReplyAddress = { applicationId: string; token: Secret };

/** One person's `/claimvote`. Times in ms since the epoch. */
export type ClaimRequest = {
  id: string;
  claimId: string;
  interactionId: string;
  guildId: string;
  userId: string;
  locale: string;
  playername: string;
  reply: ReplyAddress;
  createdAt: number;
};

/** What POSTs belong to: one player name claimed with one credential of one main service. */
export type ClaimKey = { credentialId: string; playername: string; guildId: string };

export type Claim = ClaimKey & {
  id: string;
  /** Counts the processes that held the claim; whoever writes with an older one has lost it. */
  epoch: number;
};

/** One POST. `outcome` is undefined from before it is sent until its end is recorded. */
export type Attempt = { id: string; claimId: string; startedAt: number; outcome: AttemptOutcome | undefined };

export type VerdictKind = 'granted' | 'none' | 'already' | 'likely-granted' | 'pending' | 'unavailable' | 'refused';

/** The record of every claim: what was asked, what was sent and what came of it. Each function is one transaction. */
export type ClaimLedger = {
  /** Writes a request; it joins the open claim of its key, or opens one that the caller now holds. */
  admit(
    request: Omit<ClaimRequest, 'id' | 'claimId'> & ClaimKey,
  ): Promise<{ request: ClaimRequest; claim: Claim; opened: boolean }>;
  /** Before each POST. @throws {@link ClaimLostError} when another process holds the claim or it is closed. */
  startAttempt(claim: Claim): Promise<Attempt>;
  /** After each POST, however late. */
  endAttempt(attemptId: string, outcome: AttemptOutcome): Promise<void>;
  /**
   * The attempts of this claim, and those that bear on it: of its credential or its guild, with a name equal when
   * case-folded. Both by start, oldest first.
   */
  attempts(claim: Claim): Promise<{ own: Attempt[]; related: Attempt[] }>;
  /** Closes the claim: nobody can join it any more. @throws {@link ClaimLostError} as `startAttempt` does. */
  close(claim: Claim, verdict: VerdictKind): Promise<void>;
  requestsOf(claimId: string): Promise<ClaimRequest[]>;
  findRequest(requestId: string): Promise<ClaimRequest | undefined>;
};

export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}
