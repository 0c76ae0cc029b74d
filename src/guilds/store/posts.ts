import { createHash } from 'node:crypto';

import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';

import { isStillHeld, takeHeld } from '../../database/held-rows.ts';
import { type ParametersOf, unawaited } from '../../database/prepared.ts';
import type { RowOf, Schema } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { readStored } from '../../database/stored-json.ts';
import type { Translate } from '../../locales/index.ts';
import type { Reply } from '../../ui/reply.ts';
import { MINUTE_MS } from '../../work/clock.ts';
import { newNonce } from '../../work/ids.ts';
import type { Log } from '../../work/log.ts';
import { DEFAULT_LOCALE } from './guilds.ts';
import { isChannelOn, POST_COLUMNS, type PostChannel, readPostSettings, stopPosts } from './post-settings.ts';

/** `channel`: whose settings decide where it is posted, and whether */
export type NewPost = {
  kind: Schema['posts']['kind'];
  guildId: string;
  channel: PostChannel;
  /** identifies its reason where that may be written more than once; the post is kept once */
  once?: string;
  /** the claim that it is deleted with */
  claimId?: string;
  /** as the kind's {@link PostShape} has it */
  detail: object;
};

/** A row of the outbox. `createdAt`, `takenAt`: in ms since the epoch on the database's clock, the latter now */
type StoredPost<Detail> = Pick<DuePost, 'id' | 'guildId' | 'channel' | 'messageId'> & {
  detail: Detail;
  createdAt: number;
  takenAt: number;
  /** whether posts for the guild's moderators are on */
  hasModerators: boolean;
};

/** What the rows of a kind of post keep, and what remains to be said when one goes out. */
export type PostShape<Detail, Content> = {
  detail: z.ZodType<Detail>;
  /** Undefined when nothing remains to be said. */
  read(db: Queries, post: StoredPost<Detail>): Promise<Content | undefined>;
};

type Words = (t: Translate) => Reply;

/** Reads a row, and says it in any language. */
type PostKind = (db: Queries, post: StoredPost<string>) => Promise<Words | 'nothing' | 'unreadable'>;
export type PostKinds = Record<Schema['posts']['kind'], PostKind>;

export function postKind<Detail, Content>(
  shape: PostShape<Detail, Content>,
  words: (content: Content, t: Translate) => Reply,
): PostKind {
  return async (db, post) => {
    const detail = readStored(shape.detail, post.detail);
    if (detail === undefined) return 'unreadable';
    const content = await shape.read(db, { ...post, detail });
    return content === undefined ? 'nothing' : (t) => words(content, t);
  };
}

/**
 * A message for a channel. The `id` is its nonce: as long as Discord remembers it, the message is posted once.
 * `messageId`: of the message that is there, which is to say something else since `changedAt`; `heldUntil`: differs for
 * each process that takes it
 */
export type DuePost = {
  id: string;
  kind: Schema['posts']['kind'];
  guildId: string;
  channel: PostChannel;
  channelId: string;
  messageId?: string | undefined;
  changedAt?: number | undefined;
  /** to mention */
  roleId?: string | undefined;
  /** of the guild, as Discord names it */
  locale: string;
  words: Words;
  heldUntil: number;
  /** it was written so long ago that it was perhaps refused before */
  isLate: boolean;
};

const LATE_MS = MINUTE_MS;

export type Posts = ReturnType<typeof createPosts>;

/**
 * The outbox: each post is a row, written in the same transaction as its reason. In each channel of a guild posts go out in the
 * order in which they were written: newer ones wait for one that could not be posted. A process that takes a post holds
 * it until the lease ends; if it has not finished it by then, the post is due again, with the same nonce. A process that
 * stood still meanwhile, for whatever time, finds that it holds the post no more. So each is posted exactly once, with
 * one exception: when Discord accepted a post but the answer was lost, and no retry succeeded before Discord forgot the
 * nonce (after "a few minutes", says Discord's documentation), it is posted twice rather than perhaps not at all.
 */
