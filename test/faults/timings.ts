import type { ClaimTimings } from '../../src/claims/timings.ts';
import type { Patch } from './patches.ts';

/** Whether claims and Discord are as patient as in production: for kills at a steady pace. */
export const IS_PATIENT = process.env.FAULT_PATIENT === '1';
/** Loaded only where it is wanted: a simulated bot is loaded with changes. */
const production = IS_PATIENT
  ? {
      ...(await import('../../src/claims/timings.ts')),
      ...(await import('../../src/discord/rest/interaction-rest.ts')),
      ...(await import('../../src/work/discord-patience.ts')),
    }
  : undefined;

/**
 * Much shorter than in production, but each in the same place: an answer to Discord is given up before Discord gives up
 * waiting for it, that before a POST is given up, that before the person reads that nothing is confirmed, and so on up
 * to the end of a reply's token.
 */
const SHORT: ClaimTimings = {
  attemptDeadlineMs: 900,
  backoffBaseMs: 60,
  lastAttemptStartMs: 1_300,
  recordedFirstMs: 300,
  acksFirstForMs: 500,
  crowdedForMs: 2_000,
  tellPendingAfterMs: 1_400,
  // A machine that proves has more to do than one that serves.
  tellForOthersAfterMs: 2_000,
  tellForOthersEveryMs: 200,
  lateEditMs: 1_100,
  // The database's clock may be set forward meanwhile, too.
  acknowledgedWithinMs: 2_200,
  leaseMs: 2_600,
  recoveryEveryMs: 1_500,
  maxRecoveryPauseMs: 2_600,
  replyEditableMs: 5_000,
  firstLookMs: 1_200,
  parkAfterMs: 5_000,
};
export const TIMINGS = production?.CLAIM_TIMINGS ?? SHORT;

/** An answer that is sent sooner arrives in time, also on a busy machine. */
export const SURELY_IN_TIME_MS = TIMINGS.attemptDeadlineMs / 2;

/**
 * How far the database's clock may be set back: less than a lease, which a larger step would end while its holder is at
 * work.
 */
export const DATABASE_STEP_MS = TIMINGS.leaseMs / 2;

/** Everybody is answered in time so long after connections to the database have died, or a COMMIT was lost. */
export const HEALED_WITHIN_MS = 10_000;

/** How long one call to Discord may take; an answer is tried twice. */
export const REST_TIMEOUT_MS = production?.DISCORD_TRY_MS ?? 300;
/** Of the loopback Discord. */
export const DISCORD = production
  ? { ackDeadlineMs: production.DISCORD_WAITS_MS, tokenLifetimeMs: production.DISCORD_TOKEN_LASTS_MS }
  : { ackDeadlineMs: 800, tokenLifetimeMs: 5_400 };

/** How long a process is stopped: longer than a lease, and as much longer as 150 seconds are. */
export const STOPPED_MS = { lease: 1.4 * TIMINGS.leaseMs, long: 5 * TIMINGS.leaseMs };
/** How long Discord remembers a nonce where a process is stopped for longer than that. */
export const SHORT_NONCE_MS = TIMINGS.leaseMs / 4;

/** Late enough for an edit to land after both tries of the next one, as Discord was seen to do. */
export const LATE_EDIT_MS = 2.5 * REST_TIMEOUT_MS;
/** Late enough for a POST to take effect after its attempt was given up. */
export const LATE_LANDING_MS = TIMINGS.attemptDeadlineMs + 250;

/** How long a try of a delivery may take. */
export const TRY_LASTS_MS = 700;

/** How long an hour of reminders and voter roles lasts. */
const HOUR_LASTS_MS = 1_000;
const REMINDER_HOURS = 3;
/** How long after a claim its reminder is due. */
export const REMINDED_AFTER_MS = REMINDER_HOURS * HOUR_LASTS_MS;
/** How long one call for a reminder, or for a role, may take. */
export const CALL_LASTS_MS = 700;
/** Longer than a process may hold a reminder or a role without a sign of life. */
export const HELD_FOR_MS = 4 * CALL_LASTS_MS;
/** The hours of a voter role that ends while people play, and of one that ends when a manager turns it off. */
export const ROLE_HOURS = { short: 5, long: 720 };

/** What each guild has set up. The first one has the role that lasts. */
export const GUILD_SETTINGS = [
  { reminderHours: REMINDER_HOURS, roleHours: ROLE_HOURS.long, goal: 3 },
  { reminderHours: REMINDER_HOURS, roleHours: ROLE_HOURS.short, goal: 2 },
] as const;

/** How long a claim gives the role of a guild. */
export function roleLastsMs(roleHours: number): number {
  return roleHours * HOUR_LASTS_MS;
}

