import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { RowOf } from '../../database/schema.ts';
import type { Queries } from '../../database/store.ts';
import {
  FAILING_AFTER,
  type HookKind,
  type PastDelivery,
  readOutcome,
  rewardState,
  type RewardState,
} from '../hook.ts';

/**
 * What claims ask of table `reward_deliveries`, in whose rows all conditions here are. Literals, so that the partial
 * index `reward_deliveries_open` serves them.
 */
export const isUndelivered = sql<SqlBool>`reward_deliveries.state in ('held', 'due', 'sending', 'parked')`;

/** The deliveries that somebody has to look at, as `needsAttention` says, by the reason. */
export const NEEDS_ATTENTION = {
  held: sql<SqlBool>`reward_deliveries.state = 'held'`,
  parked: sql<SqlBool>`(${isUndelivered} and reward_deliveries.state = 'parked')`,
  failing: sql<SqlBool>`(${isUndelivered} and reward_deliveries.state = 'due' and tries >= ${sql.lit(FAILING_AFTER)})`,
} as const;

const claimsOf = (guildId: string, which: Expression<SqlBool>): RawBuilder<string> =>
  sql`(select claim_id from reward_deliveries where reward_deliveries.guild_id = ${guildId} and ${which})`;

export const undeliveredClaims = (guildId: string) => claimsOf(guildId, isUndelivered);

/** The ids of a guild's claims with a reward that somebody has to look at. */
export const claimsWhoseRewardNeedsAttention = (guildId: string) =>
  claimsOf(guildId, sql`${isUndelivered} and (${sql.join(Object.values(NEEDS_ATTENTION), sql` or `)})`);

const ofClaim = sql`select 1 from reward_deliveries where reward_deliveries.claim_id = claims.id`;

/** Of a row of `claims`: whether a message about its reward is still to be accepted. */
export const awaitsDelivery = sql<SqlBool>`exists (${ofClaim} and ${isUndelivered})`;

/** Of a row of `claims`: whether every message about its reward was accepted. A dropped one counts as none. */
export const isAllDelivered = sql<SqlBool>`(exists (${ofClaim} and reward_deliveries.state = 'delivered')
  and not ${awaitsDelivery})`;

/** Of a row of `claims`: 1 if there are messages about its reward, else 0. */
export const hasReward = sql<number>`case when exists (${ofClaim}) then 1 else 0 end`;

/** How the reward of a claim stands, for those who asked for it. */
export async function rewardStateOf(db: Queries, claimId: string): Promise<RewardState> {
  const rows = await db
    .selectFrom('reward_deliveries')
    .leftJoin('reward_hooks', 'reward_hooks.id', 'hook_id')
    .select(['reward_deliveries.state', 'tries', 'outcome', 'reward_hooks.state as hook_state', 'failures'])
    .where('claim_id', '=', claimId)
    .execute();
  return rewardState(
    rows.map(({ state, tries, outcome, hook_state, failures }) => ({
      state,
      tries,
      outcome: readOutcome(outcome ?? ''),
      hook: hook_state === null ? undefined : { state: hook_state, failures: failures ?? 0 },
    })),
  );
}

/** Messages about claims, within the caller's snapshot. @returns them by the claim's id, if there are any */
export async function deliveriesOf(db: Queries, claimIds: readonly string[]): Promise<Map<string, PastDelivery[]>> {
  const rows = await db
    .selectFrom('reward_deliveries')
    .leftJoin('reward_hooks', 'reward_hooks.id', 'hook_id')
    .selectAll('reward_deliveries')
    .select(['reward_hooks.kind', 'reward_hooks.state as hook_state'])
    .where('claim_id', 'in', claimIds)
    .orderBy('hook_number')
    .orderBy('reward_deliveries.id')
    .execute();
  const byClaim = Map.groupBy(rows, ({ claim_id }) => claim_id).entries();
  return new Map(byClaim.map(([claimId, found]) => [claimId, found.map(toPastDelivery)]));
}

type Joined = RowOf<'reward_deliveries'> & { kind: HookKind | null; hook_state: RowOf<'reward_hooks'>['state'] | null };

function toPastDelivery(row: Joined): PastDelivery {
  const { hook_number, kind, hook_state, state, tries, earlier_tries, outcome, ended_at } = row;
  return {
    hookNumber: hook_number,
    kind: kind ?? undefined,
    ...(hook_state !== null && hook_state !== 'on' && { isOff: true }),
    state,
    tries,
    earlierTries: earlier_tries,
    outcome: readOutcome(outcome ?? ''),
    endedAt: ended_at ?? undefined,
  };
}
