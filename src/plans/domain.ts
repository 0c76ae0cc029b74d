import type { Config } from '../config.ts';
import type { Leases } from '../database/leases.ts';
import type { Store } from '../database/store.ts';
import type { Entities } from '../guilds/entities.ts';
import type { HttpClient } from '../http/client.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import type { Clock } from '../work/clock.ts';
import { newId } from '../work/ids.ts';
import type { Log } from '../work/log.ts';
import { createTurns } from '../work/turns.ts';
import { createIdentityClient } from './identity-client.ts';
import { createPlanReports, type PlanReport } from './reports.ts';
import { createPlans } from './service.ts';
import type { PlanCache } from './store/cache.ts';
import { createPlanSnapshots } from './store/snapshots.ts';
import { createPlanWatch, type WatchTimings } from './watch.ts';

/** Plans of entities: looked up, listed and watched. */
export function createPlanDomain(
  { store, leases, clock, log }: { store: Store; leases: Leases; clock: Clock; log: Log },
  { identity: { applicationKey }, planCache: { ttlMs } }: Pick<Config, 'identity' | 'planCache'>,
  needs: {
    host: HttpClient;
    cache: PlanCache;
    entities: Entities;
    lists: PagedLists<PlanReport>;
    timings: WatchTimings;
  },
) {
  const { host, cache, entities, lists, timings } = needs;
  const identity = createIdentityClient({ host, applicationKey, log, clock });
  const plans = createPlans({ identity, cache, ttlMs, clock, log });
  return {
    services: {
      plans,
      planReports: createPlanReports({
        entities,
        plans,
        pagedLists: lists,
        // A service that is slow for one guild's must not keep those of others waiting.
        turns: createTurns({ atOnce: Infinity, now: clock.now }),
      }),
    },
    watch: createPlanWatch({
      snapshots: createPlanSnapshots(store),
      listPlans: plans.readMany,
      leases,
      holder: newId(),
      timings,
      now: clock.now,
      log,
    }),
  };
}
