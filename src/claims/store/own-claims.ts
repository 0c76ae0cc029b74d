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
export type OwnClaim = Pick<ClaimRequest, 'claimId' | 'guildId' | 'reference' | 'hasReward'>;

/** `isPosted`: the guild's moderators have a post about what is wrong with it, or get one */
export type OwnReward = { reward: RewardState; isPosted: boolean };

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
      return found && { claimId: found.id, guildId, reference: found.reference, hasReward: found.has_reward === 1 };
    },

    /** Looked up only where the reward of the claim is sent somewhere. */
    rewardOf: async ({ claimId, guildId, hasReward }: OwnClaim): Promise<OwnReward> => {
      if (!hasReward) return { reward: 'none', isPosted: false };
      const reward = await store.read((db) => rewardStateOf(db, claimId));
      const isTrouble = reward === 'failing' || reward === 'unclear';
      return { reward, isPosted: isTrouble && (await store.read((db) => isRewardPosted(db, { claimId, guildId }))) };
    },
  };
}

/** Whether moderators of a guild have a post that says how a claim's reward stands, or get one. One that was dropped is none. */
async function isRewardPosted(
  db: Queries,
  { claimId, guildId }: { claimId: string; guildId: string },
): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('claim_id', '=', claimId)
    .where('guild_id', '=', guildId)
    .where('kind', 'in', ['delivery', 'question'])
    .where((eb) => eb.or([eb('posted_at', 'is', null), eb('message_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return post !== undefined;
}
