import { randomBytes } from 'node:crypto';

import type { Queries, Store } from '../../database/store.ts';
import { type LeftMessage, PANEL_HELD_MS, type PanelPost, POSTED_AGAIN_WITHIN_MS } from '../panel-message.ts';
import { holdGuild, type PanelPlace, panelOf } from './guilds.ts';

/** Messages of panels that are being posted, or are to be taken away. Each function is one transaction. */
export type PanelPosts = {
  /** Records that Discord may be sent a message from now on. The process has it to itself for some time. */
  begin(guildId: string, channelId: string): Promise<PanelPost>;
  /**
   * Makes a message the guild's panel, unless another one was posted since, or the panel was removed.
   *
   * @returns whether it is the panel, and the message to take away
   */
  finish(post: PanelPost, messageId: string): Promise<{ isPanel: boolean; left: LeftMessage | undefined }>;
  /** Forgets the guild's panel. What is being posted is to be taken away. @returns the message to take away */
  removePanel(guildId: string): Promise<LeftMessage | undefined>;
  /** Lets any process go on with it. */
  release(post: PanelPost): Promise<void>;
  /** Nothing is left to be done about it. */
  drop(post: Pick<PanelPost, 'nonce'>): Promise<void>;
  /**
   * Takes what no process is at, oldest first, `max` at most. `lost`: Discord may have forgotten their nonces, so they
   * are dropped
   */
  take(max: number): Promise<{ posts: PanelPost[]; left: LeftMessage[]; lost: PanelPost[] }>;
};

/** In base64url 24 characters; a nonce has 25 at most (Discord's documentation, "Create Message"). */
const NONCE_BYTES = 18;

export function createPanelPosts(store: Store): PanelPosts {
  const { now } = store;
  const begun = { begun_at: now, held_until: store.after(PANEL_HELD_MS) };

  const newNonce = () => randomBytes(NONCE_BYTES).toString('base64url');
  const drop = (db: Queries, nonce: string) => db.deleteFrom('panel_posts').where('nonce', '=', nonce).execute();

  async function readPanel(db: Queries, guildId: string): Promise<PanelPlace | undefined> {
    const columns = ['panel_channel_id', 'panel_message_id'] as const;
    return panelOf(await db.selectFrom('guilds').select(columns).where('id', '=', guildId).executeTakeFirst());
  }

  async function setPanel(db: Queries, guildId: string, place: PanelPlace | undefined): Promise<void> {
    await db
      .updateTable('guilds')
      .set({ panel_channel_id: place?.channelId ?? null, panel_message_id: place?.messageId ?? null })
      .where('id', '=', guildId)
      .execute();
  }

  async function leave(db: Queries, guildId: string, place: PanelPlace): Promise<LeftMessage> {
    const nonce = newNonce();
    await db
      .insertInto('panel_posts')
      .values({
        nonce,
        guild_id: guildId,
        channel_id: place.channelId,
        message_id: place.messageId,
        is_wanted: 0,
        ...begun,
      })
      .execute();
    return { nonce, guildId, place };
  }

  return {
    begin: (guildId, channelId) =>
      store.write(async (db) => {
        const nonce = newNonce();
        await db
          .insertInto('panel_posts')
          .values({ nonce, guild_id: guildId, channel_id: channelId, is_wanted: 1, ...begun })
          .execute();
        return { nonce, guildId, channelId };
      }),

    finish: ({ nonce, guildId, channelId }, messageId) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const before = await readPanel(db, guildId);
        // Another process has found it meanwhile.
        if (before?.messageId === messageId) return { isPanel: true, left: undefined };
        const post = await db
          .deleteFrom('panel_posts')
          .where('nonce', '=', nonce)
          .returning(['is_wanted', 'begun_at'])
          .executeTakeFirst();
        const place = { channelId, messageId };
        if (post?.is_wanted !== 1) return { isPanel: false, left: await leave(db, guildId, place) };
        await setPanel(db, guildId, place);
        await db
          .updateTable('panel_posts')
          .set({ is_wanted: 0 })
          .where('guild_id', '=', guildId)
          .where('begun_at', '<=', post.begun_at)
          .execute();
        return { isPanel: true, left: before && (await leave(db, guildId, before)) };
      }),

    removePanel: (guildId) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const before = await readPanel(db, guildId);
        await setPanel(db, guildId, undefined);
        await db.updateTable('panel_posts').set({ is_wanted: 0 }).where('guild_id', '=', guildId).execute();
        return before && leave(db, guildId, before);
      }),

    release: ({ nonce }) =>
      store.write(async (db) => {
        await db.updateTable('panel_posts').set({ held_until: now }).where('nonce', '=', nonce).execute();
      }),

    drop: ({ nonce }) =>
      store.write(async (db) => {
        await drop(db, nonce);
      }),

    take: (max) =>
      store.write(async (db) => {
        const rows = await db
          .updateTable('panel_posts')
          .set({ held_until: begun.held_until })
          .where('nonce', 'in', (eb) =>
            eb
              .selectFrom('panel_posts')
              .select('nonce')
              .where('held_until', '<=', now)
              .orderBy('begun_at')
              .limit(max)
              .modifyEnd(store.skipLocked),
          )
          .returningAll()
          .returning(now.as('taken_at'))
          .execute();
        const taken: Awaited<ReturnType<PanelPosts['take']>> = { posts: [], left: [], lost: [] };
        for (const { nonce, guild_id: guildId, channel_id: channelId, message_id: messageId, ...at } of rows) {
          if (messageId !== null) taken.left.push({ nonce, guildId, place: { channelId, messageId } });
          else if (at.taken_at <= at.begun_at + POSTED_AGAIN_WITHIN_MS) taken.posts.push({ nonce, guildId, channelId });
          else {
            taken.lost.push({ nonce, guildId, channelId });
            await drop(db, nonce);
          }
        }
        return taken;
      }),
  };
}
