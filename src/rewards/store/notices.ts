import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';

/**
 * What a post says is not done any more: rewards sent to the game server, the voter role given. Of the hook, or why, it
 * says nothing: all may read it.
 */
const NOTICES = ['webhook', 'voter-role'] as const;
export type RewardNotice = (typeof NOTICES)[number];

export const notice: PostShape<{ about: RewardNotice }, RewardNotice> = {
  detail: z.object({ about: z.enum(NOTICES) }),
  read: (_, { detail }) => Promise.resolve(detail.about),
};

/** Queues one, within the transaction that turned off what it is about. */
export async function addRewardNotice(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  guildId: string,
  about: RewardNotice,
): Promise<void> {
  await queuePosts(db, store, [{ kind: 'notice', guildId, channel: 'announcements', detail: { about } }]);
}