export function createPosts(options: { store: Store; leaseMs: number; kinds: PostKinds; log: Log }) {
  const { store, leaseMs, kinds, log } = options;
  const { now } = store;

  async function hold(guildId: string) {
    const oldest = sql`select min(number) from posts where guild_id = ${guildId} and posted_at is null group by channel`;
    const [row] = await store.write((db) =>
      takeHeld(db, store, 'posts', {
        where: sql<boolean>`posted_at is null and number in (${oldest})`,
        orderBy: sql`number`,
        limit: 1,
        leaseMs,
      }),
    );
    return row;
  }

  /**
   * Records that a post is posted or changed, or never will be. It is due at once to say what has become so meanwhile.
   *
   * @param messageId - of its new message
   */
  async function finish({ id, changedAt }: Pick<DuePost, 'id' | 'changedAt'>, messageId?: string): Promise<void> {
    const said = messageId === undefined ? (changedAt ?? null) : null;
    const values = {
      ...(messageId === undefined ? {} : { message_id: messageId }),
      posted_at: sql<number | null>`case when arrived_at is not distinct from ${said} then ${now} end`,
      held_until: now,
    };
    await store.write((db) => db.updateTable('posts').set(values).where('id', '=', id).execute());
  }

  const read = (row: NonNullable<Awaited<ReturnType<typeof hold>>>): Promise<DuePost | undefined> =>
    store.snapshot(async (db) => {
      const { id, kind, guild_id: guildId, channel, detail, taken_at: takenAt, held_until: heldUntil } = row;
      const { created_at: createdAt } = row;
      const post = { id, guildId, channel, messageId: row.message_id ?? undefined };
      const guild = await db
        .selectFrom('guilds')
        .select([...POST_COLUMNS, 'locale'])
        .where('id', '=', guildId)
        .executeTakeFirst();
      const { on, channelId, roleId } = readPostSettings(guild, channel);
      // A message that is there says what has become so also where nothing more is posted.
      if (channelId === undefined || !(on || post.messageId !== undefined)) return undefined;
      const hasModerators = readPostSettings(guild, 'moderators').on;
      const words = await kinds[kind](db, { ...post, detail, createdAt, takenAt, hasModerators });
      if (words === 'nothing') return undefined;
      if (words === 'unreadable') {
        log.error({ postId: id, kind, guildId }, 'a stored post cannot be read, it is dropped');
        return undefined;
      }
      const locale = guild?.locale ?? DEFAULT_LOCALE;
      const isLate = takenAt - createdAt >= LATE_MS;
      return { ...post, kind, channelId, changedAt: changeOf(row), roleId, locale, words, heldUntil, isLate };
    });

  return {
    /** Guilds whose oldest post no process holds: first those where it was not tried yet, then by the last try. */
    dueGuilds: (): Promise<string[]> =>
      store.read(async (db) => {
        const guilds = await db
          .selectFrom('posts')
          .select('guild_id')
          .where('number', 'in', (eb) =>
            eb
              .selectFrom('posts')
              .select(({ fn }) => fn.min('number').as('oldest'))
              .where('posted_at', 'is', null)
              .groupBy(['guild_id', 'channel']),
          )
          .where('held_until', '<=', now)
          .orderBy('held_until')
          .orderBy('number')
          .execute();
        return [...new Set(guilds.map(({ guild_id }) => guild_id))];
      }),

    /** Takes a guild's oldest post, unless a process holds it. One that is off or has nothing to say is dropped. */
    async take(guildId: string): Promise<DuePost | undefined> {
      for (let row = await hold(guildId); row; row = await hold(guildId)) {
        const post = await read(row);
        if (post) return post;
        await finish({ id: row.id, changedAt: changeOf(row) });
      }
      return undefined;
    },

    /** Whether no other process may take a post within `forMs`: to be asked right before the call to Discord. */
    isHeld: ({ id, heldUntil }: DuePost, forMs: number): Promise<boolean> =>
      store.read(async (db) => {
        const row = db.selectFrom('posts').select('id').where('id', '=', id);
        return (await row.where(isStillHeld(store, heldUntil, forMs)).executeTakeFirst()) !== undefined;
      }),

    finish,

    /** Leaves a post to a later try, in `ms`: the other channels of its guild do not wait for it. */
    wait: ({ id, heldUntil }: DuePost, ms: number): Promise<void> =>
      store.write(async (db) => {
        const post = db
          .updateTable('posts')
          .set({ held_until: store.after(ms) })
          .where('id', '=', id);
        await post.where('held_until', '=', heldUntil).execute();
      }),

    /** For a channel that is gone or closed to the bot: turns it off, and drops its due posts. */
    giveUp: (post: DuePost): Promise<void> => store.write((db) => stopPosts(db, store, post)),
  };
}

