import { sql } from 'kysely';

import type { PostTable } from '../../database/backlog.ts';
import type { Store } from '../../database/store.ts';
import { type PostKind, stopPosts } from './post-settings.ts';

/** A message for a guild's channel. For as long as Discord remembers a `nonce`, it posts only one message with it. */
export type Post = {
  id: string;
  guildId: string;
  channelId: string;
  /** of the guild, as Discord names it */
  locale: string;
  /** at most 25 characters */
  nonce: string;
};

/**
 * Posts that are due, each a row written in the same transaction as what it reports. A process that takes one holds it
 * until the lease ends; if it has not marked it as posted by then, the post is due again, with the same nonce. So each
 * is posted exactly once, with one exception: when Discord accepted a post but the answer was lost, and no retry
 * succeeded before Discord forgot the nonce (after "a few minutes", says Discord's documentation), it is posted twice
 * rather than perhaps not at all.
 */
export type Outbox<P extends Post> = {
  /** The guilds with posts that are due: first those where none was tried yet, then those tried longest ago. */
  dueGuilds(): Promise<string[]>;
  /**
   * Takes what is due in a guild, one post at a time, oldest first. Newer posts wait for one that could not be posted.
   */
  takeDue(guildId: string): AsyncIterable<P>;
  markPosted(post: P): Promise<void>;
  /**
   * To be called when the channel is gone or closed to the bot: turns posts of this kind off, and drops what is due.
   */
  giveUp(post: P): Promise<void>;
};

/** For guilds whose language is not known. */
export const DEFAULT_LOCALE = 'en-US';

/** What every outbox needs. `leaseMs`: how long a process holds a post. */
export type OutboxOptions = { store: Store; leaseMs: number };

const ID_COLUMN = {
  alerts: 'id',
  announcements: 'claim_id',
  escalations: 'id',
  goal_posts: 'id',
  reward_notices: 'id',
} as const satisfies Record<PostTable, string>;

/** An outbox in one of the tables for posts. */
export function createOutbox<Row extends { id: string }, P extends Post>(
  options: OutboxOptions & {
    table: PostTable;
    /** what a guild's settings call these posts */
    kindOf: (post: P) => PostKind;
    /** The oldest row of a guild that is still to be posted. */
    findOldest: (guildId: string) => Promise<Row | undefined>;
    /** Undefined when there is nothing (left) to post. */
    toPost: (row: Row) => P | undefined;
  },
): Outbox<P> {
  const { store, leaseMs, table, kindOf, findOldest, toPost } = options;
  const idColumn = sql.ref<string>(ID_COLUMN[table]);

  async function hold({ id }: Row, heldUntil: number): Promise<boolean> {
    const held = await store.write((db) =>
      db
        .updateTable(table)
        .set({ held_until: store.after(leaseMs) })
        .where(idColumn, '=', id)
        .where('posted_at', 'is', null)
        .where('held_until', '<=', heldUntil)
        .returning('guild_id')
        .executeTakeFirst(),
    );
    return held !== undefined;
  }

  async function markPosted({ id }: { id: string }): Promise<void> {
    await store.write((db) => db.updateTable(table).set({ posted_at: store.now }).where(idColumn, '=', id).execute());
  }

  return {
    dueGuilds: () =>
      store.read(async (db) => {
        const guilds = await db
          .selectFrom(table)
          .select('guild_id')
          .where('posted_at', 'is', null)
          .where('held_until', '<=', store.now)
          .groupBy('guild_id')
          .orderBy((eb) => eb.fn.min('held_until'))
          .orderBy((eb) => eb.fn.min('created_at'))
          .execute();
        return guilds.map(({ guild_id }) => guild_id);
      }),
    async *takeDue(guildId) {
      const { now } = await store.read((db) => db.selectNoFrom(store.now.as('now')).executeTakeFirstOrThrow());
      let row = await findOldest(guildId);
      while (row && (await hold(row, now))) {
        const post = toPost(row);
        if (post) yield post;
        else await markPosted(row);
        row = await findOldest(guildId);
      }
    },
    markPosted,
    giveUp: (post) => store.write((db) => stopPosts(db, store, kindOf(post), post)),
  };
}
