import type { Leases } from '../database/leases.ts';
import type { Store } from '../database/store.ts';
import type { Settings } from '../guilds/settings.ts';
import type { StoredOwnNames } from '../guilds/store/own-names.ts';
import type { HttpClient } from '../http/client.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import type { Clock } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Limiters } from '../work/limits.ts';
import type { Log } from '../work/log.ts';
import type { Capacity } from './capacity.ts';
import { createCrowd } from './crowd.ts';
import { createLooking } from './looking.ts';
import { createOwnNames } from './own-names.ts';
import { createRecovery } from './recovery.ts';
import { type ClaimMessenger, createClaimReplies } from './replies.ts';
import { createClaimReview } from './review.ts';
import { createClaimRunner } from './runner.ts';
import { createClaims } from './service.ts';
import { createSlots } from './slots.ts';
import type { ClaimFilter } from './store/filter.ts';
import { createClaimHistory } from './store/history.ts';
import { createClaimLedger } from './store/ledger.ts';
import { createStoredLooks } from './store/looks.ts';
import { createVoteClient } from './vote-client.ts';
import type { ClaimWork } from './work.ts';

/** Claims: taking them on, sending them, telling people, and what moderators do with them. */
export function createClaimDomain(
  base: { store: Store; sealer: Sealer; leases: Leases; clock: Clock; count: Count; log: Log },
  { capacity, ...shared }: { capacity: Capacity } & Pick<ClaimWork, 'timings' | 'stopping'>,
  needs: {
    host: HttpClient;
    messenger: ClaimMessenger;
    settings: Settings;
    names: StoredOwnNames;
    limiters: Pick<Limiters, 'claim' | 'look'>;
    lists: PagedLists<ClaimFilter>;
  },
) {
  const { store, sealer, leases, clock, count, log } = base;
  const { host, messenger, limiters, lists } = needs;
  const { claimCredential: credentialOf } = needs.settings;
  const ledger = createClaimLedger({ store, sealer, timings: shared.timings });
  const votes = createVoteClient(host, clock, log);
  const work = { ledger, clock, count, log, ...shared };
  const replies = createClaimReplies({ ...work, messenger });
  const fresh = createSlots(capacity.freshSlots, clock);
  const recovered = createSlots(capacity.recoveredSlots, clock);
  const runner = createClaimRunner({ ...work, votes, credentialOf, replies, slots: { fresh, recovered } });
  const crowd = createCrowd(capacity.claimsUnderWay);
  const ownNames = createOwnNames(needs.names, needs.settings);
  const { refusalOf } = ownNames;
  const claims = createClaims({ ...work, runner, replies, credentialOf, refusalOf, limiter: limiters.claim, crowd });
  const looks = createStoredLooks({ store, sealer, timings: shared.timings });
  const { claimsUnderWay: most } = capacity;
  const looking = createLooking({ ...work, looks, claims, replies, limiter: limiters.look, capacity: most });
  return {
    services: {
      claims,
      looking: looking.service,
      claimReview: createClaimReview(ledger, createClaimHistory(store), lists),
      ownNames,
    },
    recovery: createRecovery({ ...work, runner, replies, leases }),
    looking: looking.worker,
    state: {
      claims: crowd.counts,
      slots: () => ({ fresh: fresh.counts(), recovered: recovered.counts() }),
    },
  };
}
