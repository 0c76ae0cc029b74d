import { DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

/**
 * How long Discord waits for an acknowledgement, and lets a reply be edited (Discord's documentation, "Interaction
 * Callback").
 */
export const DISCORD_WAITS_MS = 3 * SECOND_MS;
export const DISCORD_TOKEN_LASTS_MS = 15 * MINUTE_MS;

/** How long the name that somebody saved is looked for before Discord is answered. */
export const SAVED_NAME_PATIENCE_MS = 500;

/**
 * How long an attempt with an unknown end keeps its key in doubt: a 2 answered in that time may be our own grant. Every
 * attempt is kept, and taken into account, for at least this long.
 */
export const DOUBT_LASTS_MS = DAY_MS;

const REPLY_EDITABLE_MS = DISCORD_TOKEN_LASTS_MS - 30 * SECOND_MS;

/**
 * Every duration of a claim, about in the order in which they matter to it. What must be over before what is stands in
 * `test/claims/timings.test.ts`.
 */
export const CLAIM_TIMINGS = {
  /** how long one POST may take, from when it is sent; and how long its record may take before, or it is not sent */
  attemptDeadlineMs: 4 * SECOND_MS,
  /**
   * the most that the first pause between attempts, or between tries to show an answer, lasts; the limit doubles with
   * each further one
   */
  backoffBaseMs: 300,
  /** no attempt starts later than this after the interaction */
  lastAttemptStartMs: 8 * SECOND_MS,
  /** how long an acknowledgement waits in calm for the request to be recorded */
  recordedFirstMs: 50,
  /** how long the work on a claim waits at most while many others wait for their acknowledgement; Discord's patience */
  acksFirstForMs: 3 * SECOND_MS,
  /** how long somebody waits, more or less, who asked while too many others did */
  crowdedForMs: 30 * SECOND_MS,
  /** how long after the interaction the person is told that the claim is not confirmed yet */
  tellPendingAfterMs: 9 * SECOND_MS,
  /** how long after it was sent Discord may still apply an edit of a reply that it has not answered */
  lateEditMs: 5 * SECOND_MS,
  /** how long after the interaction it is known whether Discord took the acknowledgement */
  acknowledgedWithinMs: 15 * SECOND_MS,
  /** how long a process may be silent before another one takes its claim, or a post that it holds, over */
  leaseMs: 30 * SECOND_MS,
  /**
   * how often recovery looks for work, and its shortest pause; a claim's pause is otherwise its age, up to
   * `maxRecoveryPauseMs`
   */
  recoveryEveryMs: 10 * SECOND_MS,
  maxRecoveryPauseMs: 2 * MINUTE_MS,
  /**
   * how long a reply can be edited: slightly less than the lifetime of its token. Nobody works on a claim for longer,
   * so that an answer of the host that could not be recorded is tried to be recorded for as long.
   */
  replyEditableMs: REPLY_EDITABLE_MS,
  /** a claim that is still pending this long after it was opened is parked: nobody can be told in their reply any more */
  parkAfterMs: REPLY_EDITABLE_MS,
} as const;

export type ClaimTimings = { readonly [Name in keyof typeof CLAIM_TIMINGS]: number };
