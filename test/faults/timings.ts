import type { ClaimTimings } from '../../src/services/settlement.ts';
import type { LedgerTimings } from '../../src/storage/claim-ledger.ts';

/** Much shorter than in production, but in the same order. */
export const TIMINGS: ClaimTimings = {
  attemptDeadlineMs: 200,
  lastAttemptStartMs: 400,
  tellPendingAfterMs: 450,
  backoffBaseMs: 30,
  recoveryEveryMs: 150,
  recoveryMostMs: 300,
  lateEditMs: 300,
  parkAfterMs: 2_500,
};

export const LEDGER_TIMINGS: LedgerTimings = { leaseMs: 700, replyEditableMs: 600_000 };

/** Late enough for a POST to take effect after its attempt was given up. */
export const LATE_LANDING_MS = 260;
