import type { PlanWatch } from '../services/plan-watch.ts';
import type { Leases } from '../storage/leases.ts';

const LEASE = 'watch-plans';

/**
 * One look at whether it is time to ask for plans. Every process looks, and one at a time asks.
 *
 * @param holder - this process
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
