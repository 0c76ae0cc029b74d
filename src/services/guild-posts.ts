import type { Selectable, Updateable } from 'kysely';

import { dropDueAlerts } from '../storage/alerts.ts';
import { dropDueAnnouncements } from '../storage/announcements.ts';
import { holdGuild } from '../storage/guilds.ts';
import type { GuildsTable } from '../storage/schema.ts';
import type { Queries, Store } from '../storage/store.ts';

/** Where something is posted, and whether it is. */
export type PostSettings = { channelId: string | undefined; on: boolean };

/** Changes what is given. Naming a channel also switches on, unless it says otherwise. */
export type PostSettingsChange = { channelId?: string | undefined; on?: boolean | undefined };

/** What can be posted: announcements of claimed rewards, and alerts of changes of plans. */
export type PostKind = 'announcements' | 'alerts';

/** What a guild has set of the posts that it wants to read. */
export type GuildPosts = {
  /** @returns false, with nothing changed, when they would be on without a channel */
  setPosts(guildId: string, kind: PostKind, change: PostSettingsChange): Promise<boolean>;
  /** What a manager of the guild has to be told of; undefined when there is nothing. */
  stoppedAlerts(guildId: string): Promise<StoppedAlerts | undefined>;
};

/** Alerts that were turned off because their channel was out of reach. `told` is to be called once a manager knows. */
type StoppedAlerts = { channelId: string; told: () => Promise<void> };

type StoredGuild = Selectable<GuildsTable>;

/** How one kind of post is stored. */
type StoredPosts = {
  read: (guild: StoredGuild | undefined) => PostSettings;
  columns: (settings: PostSettings) => Updateable<GuildsTable>;
  dropDue: (db: Queries, guildId: string) => Promise<void>;
};

const ANNOUNCEMENTS: StoredPosts = {
  read: (guild) => ({ channelId: guild?.announcement_channel_id ?? undefined, on: guild?.announcements_on === 1 }),
  columns: ({ channelId, on }) => ({ announcement_channel_id: channelId ?? null, announcements_on: on ? 1 : 0 }),
  dropDue: dropDueAnnouncements,
};

const ALERTS: StoredPosts = {
  read: (guild) => ({ channelId: guild?.alert_channel_id ?? undefined, on: guild?.alerts_on === 1 }),
  columns: ({ channelId, on }) => ({
    alert_channel_id: channelId ?? null,
    alerts_on: on ? 1 : 0,
    alerts_stopped_at: null,
  }),
  dropDue: (db, guildId) => dropDueAlerts(db, { guild_id: guildId }),
};

export function createGuildPosts(store: Store): GuildPosts {
  const set = (guildId: string, { channelId, on }: PostSettingsChange, { read, columns, dropDue }: StoredPosts) =>
    store.write(async (db) => {
      await holdGuild(db, store, guildId);
      const before = read(
        await db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow(),
      );
      const after = { channelId: channelId ?? before.channelId, on: on ?? (channelId !== undefined || before.on) };
      if (after.on && after.channelId === undefined) return false;
      await db.updateTable('guilds').set(columns(after)).where('id', '=', guildId).execute();
      if (after.on !== before.on) await dropDue(db, guildId);
      return true;
    });

  return {
    setPosts: (guildId, kind, change) => set(guildId, change, kind === 'alerts' ? ALERTS : ANNOUNCEMENTS),
    async stoppedAlerts(guildId) {
      const guild = await store.read((db) =>
        db
          .selectFrom('guilds')
          .select(['alert_channel_id', 'alerts_stopped_at'])
          .where('id', '=', guildId)
          .where('alerts_stopped_at', 'is not', null)
          .executeTakeFirst(),
      );
      if (!guild) return undefined;
      return {
        channelId: guild.alert_channel_id ?? '',
        told: () =>
          store.write(async (db) => {
            await db
              .updateTable('guilds')
              .set({ alerts_stopped_at: null })
              .where('id', '=', guildId)
              .where('alerts_stopped_at', '=', guild.alerts_stopped_at)
              .execute();
          }),
      };
    },
  };
}

/** @param guild - undefined when nothing is stored of it */
export function readPosts(guild: StoredGuild | undefined): Record<PostKind, PostSettings> {
  return { announcements: ANNOUNCEMENTS.read(guild), alerts: ALERTS.read(guild) };
}
