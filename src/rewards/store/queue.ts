import { type Expression, sql, type SqlBool } from 'kysely';

import { among, type Queries, type Store } from '../../database/store.ts';
import { type Reward, rewardMessage } from '../message.ts';

/** A claim with a verdict. `isProven`: it is granted; otherwise a moderator decides */
type RewardedClaim = Omit<Reward, 'claimedAt'> & { credentialId: string; isProven: boolean };

const COLUMNS = {
  hook_id: 'text',
  hook_number: 'bigint',
  claim_id: 'text',
  guild_id: 'text',
  message_id: 'text',
  body: 'text',
  state: 'text',
} as const;

/** Of a row of `claims`: whether its guild has hooks. */
export const hasHooks: Expression<SqlBool> = sql`exists (
  select 1 from reward_hooks where reward_hooks.guild_id = claims.guild_id
)`;

/**
 * Queues the messages about claims, within the transaction that gives them their verdicts. A message that was held for
 * a moderator becomes due, unchanged, once its claim is proven. One that may have arrived at a hook that is gone since
 * is left as it is: the next hook may lead to the same game server.
 */
export async function queueRewards(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  claims: readonly RewardedClaim[],
): Promise<void> {
  const guilds = [...new Set(claims.map(({ guildId }) => guildId))];
  const hooks = await db
    .selectFrom('reward_hooks')
    .select(['id', 'guild_id', 'number', 'credential_id', store.now.as('now')])
    .where('guild_id', 'in', among(store, guilds))
    .orderBy('number')
    .execute();
  const [first] = hooks;
  if (!first) return;
  // Each row has a time of its own, but a claim has one, wherever it is told.
  const claimedAt = first.now;
  const rows = claims.flatMap(({ isProven, credentialId, ...claim }) =>
    hooks
      .filter(({ guild_id }) => guild_id === claim.guildId)
      .filter(({ credential_id }) => credential_id === null || credential_id === credentialId)
      .map((hook) => {
        const { id, body } = rewardMessage({ ...claim, claimedAt });
        return {
          hook_id: hook.id,
          hook_number: hook.number,
          claim_id: claim.id,
          guild_id: claim.guildId,
          message_id: id,
          body,
          state: isProven ? ('due' as const) : ('held' as const),
        };
      }),
  );
  const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  await db
    .insertInto('reward_deliveries')
    .columns([...columns, 'due_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(store.given(COLUMNS, rows))
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('reward_deliveries')
                .select('id')
                .where('reward_deliveries.claim_id', '=', row.ref('given.claim_id'))
                .where('reward_deliveries.hook_id', 'is', null)
                .where('reward_deliveries.state', 'not in', ['held', 'dropped']),
            ),
          ),
        )
        .select(columns)
        .select([store.now.as('due_at'), store.now.as('created_at')]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['claim_id', 'hook_id'])
        .doUpdateSet({ state: 'due', due_at: store.now, ended_at: null })
        .where('reward_deliveries.state', 'in', ['held', 'dropped'])
        .where(sql<SqlBool>`excluded.state = 'due'`),
    )
    .execute();
}

/** Sends or drops the messages that were held for a moderator, within the transaction of the moderator's decision. */
export async function decideRewards(
  db: Queries,
  store: Pick<Store, 'now'>,
  claimId: string,
  isClaimed: boolean,
): Promise<void> {
  const held = db
    .selectFrom('reward_deliveries')
    .select('hook_id')
    .where('claim_id', '=', claimId)
    .where('state', '=', 'held');
  // Whoever decided was told that it is sent now, as after *Send the reward again*.
  if (isClaimed) await db.updateTable('reward_hooks').set({ next_at: store.now }).where('id', 'in', held).execute();
  await db
    .updateTable('reward_deliveries')
    .set(isClaimed ? { state: 'due', due_at: store.now } : { state: 'dropped', ended_at: store.now })
    .where('claim_id', '=', claimId)
    .where('state', '=', 'held')
    .execute();
}
