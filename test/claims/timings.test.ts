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

const PENDING = 'telling that it is pending';

/** A round of telling for others may come a round late. */
const tellsForOthersMs = (claim: ClaimTimings) => claim.tellForOthersAfterMs + claim.tellForOthersEveryMs;

function rowsOf(claim: ClaimTimings): Row[] {
  const { attemptDeadlineMs, backoffBaseMs, lastAttemptStartMs, tellPendingAfterMs, tellForOthersAfterMs } = claim;
  const { acknowledgedWithinMs, leaseMs, lateEditMs, recoveryEveryMs, maxRecoveryPauseMs, replyEditableMs } = claim;
  return [
    ['a lost answer and a pause', attemptDeadlineMs + backoffBaseMs, 'the last start', lastAttemptStartMs],
    ['the last start', lastAttemptStartMs, PENDING, tellPendingAfterMs],
    ['a POST', attemptDeadlineMs, 'the lease that it renewed', leaseMs],
    [`${PENDING}, by a late edit`, tellPendingAfterMs + lateEditMs, 'the first lease', leaseMs],
    ['a late edit', lateEditMs, 'a round of recovery', recoveryEveryMs],
    ['a round of recovery', recoveryEveryMs, 'the longest pause of recovery', maxRecoveryPauseMs],
    [PENDING, tellPendingAfterMs, 'the time at which others tell it', tellForOthersAfterMs],
    ['telling for others', tellsForOthersMs(claim), 'the first lease', leaseMs],
    ['the end of waiting for an acknowledgement', acknowledgedWithinMs, 'the first lease', leaseMs],
    ['a late edit', lateEditMs, 'the first look', claim.firstLookMs],
    ['two looks', 3 * claim.firstLookMs, 'the last edit', replyEditableMs],
    ['the longest pause and a POST', maxRecoveryPauseMs + attemptDeadlineMs, 'parking', claim.parkAfterMs],
    ['the time before parking', claim.parkAfterMs - 1, 'the last edit', replyEditableMs],
  ];
}

const { attemptDeadlineMs, lastAttemptStartMs, recoveryEveryMs, lateEditMs, parkAfterMs } = CLAIM_TIMINGS;
const { acknowledgedWithinMs, leaseMs, recordedFirstMs, replyEditableMs, tellPendingAfterMs } = CLAIM_TIMINGS;
const PROBED_MS = 2 * CALL_LASTS_MS;
const LAST_EDIT_MS = replyEditableMs + recoveryEveryMs + CALL_LASTS_MS;
/** More than the event loop is held in a burst of two thousand claims (docs/performance.md). */
const LATE_TURN_MS = 200;
/** The wait for the record, and an acknowledgement that is lost, each a late turn of the event loop. */
const ACKNOWLEDGED_LATE_MS = recordedFirstMs + DISCORD_TRY_MS + 2 * LATE_TURN_MS;

describe.each<[whose: string, rows: Row[]]>([
  ['a claim', rowsOf(CLAIM_TIMINGS)],
  ['a claim in the fault proof', rowsOf(faults.TIMINGS)],
  [
    'what a claim meets',
    [
      ['a look-up', SAVED_NAME_PATIENCE_MS, 'the wait for the record, which began with it', recordedFirstMs],
      ['a lost acknowledgement', ACKNOWLEDGED_LATE_MS, 'the arrival of another', DISCORD_WAITS_MS - LATE_TURN_MS],
      [
        'telling for others',
        tellsForOthersMs(CLAIM_TIMINGS),
        `${PENDING}, and a second`,
        tellPendingAfterMs + SECOND_MS,
      ],
      ['an unclear acknowledgement and its probe', PROBED_MS, 'the last start', lastAttemptStartMs],
      ['an unclear acknowledgement and its probe', PROBED_MS, 'the end of waiting for it', acknowledgedWithinMs],
      ['an edit’s tries', CALL_LASTS_MS, 'the last moment it may arrive', lateEditMs],
      ['the last edit, a round late', LAST_EDIT_MS, 'its token', DISCORD_TOKEN_LASTS_MS],
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
