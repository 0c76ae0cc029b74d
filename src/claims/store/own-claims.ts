import type { Queries, Store } from '../../database/store.ts';
import { isRewarded } from '../../guilds/store/name-owners.ts';
import type { Member } from '../../member.ts';
import type { RewardState } from '../../rewards/hook.ts';
import { hasReward, rewardStateOf } from '../../rewards/store/of-claim.ts';
import type { ClaimRequest } from '../claim.ts';
import { foldName } from '../folded-name.ts';

export type OwnClaims = ReturnType<typeof createOwnClaims>;

/** The claims whose attempt of this moment was granted, or is one of a claim that was, as a moderator found out. @param vote - with the name as it was sent */
export function grantedAt(db: Queries, { playername, recordedAt }: { playername: string; recordedAt: number }) {
  return db.selectFrom('claims').where('claims.id', 'in', (eb) =>
    eb
      .selectFrom('claim_attempts')
      .select('claim_id')
      .where('folded_name', '=', foldName(playername))
      .where('claim_attempts.playername', '=', playername)
      .where('started_at', '=', recordedAt)
      .where((attempt) => attempt.or([attempt('claimed', '=', 1), isRewarded])),
  );
}

/** A claim that a member asked for. */
export type OwnClaim = Pick<ClaimRequest, 'claimId' | 'reference' | 'hasReward'>;

/** What members have claimed themselves, and how their rewards stand. */
export function createOwnClaims(store: Store) {
  return {
    /** The claim that was granted then, if this member asked for it. */
    find: async (
      { guildId, userId }: Member,
      granted: { playername: string; recordedAt: number },
    ): Promise<OwnClaim | undefined> => {
      const found = await store.read((db) =>
        grantedAt(db, granted)
          .select(['claims.id', 'reference', hasReward.as('has_reward')])
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('claim_requests')
                .select('claim_requests.id')
                .whereRef('claim_requests.claim_id', '=', 'claims.id')
                .where('user_id', '=', userId)
                .where('claim_requests.guild_id', '=', guildId),
            ),
          )
          .executeTakeFirst(),
      );
      return found && { claimId: found.id, reference: found.reference, hasReward: found.has_reward === 1 };
    },

    /** Looked up only where the reward of the claim is sent somewhere. */
    rewardOf: async ({ claimId, hasReward }: OwnClaim): Promise<RewardState> =>
      hasReward ? store.read((db) => rewardStateOf(db, claimId)) : 'none',
  };
}
