import type { Clock } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Log } from '../work/log.ts';
import type { ClaimLedger } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';

/** What all work on claims needs. */
export type ClaimWork = {
  ledger: ClaimLedger;
  clock: Clock;
  timings: ClaimTimings;
  /** aborts when this process stops: what failed is then tried once more, and given up */
  stopping: AbortSignal;
  count: Count;
  log: Log;
};
