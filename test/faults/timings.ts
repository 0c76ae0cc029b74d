import type { ClaimTimings } from '../../src/services/settlement.ts';
import type { LedgerTimings } from '../../src/storage/claim-ledger.ts';

/** As in production, a hundred-odd times faster; their order is the same. */
export const TIMINGS: ClaimTimings = {
  attemptDeadlineMs: 200,
  lastAttemptStartMs: 400,
  tellPendingAfterMs: 450,
  backoffBaseMs: 30,
  recoveryEveryMs: 150,
  recoveryMostMs: 300,
  parkAfterMs: 2_500,
};

export const LEDGER_TIMINGS: LedgerTimings = { leaseMs: 700, replyEditableMs: 600_000 };

/** A POST that lands this late lands after its attempt was given up. */
export const LATE_LANDING_MS = 260;
