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
  acksFirstForMs: 500,
  crowdedForMs: 2_000,
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

/** How long a try of a delivery may take. */
export const TRY_LASTS_MS = 700;

const SCHEDULE = 'src/rewards/schedule.ts';

/** Durations that are no argument of the app. */
export const SHORTENED: readonly Patch[] = [
  { file: SCHEDULE, find: 'TRY_LASTS_MS = 15 * SECOND_MS;', replaceWith: `TRY_LASTS_MS = ${TRY_LASTS_MS};` },
  {
    file: SCHEDULE,
    find: `PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]`,
    replaceWith: 'PAUSES_MS = [100, 200, 300, 400, 500, 600, 700, 800, 900]',
  },
  {
    file: SCHEDULE,
    find: 'const LONGEST_HOOK_PAUSE_MS = 5 * MINUTE_MS;',
    replaceWith: 'const LONGEST_HOOK_PAUSE_MS = 300;',
  },
  { file: 'src/jobs.ts', find: 'REWARDS_EVERY_MS = 2_000;', replaceWith: 'REWARDS_EVERY_MS = 300;' },
  {
    file: 'src/http/circuits.ts',
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

/**
 * Room for so few that a crowd of some dozens fills it: for the worlds in which one comes. Claims with the same access
 * token get half of the slots.
 */
export const CROWDED: readonly Patch[] = [
  { file: 'src/claims/slots.ts', find: 'FRESH_SLOTS = 128;', replaceWith: 'FRESH_SLOTS = 8;' },
  { file: 'src/claims/slots.ts', find: 'RECOVERED_SLOTS = 16;', replaceWith: 'RECOVERED_SLOTS = 4;' },
  { file: 'src/claims/crowd.ts', find: 'CLAIMS_UNDER_WAY = 4_000;', replaceWith: 'CLAIMS_UNDER_WAY = 16;' },
];
