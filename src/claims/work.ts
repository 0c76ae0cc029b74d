import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ClaimLedger } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';

/** What everything that works on claims is given. */
export type ClaimWork = {
  ledger: ClaimLedger;
  clock: Clock;
  timings: ClaimTimings;
  /** aborts when this process stops: what failed, and would be tried again, is tried once more then and given up */
  stopping: AbortSignal;
  log: Log;
};
