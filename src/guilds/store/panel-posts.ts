import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import { takeHeld } from '../../database/held-rows.ts';
import type { Queries, Store } from '../../database/store.ts';
import { type LeftMessage, PANEL_HELD_MS, type PanelPost } from '../panel-message.ts';
import { holdGuild, type PanelPlace, panelOf } from './guilds.ts';

/**
 * Table `panel_posts`: messages of panels that are being posted, or are to be taken away. Each function is one transaction.
 */
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
  /** Leaves it to any process after a pause, in ms, as one that failed once more. */
  putOff(one: Pick<PanelPost, 'nonce'>, pauseMs: number): Promise<void>;
  /** Nothing is left to be done about it. */
  drop(one: Pick<PanelPost, 'nonce'>): Promise<void>;
  /** Guilds with one that no process is at, which has waited longest first. */
  dueGuilds(): Promise<string[]>;
  /** Takes the oldest of a guild that no process is at. Times in ms since the epoch. */
  take(guildId: string): Promise<(PanelPost & { begunAt: number; takenAt: number }) | LeftMessage | undefined>;
};

/** In base64url 24 characters; a nonce has 25 at most (Discord's documentation, "Create Message"). */
const NONCE_BYTES = 18;

export function createPanelPosts(store: Store): PanelPosts {
  const { now } = store;

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

  /** Puts a message on record. @param messageId - undefined while it is to be posted. @returns its nonce */
  async function add(db: Queries, guildId: string, place: { channelId: string; messageId?: string }): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const { channelId, messageId } = place;
    const values = { nonce, guild_id: guildId, channel_id: channelId, message_id: messageId ?? null };
    await db
      .insertInto('panel_posts')
      .values({
        ...values,
        is_wanted: messageId === undefined ? 1 : 0,
        begun_at: now,
        held_until: store.after(PANEL_HELD_MS),
      })
      .execute();
    return nonce;
  }

  async function leave(db: Queries, guildId: string, place: PanelPlace): Promise<LeftMessage> {
    return { nonce: await add(db, guildId, place), guildId, place, tries: 0 };
  }

  return {
    begin: async (guildId, channelId) => {
      const nonce = await store.write((db) => add(db, guildId, { channelId }));
      return { nonce, guildId, channelId };
    },

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

    putOff: ({ nonce }, pauseMs) =>
      store.write(async (db) => {
        await db
          .updateTable('panel_posts')
          .set((eb) => ({ tries: eb('tries', '+', 1), held_until: store.after(pauseMs) }))
          .where('nonce', '=', nonce)
          .execute();
      }),

    drop: ({ nonce }) =>
      store.write(async (db) => {
        await db.deleteFrom('panel_posts').where('nonce', '=', nonce).execute();
      }),

    dueGuilds: () =>
      store.read(async (db) => {
        const { rows } = await sql<{ guild_id: string }>`
          select guild_id from panel_posts where held_until <= ${now}
          group by guild_id order by min(held_until)`.execute(db);
        return rows.map(({ guild_id }) => guild_id);
      }),

    async take(guildId) {
      const [row] = await store.write((db) =>
        takeHeld(db, store, 'panel_posts', {
          where: sql<boolean>`guild_id = ${guildId}`,
          orderBy: sql`begun_at, nonce`,
          limit: 1,
          leaseMs: PANEL_HELD_MS,
        }),
      );
      if (!row) return undefined;
      const { nonce, channel_id: channelId, message_id: messageId, tries } = row;
      return messageId === null
        ? { nonce, guildId, channelId, begunAt: row.begun_at, takenAt: row.taken_at }
        : { nonce, guildId, place: { channelId, messageId }, tries };
    },
  };
}
