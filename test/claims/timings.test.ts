import { describe, expect, test } from 'vitest';

import { CLAIM_TIMINGS, type ClaimTimings, DOUBT_LASTS_MS, SAVED_NAME_PATIENCE_MS } from '../../src/claims/timings.ts';
import { ANSWER_WITHIN_MS, IDLE_IN_TRANSACTION_TIMEOUT_MS } from '../../src/database/postgres.ts';
import { CALL_LASTS_MS, DISCORD_TRY_MS } from '../../src/discord/rest/interaction-rest.ts';
import { DRAIN_MS } from '../../src/process/app.ts';
import { SECOND_MS } from '../../src/work/clock.ts';
import { DISCORD_TOKEN_LASTS_MS, DISCORD_WAITS_MS } from '../../src/work/discord-patience.ts';
import * as faults from '../faults/timings.ts';

/** Whoever is first in a row must be over before what is second begins. */
type Row = [first: string, firstMs: number, second: string, secondMs: number];

const rowsOf = (claim: ClaimTimings): Row[] => [
  [
    'a lost answer and a pause',
    claim.attemptDeadlineMs + claim.backoffBaseMs,
    'the last start',
    claim.lastAttemptStartMs,
  ],
  ['the last start', claim.lastAttemptStartMs, 'telling that it is pending', claim.tellPendingAfterMs],
  ['a POST', claim.attemptDeadlineMs, 'the lease that it renewed', claim.leaseMs],
  [
    'telling that it is pending, by a late edit',
    claim.tellPendingAfterMs + claim.lateEditMs,
    'the first lease',
    claim.leaseMs,
  ],
  ['a late edit', claim.lateEditMs, 'a round of recovery', claim.recoveryEveryMs],
  ['a round of recovery', claim.recoveryEveryMs, 'the longest pause of recovery', claim.maxRecoveryPauseMs],
  [
    'telling that it is pending',
    claim.tellPendingAfterMs,
    'the time at which others tell it',
    claim.tellForOthersAfterMs,
  ],
  [
    'telling for others, a round late',
    claim.tellForOthersAfterMs + claim.tellForOthersEveryMs,
    'the first lease',
    claim.leaseMs,
  ],
  ['the end of waiting for an acknowledgement', claim.acknowledgedWithinMs, 'the first lease', claim.leaseMs],
  ['the longest pause and a POST', claim.maxRecoveryPauseMs + claim.attemptDeadlineMs, 'parking', claim.parkAfterMs],
  ['the time before parking', claim.parkAfterMs - 1, 'the last edit', claim.replyEditableMs],
];

const { attemptDeadlineMs, lastAttemptStartMs, recoveryEveryMs, lateEditMs, parkAfterMs } = CLAIM_TIMINGS;
const { acknowledgedWithinMs, leaseMs, recordedFirstMs, replyEditableMs } = CLAIM_TIMINGS;
const PROBED_MS = 2 * CALL_LASTS_MS;
/** More than the event loop is held in a burst of two thousand claims (docs/performance.md). */
const LATE_TURN_MS = 200;

describe.each<[whose: string, rows: Row[]]>([
  ['a claim', rowsOf(CLAIM_TIMINGS)],
  ['a claim in the fault proof', rowsOf(faults.TIMINGS)],
  [
    'what a claim meets',
    [
      ['a look-up', SAVED_NAME_PATIENCE_MS, 'the wait for the record, which began with it', recordedFirstMs],
      [
        'the wait for the record and a lost acknowledgement, each a late turn of the event loop',
        recordedFirstMs + DISCORD_TRY_MS + 2 * LATE_TURN_MS,
        'the arrival of another in time',
        DISCORD_WAITS_MS - LATE_TURN_MS,
      ],
      [
        'telling for others, a round late',
        CLAIM_TIMINGS.tellForOthersAfterMs + CLAIM_TIMINGS.tellForOthersEveryMs,
        'a second more than the time for telling that it is pending',
        CLAIM_TIMINGS.tellPendingAfterMs + SECOND_MS,
      ],
      ['an unclear acknowledgement and its probe', PROBED_MS, 'the last start', lastAttemptStartMs],
      ['an unclear acknowledgement and its probe', PROBED_MS, 'the end of waiting for it', acknowledgedWithinMs],
      ['an edit’s tries', CALL_LASTS_MS, 'the last moment it may arrive', lateEditMs],
      [
        'the last edit, a round late',
        replyEditableMs + recoveryEveryMs + CALL_LASTS_MS,
        'its token',
        DISCORD_TOKEN_LASTS_MS,
      ],
      ['the last try to show it', parkAfterMs + CALL_LASTS_MS, 'its token', DISCORD_TOKEN_LASTS_MS],
      ['parking', parkAfterMs, 'the end of doubt', DOUBT_LASTS_MS],
      ['a POST and the record of its end', attemptDeadlineMs + ANSWER_WITHIN_MS, 'the end of the drain', DRAIN_MS],
      ['a statement', ANSWER_WITHIN_MS, 'the end of a silent transaction', IDLE_IN_TRANSACTION_TIMEOUT_MS],
      ['the end of a silent transaction', IDLE_IN_TRANSACTION_TIMEOUT_MS, 'the lease', leaseMs],
    ],
  ],
])('of the timings of %s', (_whose, rows) => {
  test.each(rows)('%s (%i ms) ends before %s (%i ms)', (_first, firstMs, _second, secondMs) => {
    expect(firstMs).toBeLessThan(secondMs);
  });
});