const CAPACITY = 'src/claims/capacity.ts';
const SCHEDULE = 'src/rewards/schedule.ts';
const REMINDER = 'src/reminders/reminder.ts';
const ROLE = 'src/rewards/voter-role.ts';
const LATER_HOUR = `import { HOUR_MS } from '../../work/clock.ts';`;
const SHORT_HOUR = `const HOUR_MS = ${HOUR_LASTS_MS};`;

/** Durations that are no argument of the app. */
export const SHORTENED: readonly Patch[] = [
  [SCHEDULE, 'TRY_LASTS_MS = 15 * SECOND_MS;', `TRY_LASTS_MS = ${TRY_LASTS_MS};`],
  // Longer than a step of the database's clock, too.
  [SCHEDULE, 'TRY_LASTS_MS + 5 * SECOND_MS;', '4 * TRY_LASTS_MS;'],
  [
    SCHEDULE,
    `MESSAGE_PAUSES_MS = [
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
    'MESSAGE_PAUSES_MS = [100, 200, 300, 400, 500, 600, 700, 800, 900]',
  ],
  [SCHEDULE, 'HOOK_PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS]', 'HOOK_PAUSES_MS = [100, 200, 300]'],
  ['src/process/domains.ts', 'REWARDS_EVERY_MS = 2_000;', 'REWARDS_EVERY_MS = 300;'],
  // Processes that were killed would have most of the requests that Discord allows, for longer than a world lasts.
  ['src/discord/rest/request-share.ts', 'GONE_AFTER_MS = MINUTE_MS;', 'GONE_AFTER_MS = 4_000;'],
  ['src/process/domains.ts', 'UPKEEP_EVERY_MS = 30 * SECOND_MS;', 'UPKEEP_EVERY_MS = 1_500;'],
  [
    'src/http/circuits.ts',
    'const CIRCUIT = { threshold: 0.5, durationMs: 10_000, minimumPerSecond: 2, halfOpenAfterMs: 5_000 }',
    'const CIRCUIT = { threshold: 0.5, durationMs: 2_000, minimumPerSecond: 10, halfOpenAfterMs: 500 }',
  ],
  [
    'src/discord/incoming/dispatch.ts',
    'const SHOWN_AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];',
    'const SHOWN_AGAIN_AFTER_MS = [250, 500, 1_000, 2_000, 4_000];',
  ],
  ['src/reminders/store/queue.ts', LATER_HOUR, SHORT_HOUR],
  ['src/reminders/store/reminders.ts', LATER_HOUR, SHORT_HOUR],
  ['src/rewards/store/role-grants.ts', LATER_HOUR, SHORT_HOUR],
  [REMINDER, ': claimedAt + hours * HOUR_MS;', `: claimedAt + hours * ${HOUR_LASTS_MS};`],
  [REMINDER, 'MESSAGE_EVERY_MS = 2 * SECOND_MS;', 'MESSAGE_EVERY_MS = 150;'],
  [REMINDER, 'OPENING_LASTS_MS = 15 * SECOND_MS;', `OPENING_LASTS_MS = ${CALL_LASTS_MS};`],
  [REMINDER, 'SENDING_LASTS_MS = 10 * SECOND_MS;', `SENDING_LASTS_MS = ${CALL_LASTS_MS};`],
  [
    REMINDER,
    'OPENING_LASTS_MS + SENDING_LASTS_MS + 20 * SECOND_MS;',
    `OPENING_LASTS_MS + SENDING_LASTS_MS + ${CALL_LASTS_MS};`,
  ],
  ['src/work/discord-patience.ts', 'UNCLEAR_PAUSE_MS = 5 * SECOND_MS;', 'UNCLEAR_PAUSE_MS = 300;'],
  [
    'src/work/retry.ts',
    'PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]',
    'PAUSES_MS = [100, 200, 300, 400, 500, 600, 700, 800]',
  ],
  ['src/reminders/deciding.ts', 'ANSWER_RESTS_MS = 10 * MINUTE_MS;', 'ANSWER_RESTS_MS = 300;'],
  [ROLE, 'ROLE_CALL_LASTS_MS = 15 * SECOND_MS;', `ROLE_CALL_LASTS_MS = ${CALL_LASTS_MS};`],
];

/**
 * Room for so few that a crowd of some dozens fills it: for the worlds in which one comes. Claims with the same access
 * token get half of the slots.
 */
export const CROWDED: readonly Patch[] = [
  [CAPACITY, 'freshSlots: 128,', 'freshSlots: 8,'],
  [CAPACITY, 'recoveredSlots: 16,', 'recoveredSlots: 4,'],
  [CAPACITY, 'claimsUnderWay: 4_000,', 'claimsUnderWay: 16,'],
];
