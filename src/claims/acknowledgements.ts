import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';
import { succeeds } from '../work/retry.ts';
import type { ClaimRequest } from './claim.ts';

/** More than the claims that can be under way: an acknowledgement is looked for until its reply can be edited no more. */
const REMEMBERED = atMost(10_000);

type Acknowledged = Pick<ClaimRequest, 'interactionId' | 'acknowledged'>;

/** Whether Discord acknowledged requests to this process. */
export function createAcknowledgements() {
  const byInteraction = new LRUCache<string, Promise<void>>(REMEMBERED);
  return {
    register: (interactionId: string, acknowledged: Promise<void>): void => {
      acknowledged.catch(() => undefined);
      byInteraction.set(interactionId, acknowledged);
    },
    /** Whether this process asked Discord. */
    isOurs: ({ interactionId }: Acknowledged): boolean => byInteraction.has(interactionId),
    /** @returns undefined if the request reached only another process */
    async wasHere({ interactionId }: Acknowledged): Promise<boolean | undefined> {
      const here = byInteraction.get(interactionId);
      return here && succeeds(here);
    },
    /** Waits until it is known whether at least one of these requests was acknowledged, to any process. */
    isAny: async (requests: readonly Acknowledged[]): Promise<boolean> => {
      if (requests.some(({ acknowledged }) => acknowledged)) return true;
      const here = requests.flatMap(({ interactionId }) => byInteraction.get(interactionId) ?? []);
      return succeeds(Promise.any(here));
    },
  };
}
