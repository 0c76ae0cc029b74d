import { DAY_MS, MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { DISCORD_TOKEN_LASTS_MS } from '../work/discord-patience.ts';

/** How long a saved name is looked for before Discord is answered. */
export const SAVED_NAME_PATIENCE_MS = 500;

/**
 * How long an attempt with an unknown end keeps its key in doubt: a 2 answered in that time may be our own grant. No
 * attempt is deleted, or left out, earlier.
 */
export const DOUBT_LASTS_MS = DAY_MS;

export const REPLY_EDITABLE_MS = DISCORD_TOKEN_LASTS_MS - 30 * SECOND_MS;

/** Every duration of a claim, roughly in order. `test/claims/timings.test.ts` says which must be over before which. */
export const CLAIM_TIMINGS = {
  /** how long one POST may take, and before it the record of its attempt, or nothing is sent */
  attemptDeadlineMs: 4 * SECOND_MS,
  /** the longest first pause between attempts, or between tries to show an answer; the limit doubles each time */
  backoffBaseMs: 300,
  /** no attempt starts later than this after the interaction */
  lastAttemptStartMs: 8 * SECOND_MS,
  /** how long after the interaction its acknowledgement leaves at the latest, recorded or not, outside a crowd */
  recordedFirstMs: SECOND_MS,
  /** how long the work on a claim waits at most while many people wait for their acknowledgement: Discord's patience */
  acksFirstForMs: 3 * SECOND_MS,
  /** how long, on average, a person who asked in too large a crowd is told to wait */
  crowdedForMs: 30 * SECOND_MS,
  /** how long after the interaction the person is told that the claim is not confirmed yet */
  tellPendingAfterMs: 9 * SECOND_MS,
  /** how long after their request whoever was told nothing is told by any process, and how often that is looked for */
  tellForOthersAfterMs: 9.25 * SECOND_MS,
  tellForOthersEveryMs: 0.5 * SECOND_MS,
  /** how long after it was sent Discord may apply an edit of a reply that it has not answered */
  lateEditMs: 5 * SECOND_MS,
  /** how long after the interaction it is known whether Discord took the acknowledgement */
  acknowledgedWithinMs: 15 * SECOND_MS,
  /** how long a process may be silent before another one takes over a claim or post that it holds */
  leaseMs: 30 * SECOND_MS,
  /** how often recovery looks for work; a claim's pause is its age, at least this and at most `maxRecoveryPauseMs` */
  recoveryEveryMs: 10 * SECOND_MS,
  maxRecoveryPauseMs: 2 * MINUTE_MS,
  /**
   * how long a reply can be edited: slightly less than the lifetime of its token. No work on a claim lasts longer, so
   * an answer of the host that could not be recorded is retried for as long
   */
  replyEditableMs: REPLY_EDITABLE_MS,
  /** the pause before a vote is looked for again; each later one is longer by all that have passed */
  firstLookMs: 30 * SECOND_MS,
  /** how long after it was opened a claim that is still pending is parked: no reply can be edited any more */
  parkAfterMs: REPLY_EDITABLE_MS,
} as const;

export type ClaimTimings = { readonly [Name in keyof typeof CLAIM_TIMINGS]: number };
