import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { changed, changePosts, type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import { isUndelivered } from './of-claim.ts';

/** What was turned off. Everybody may read the post, so it says neither which hook nor why. */
const NOTICES = ['webhook', 'voter-role'] as const;
export type RewardNotice = (typeof NOTICES)[number];

export const notice: PostShape<{ about: RewardNotice }, RewardNotice> = {
  detail: z.object({ about: z.enum(NOTICES) }),
  read: (_, { detail }) => Promise.resolve(detail.about),
};

/** Queues a notice, within the transaction that turned something off. */
export async function addRewardNotice(db: Queries, store: Store, guildId: string, about: RewardNotice): Promise<void> {
  await queuePosts(db, store, [{ kind: 'notice', guildId, channel: 'announcements', detail: { about } }]);
}

/**
 * Has the posts for moderators say that a place has accepted the reward, and the announcement of a claim that all have,
 * where the guild wants that: within the transaction that records it.
 */
export async function announceArrival(db: Queries, { now }: Pick<Store, 'now'>, claimId: string): Promise<void> {
  await changePosts(db, { now }, claimId);
  const changing = () =>
    db
      .updateTable('posts')
      .where('claim_id', '=', claimId)
      .where('kind', '=', 'announcement')
      .where('arrived_at', 'is', null);
  // Locks the row: of two places that accept at once, the second sees below what the first has recorded.
  const { numUpdatedRows } = await changing()
    .set({ claim_id: claimId })
    .where('guild_id', 'in', (eb) => eb.selectFrom('guilds').select('id').where('announcements_arrival', '=', 1))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await changing()
    .set(changed(now))
    .where((eb) => {
      const all = eb.selectFrom('reward_deliveries').select('id').where('claim_id', '=', claimId);
      return eb.not(eb.exists(all.where(isUndelivered)));
    })
    .execute();
}
