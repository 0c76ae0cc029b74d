import type { Secret } from '../secret.ts';
import type { AttemptOutcome } from '../upstream/votes.ts';

/**
 * How long an attempt whose end is unknown keeps its key in doubt: a 2 that is answered meanwhile may be our own grant. Every attempt is
 * kept, and looked at, for at least as long.
 */
export const DOUBT_LASTS_MS = 24 * 3_600_000;

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
  /** undefined once it is no longer needed */
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
  /** the person's earlier request whose reply is this one's from now on */
  replaces?: string | undefined;
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

/** How many claims, or requests, a recovering process takes at once: as many as it settles, or tells, at the same time. */
export const RECOVERED_AT_ONCE = 100;
