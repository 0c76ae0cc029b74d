import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';

/** What was turned off. Everybody may read the post, so it says neither which hook nor why. */
const NOTICES = ['webhook', 'voter-role'] as const;
export type RewardNotice = (typeof NOTICES)[number];

export const notice: PostShape<{ about: RewardNotice }, RewardNotice> = {
  detail: z.object({ about: z.enum(NOTICES) }),
  read: (_, { detail }) => Promise.resolve(detail.about),
};

/** Queues a notice, within the transaction that turned something off. */
export async function addRewardNotice(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  guildId: string,
  about: RewardNotice,
): Promise<void> {
  await queuePosts(db, store, [{ kind: 'notice', guildId, channel: 'announcements', detail: { about } }]);
}
