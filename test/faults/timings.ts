import type { ClaimTimings } from '../../src/claims/timings.ts';
import type { Patch } from './patches.ts';

/**
 * Much shorter than in production, but each in the same place: an answer to Discord is given up before Discord gives up
 * waiting for it, that before a POST is given up, that before the person reads that nothing is confirmed, and so on up
 * to the end of a reply's token.
 */
export const TIMINGS: ClaimTimings = {
  attemptDeadlineMs: 900,
  backoffBaseMs: 60,
  lastAttemptStartMs: 1_300,
  tellPendingAfterMs: 1_400,
  lateEditMs: 1_100,
  acknowledgedWithinMs: 2_000,
  leaseMs: 2_600,
  recoveryEveryMs: 1_500,
  maxRecoveryPauseMs: 2_600,
  replyEditableMs: 5_000,
  parkAfterMs: 5_000,
  recordAnswerForMs: 5_000,
};

/** How long one call to Discord may take; an answer is tried twice. */
export const REST_TIMEOUT_MS = 300;
/** Of the loopback Discord. */
export const DISCORD = { ackDeadlineMs: 800, tokenLifetimeMs: 5_400 };

/** Late enough for an edit to land after both tries of the next one, as Discord was seen to do. */
export const LATE_EDIT_MS = 2.5 * REST_TIMEOUT_MS;
/** Late enough for a POST to take effect after its attempt was given up. */
export const LATE_LANDING_MS = TIMINGS.attemptDeadlineMs + 250;

/** Durations that are no argument of the app. */
export const SHORTENED: readonly Patch[] = [
  {
    file: 'src/http/client.ts',
    find: 'const CIRCUIT = { threshold: 0.5, durationMs: 10_000, minimumPerSecond: 2, halfOpenAfterMs: 5_000 }',
    replaceWith: 'const CIRCUIT = { threshold: 0.5, durationMs: 2_000, minimumPerSecond: 10, halfOpenAfterMs: 500 }',
  },
  {
    file: 'src/discord/rest.ts',
    find: 'const ATTEMPT_TIMEOUT_MS = 1_200;',
    replaceWith: `const ATTEMPT_TIMEOUT_MS = ${REST_TIMEOUT_MS};`,
  },
  {
    file: 'src/discord/dispatch.ts',
    find: 'const SHOWN_AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];',
    replaceWith: 'const SHOWN_AGAIN_AFTER_MS = [250, 500, 1_000, 2_000, 4_000];',
  },
];
