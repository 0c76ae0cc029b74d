import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { type GoalProgress, goalProgress, stepsTo } from '../../guilds/goal.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import { hasReward, rewardStateOf } from '../../rewards/store/of-claim.ts';
import type { Claim } from '../claim.ts';
import type { Reward } from '../promises.ts';
import { readVerdict } from './rows.ts';

/** A thank-you for a vote. */
export type Announcement = {
  playername: string;
  reference: string;
  /** a moderator says that the vote was claimed, and the service does not */
  isDecided: boolean;
  /** a moderator had marked the claim as resolved before its reward turned out to be due */
  wasResolved: boolean;
  /** an answer of the claim was lost, which may have been a second grant */
  maybeTwo: boolean;
  /** the lost answer said no more than that the service could not answer */
  unlikely: boolean;
  reward: Reward;
  /** whether posts for the guild's moderators are on, which say what is in doubt */
  hasModerators: boolean;
  /** how far the claim brought the guild's goal; undefined without one */
  goal: GoalProgress | undefined;
};

export const announcement: PostShape<{ goal?: GoalProgress | undefined }, Announcement> = {
  detail: z.object({ goal: goalProgress.optional() }),
  async read(db, { id, hasModerators, detail: { goal } }) {
    const claim = await db
      .selectFrom('posts')
      .innerJoin('claims', 'claims.id', 'posts.claim_id')
      .innerJoin('guilds', 'guilds.id', 'posts.guild_id')
      .select(['claims.id', 'playername', 'reference', 'resolved_at', 'verdict', 'verdict_detail', 'rewards_by_hand'])
      .select(hasReward.as('has_reward'))
      .where('posts.id', '=', id)
      .executeTakeFirst();
    if (!claim) return undefined;
    const { playername, reference } = claim;
    const verdict = readVerdict(claim);
    const isDecided = verdict.kind !== 'granted';
    const wasResolved = claim.resolved_at !== null && !isDecided;
    const doubt = { maybeTwo: 'maybeTwo' in verdict, unlikely: 'unlikely' in verdict };
    const sent = claim.has_reward === 1 ? await rewardStateOf(db, claim.id) : 'none';
    const reward = sent === 'none' && claim.rewards_by_hand === 1 ? 'by-hand' : sent;
    return { playername, reference, isDecided, wasResolved, ...doubt, reward, hasModerators, goal };
  },
};

/** Queues announcements, where a guild wants them. @param goals - how far these claims brought each guild with a goal */
export async function announce(
  db: Queries,
  store: Store,
  claims: readonly Pick<Claim, 'id' | 'guildId'>[],
  goals: ReadonlyMap<string, GoalProgress>,
): Promise<void> {
  const posts = [...Map.groupBy(claims, ({ guildId }) => guildId)].flatMap(([guildId, theirs]) => {
    const goal = goals.get(guildId);
    const steps = goal ? stepsTo(goal, theirs.length) : [];
    return theirs.map(({ id }, index) => ({
      kind: 'announcement' as const,
      guildId,
      channel: 'announcements' as const,
      once: id,
      claimId: id,
      detail: { goal: steps[index] },
    }));
  });
  await queuePosts(db, store, posts);
}
