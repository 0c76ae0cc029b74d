import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { type GoalProgress, stepsTo } from '../../guilds/goal.ts';
import { storedGoal } from '../../guilds/store/goal-counts.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import type { Claim } from '../claim.ts';
import { readVerdict } from './rows.ts';

/**
 * A thank-you for a vote. `wasResolved`: a moderator had already marked the claim as dealt with when its reward turned
 * out to be due. `maybeTwo`: an answer of the claim was lost, which may have been a second grant.
 */
export type Announcement = {
  playername: string;
  reference: string;
  wasResolved: boolean;
  maybeTwo: boolean;
  /** how far the claim brought the guild's goal; undefined without one */
  goal: GoalProgress | undefined;
};

type Detail = { goal?: GoalProgress | undefined };

export const announcement: PostShape<Detail, Announcement> = {
  detail: z.object({ goal: storedGoal.optional() }),
  async read(db, { id, detail: { goal } }) {
    const claim = await db
      .selectFrom('posts')
      .innerJoin('claims', 'claims.id', 'posts.claim_id')
      .select(['playername', 'reference', 'resolved_at', 'verdict', 'verdict_detail'])
      .where('posts.id', '=', id)
      .executeTakeFirst();
    if (!claim) return undefined;
    const verdict = readVerdict(claim);
    return {
      playername: claim.playername,
      reference: claim.reference,
      wasResolved: claim.resolved_at !== null,
      maybeTwo: verdict.kind === 'granted' && verdict.maybeTwo === true,
      goal,
    };
  },
};

/**
 * Queues the announcements of claims that are granted, of the guilds that want them, within the caller's transaction.
 *
 * @param goals - how far all of them brought each guild that has a goal
 */
export async function announce(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
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
