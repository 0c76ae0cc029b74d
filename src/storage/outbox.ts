import { sql } from 'kysely';

import type { Store } from './store.ts';

/** Something that a guild is to read in a channel. Discord posts one `nonce` once, for as long as it remembers it. */
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
 * Posts that are due, each in a row that was written in one transaction with what it tells of. A process that takes one has it for itself
 * until the lease ends; whatever happens to it meanwhile, the post is then due again, with the same nonce. So each is posted exactly
 * once, with one exception: a post that Discord took, whose answer was lost, and that could not be tried again before Discord forgot
 * its nonce (after "a few minutes", says Discord's documentation), is posted twice rather than perhaps not at all.
 */
export type Outbox<P extends Post> = {
  /** The guilds that something is due in, first those where nothing was tried yet or for the longest time. */
  dueGuilds(): Promise<string[]>;
  /** Takes what is due in a guild, one after the other, the oldest first. What is newer than one that was not posted waits for it. */
  takeDue(guildId: string): AsyncIterable<P>;
  markPosted(post: P): Promise<void>;
  /** Discord will never have it: its channel is gone or closed to the bot. */
  giveUp(post: P): Promise<void>;
};

/** For guilds whose language is not known. */
export const DEFAULT_LOCALE = 'en-US';

/** What every outbox works with. `leaseMs`: how long a process has a post for itself. */
export type OutboxOptions = { store: Store; leaseMs: number };

const ID_COLUMN = { alerts: 'id', announcements: 'claim_id' } as const;

/** Takes posts from a table and marks them as posted. */
export function createTaking<Row extends { id: string }, P extends Post>(
  options: OutboxOptions & {
    table: keyof typeof ID_COLUMN;
    /** What was not posted and is to be, the oldest of a guild. */
    findOldest: (guildId: string) => Promise<Row | undefined>;
    /** Undefined when there is nothing to post (any more). */
    toPost: (row: Row) => P | undefined;
  },
): Pick<Outbox<P>, 'dueGuilds' | 'takeDue' | 'markPosted'> {
  const { store, leaseMs, table, findOldest, toPost } = options;
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
          .orderBy((row) => row.fn.min('held_until'))
          .orderBy((row) => row.fn.min('created_at'))
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
  };
}