const COLUMNS = {
  id: 'text',
  kind: 'text',
  guild_id: 'text',
  channel: 'text',
  claim_id: 'text',
  detail: 'text',
} as const;

/**
 * Queues posts in this order, within the caller's transaction, where their channel is on.
 *
 * @param options.evenIfOff - writes them also where it is off, so that `once` holds; they are dropped when they go out
 */
export async function queuePosts(
  db: Queries,
  store: Store,
  posts: readonly NewPost[],
  { evenIfOff = false } = {},
): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map((post, nth) => ({
    id: idOf(post),
    kind: post.kind,
    guild_id: post.guildId,
    channel: post.channel,
    claim_id: post.claimId ?? null,
    detail: JSON.stringify(post.detail),
    nth,
  }));
  await (evenIfOff ? insertPosts.all : insertPosts.whereOn)(db, store, { rows });
}

type PostRow = Pick<RowOf<'posts'>, keyof typeof COLUMNS> & { nth: number };
const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const inserting = (evenIfOff: boolean) =>
  unawaited((db, { now, given }, { rows }: ParametersOf<{ rows: readonly PostRow[] }>) =>
    db
      .insertInto('posts')
      .columns([...columns, 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom(given({ ...COLUMNS, nth: 'bigint' }, rows))
          .innerJoin('guilds', 'guilds.id', 'given.guild_id')
          .where((row) => (evenIfOff ? row.lit(true) : isChannelOn(row.ref('given.channel'))))
          .select(columns.map((column) => `given.${column}` as const))
          .select(now.as('created_at'))
          .orderBy('given.nth'),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
const insertPosts = { all: inserting(true), whereOn: inserting(false) };

/** The posts for moderators that say what became of a claim. */
const ABOUT_CLAIMS = ['escalation', 'question', 'delivery'] as const;

/**
 * Has the messages for moderators about claims say what has become so, within the transaction that makes it so.
 *
 * @param claims - the id of one, or a query for those of several
 */
export async function changePosts(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  claims: string | SelectQueryBuilder<Schema, 'reward_deliveries', { claim_id: string }>,
): Promise<void> {
  const posts = db.updateTable('posts').where('kind', 'in', ABOUT_CLAIMS).set(changed(now));
  await (
    typeof claims === 'string' ? posts.where('claim_id', '=', claims) : posts.where('claim_id', 'in', claims)
  ).execute();
}

/** The same for the message of one post, which may not be queued any more. @param post - as it was queued */
export async function changeQueued(db: Queries, { now }: Pick<Store, 'now'>, post: NewPost): Promise<void> {
  await db.updateTable('posts').set(changed(now)).where('id', '=', idOf(post)).execute();
}

/** What makes a message due to be changed: each time at another moment. One that is not posted yet says it then. */
export const changed = (now: Store['now']) => ({
  arrived_at: sql<number>`case when arrived_at >= ${now} then arrived_at + 1 else ${now} end`,
  posted_at: sql<number | null>`case when message_id is null then posted_at end`,
});

const changeOf = ({ arrived_at }: Pick<RowOf<'posts'>, 'arrived_at'>) => arrived_at ?? undefined;

const ID_BYTES = 15;

/** In base64url 20 characters; a nonce has 25 at most (Discord's documentation, "Create Message"). */
function idOf({ kind, guildId, channel, once }: NewPost): string {
  if (once === undefined) return newNonce(ID_BYTES);
  const hash = createHash('sha256').update(`${kind} ${once} ${guildId} ${channel}`).digest();
  return hash.subarray(0, ID_BYTES).toString('base64url');
}
