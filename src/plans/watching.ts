import type { Leases } from '../database/leases.ts';
import type { PlanWatch } from './watch.ts';

const LEASE = 'watch-plans';

/**
 * Checks whether plans are due to be read. Every process checks, but only the one with the lease reads them.
 *
 * @param options.holder - identifies this process
 */
export function createWatching(options: {
  planWatch: PlanWatch;
  leases: Leases;
  holder: string;
  leaseMs: number;
}): () => Promise<void> {
  const { planWatch, leases, holder, leaseMs } = options;
  return async () => {
    if ((await planWatch.isDue()) && (await leases.hold(LEASE, holder, leaseMs))) await planWatch.askIfDue();
  };
}
