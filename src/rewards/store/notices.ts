import { randomBytes } from 'node:crypto';

import type { Queries, Store } from '../../database/store.ts';
import { createOutbox, DEFAULT_LOCALE, type Outbox, type OutboxOptions, type Post } from '../../guilds/store/outbox.ts';

/**
 * A post that says that rewards do not reach the game server, or that the voter role is not given. Of the hook, or why,
 * it says nothing: all may read it.
 */
export type RewardNotice = Post & { kind: 'reward-notice'; about: 'webhook' | 'voter-role' };

const NOTICE_ID_BYTES = 15;

/** Queues one, within the transaction that turned off what it is about. */
export async function addRewardNotice(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  guildId: string,
  about: RewardNotice['about'],
): Promise<void> {
  const id = randomBytes(NOTICE_ID_BYTES).toString('base64url');
  await db.insertInto('reward_notices').values({ id, guild_id: guildId, about, created_at: now }).execute();
}

/** The outbox of such posts. */
export function createRewardNotices(options: OutboxOptions): Outbox<RewardNotice> {
  const { store } = options;

  function findOldest(guildId: string) {
    return store.read((db) =>
      db
        .selectFrom('reward_notices')
        .leftJoin('guilds', 'guilds.id', 'reward_notices.guild_id')
        .select(['reward_notices.id', 'reward_notices.guild_id', 'reward_notices.about'])
        .select(['guilds.announcement_channel_id', 'guilds.announcements_on', 'guilds.locale'])
        .where('reward_notices.guild_id', '=', guildId)
        .where('posted_at', 'is', null)
        .orderBy('reward_notices.created_at')
        .orderBy('reward_notices.id')
        .limit(1)
        .executeTakeFirst(),
    );
  }

  return createOutbox({
    ...options,
    table: 'reward_notices',
    kindOf: () => 'announcements',
    findOldest,
    toPost: ({ id, guild_id, about, announcement_channel_id: channelId, announcements_on: on, locale }) =>
      on === 1 && channelId !== null
        ? {
            kind: 'reward-notice',
            about,
            id,
            nonce: id,
            guildId: guild_id,
            channelId,
            locale: locale ?? DEFAULT_LOCALE,
          }
        : undefined,
  });
}
