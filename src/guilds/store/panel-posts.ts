import { sql } from 'kysely';

import { takeHeld } from '../../database/held-rows.ts';
import type { Queries, Store } from '../../database/store.ts';
import { newNonce } from '../../work/ids.ts';
import { type LeftMessage, PANEL_LEASE_MS, type PanelPost } from '../panel-message.ts';
import { holdGuild, panelColumns, type PanelLocation, panelOf, updateGuild } from './guilds.ts';

export type PanelPosts = ReturnType<typeof createPanelPosts>;

/** In base64url 24 characters; a nonce has 25 at most (Discord's documentation, "Create Message"). */
const NONCE_BYTES = 18;

/** Table `panel_posts`: messages of panels to post or to delete. Each function is one transaction. */
export function createPanelPosts(store: Store) {
  const { now } = store;

  /** Records a message, held by this process. @param location - without an id to post one. @returns the nonce */
  async function add(
    db: Queries,
    guildId: string,
    location: { channelId: string; messageId?: string },
  ): Promise<string> {
    const nonce = newNonce(NONCE_BYTES);
    await db
      .insertInto('panel_posts')
      .values({
        nonce,
        guild_id: guildId,
        channel_id: location.channelId,
        message_id: location.messageId ?? null,
        is_wanted: location.messageId === undefined ? 1 : 0,
        begun_at: now,
        held_until: store.after(PANEL_LEASE_MS),
      })
      .execute();
    return nonce;
  }

  async function leave(db: Queries, guildId: string, location: PanelLocation): Promise<LeftMessage> {
    return { nonce: await add(db, guildId, location), guildId, location, tries: 0 };
  }

  return {
    async begin(guildId: string, channelId: string): Promise<PanelPost> {
      const nonce = await store.write((db) => add(db, guildId, { channelId }));
      return { nonce, guildId, channelId };
    },

    /** Makes a message the guild's panel, unless a later one was posted, or the panel was removed. */
    finish: (
      { nonce, guildId, channelId }: PanelPost,
      messageId: string,
    ): Promise<{ isPanel: boolean; left: LeftMessage | undefined }> =>
      store.write(async (db) => {
        const before = panelOf(await holdGuild(db, store, guildId));
        // Another process has finished it meanwhile.
        if (before?.messageId === messageId) return { isPanel: true, left: undefined };
        const post = await db
          .deleteFrom('panel_posts')
          .where('nonce', '=', nonce)
          .returning(['is_wanted', 'begun_at'])
          .executeTakeFirst();
        const location = { channelId, messageId };
        if (post?.is_wanted !== 1) return { isPanel: false, left: await leave(db, guildId, location) };
        await updateGuild(db, guildId, panelColumns(location)).execute();
        await db
          .updateTable('panel_posts')
          .set({ is_wanted: 0 })
          .where('guild_id', '=', guildId)
          .where('begun_at', '<=', post.begun_at)
          .execute();
        return { isPanel: true, left: before && (await leave(db, guildId, before)) };
      }),

    /** Forgets the guild's panel. Messages that are being posted become none either. @returns the message to delete */
    removePanel: (guildId: string): Promise<LeftMessage | undefined> =>
      store.write(async (db) => {
        const before = panelOf(await holdGuild(db, store, guildId));
        await updateGuild(db, guildId, panelColumns(undefined)).execute();
        await db.updateTable('panel_posts').set({ is_wanted: 0 }).where('guild_id', '=', guildId).execute();
        return before && leave(db, guildId, before);
      }),

    /** After a failure: leaves it to any process after a pause, in ms. */
    putOff: ({ nonce }: Pick<PanelPost, 'nonce'>, pauseMs: number): Promise<unknown> =>
      store.write((db) =>
        db
          .updateTable('panel_posts')
          .set((eb) => ({ tries: eb('tries', '+', 1), held_until: store.after(pauseMs) }))
          .where('nonce', '=', nonce)
          .execute(),
      ),

    drop: ({ nonce }: Pick<PanelPost, 'nonce'>): Promise<unknown> =>
      store.write((db) => db.deleteFrom('panel_posts').where('nonce', '=', nonce).execute()),

    /** Guilds with a message that no process holds, the one first that has waited longest. */
    dueGuilds: (): Promise<string[]> =>
      store.read(async (db) => {
        const { rows } = await sql<{ guild_id: string }>`
          select guild_id from panel_posts where held_until <= ${now}
          group by guild_id order by min(held_until)`.execute(db);
        return rows.map(({ guild_id }) => guild_id);
      }),

    /** Takes the oldest message of a guild that no process holds. Times in ms since the epoch. */
    async take(guildId: string): Promise<(PanelPost & { begunAt: number; takenAt: number }) | LeftMessage | undefined> {
      const [row] = await store.write((db) =>
        takeHeld(db, store, 'panel_posts', {
          where: sql<boolean>`guild_id = ${guildId}`,
          orderBy: sql`begun_at, nonce`,
          limit: 1,
          leaseMs: PANEL_LEASE_MS,
        }),
      );
      if (!row) return undefined;
      const { nonce, channel_id: channelId, message_id: messageId, tries } = row;
      return messageId === null
        ? { nonce, guildId, channelId, begunAt: row.begun_at, takenAt: row.taken_at }
        : { nonce, guildId, location: { channelId, messageId }, tries };
    },
  };
}
