import type { Selectable } from 'kysely';

import type { RewardDeliveriesTable } from '../../database/schema.ts';
import type { Queries } from '../../database/store.ts';
import { type PastDelivery, readOutcome } from '../hook.ts';

/** What became of telling hooks of claims, within the caller's snapshot. @returns it by the claim's id, if there is any */
export async function deliveriesOf(db: Queries, claimIds: readonly string[]): Promise<Map<string, PastDelivery[]>> {
  const rows = await db
    .selectFrom('reward_deliveries')
    .selectAll()
    .where('claim_id', 'in', claimIds)
    .orderBy('hook_number')
    .orderBy('id')
    .execute();
  const byClaim = Map.groupBy(rows, ({ claim_id }) => claim_id).entries();
  return new Map(byClaim.map(([claimId, found]) => [claimId, found.map(toPastDelivery)]));
}

function toPastDelivery(row: Selectable<RewardDeliveriesTable>): PastDelivery {
  const { hook_id, hook_number, state, tries, outcome, ended_at } = row;
  return {
    hookNumber: hook_number,
    hasHook: hook_id !== null,
    state,
    tries,
    outcome: outcome === null ? undefined : readOutcome(outcome),
    endedAt: ended_at ?? undefined,
  };
}
