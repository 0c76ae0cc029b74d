import { type Expression, sql, type SqlBool, type Updateable } from 'kysely';
import { z } from 'zod';

import type { RowOf, Schema } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { owe, type OwedKind } from '../../people/store/owed.ts';

/** Where the bot posts: announcements of claimed rewards, alerts about plan changes, and escalations. */
export const POST_CHANNELS = ['announcements', 'alerts', 'moderators'] as const;
export type PostChannel = (typeof POST_CHANNELS)[number];

/**
 * `roleId`: the role that posts there mention; only alerts mention one. `saysArrival`: whether each announcement says
 * when its reward has reached every place
 */
export type PostSettings = {
  channelId: string | undefined;
  on: boolean;
  roleId?: string | undefined;
  saysArrival?: boolean;
};

/** Owed to the managers when posts were turned off because their channel was out of reach. */
export const POSTS_STOPPED = {
  name: 'posts-stopped',
  detail: z.object({ posts: z.enum(POST_CHANNELS), channelId: z.string() }),
} satisfies OwedKind<unknown>;

/** Columns of the table `guilds`. */
const COLUMNS = {
  announcements: { channel: 'announcement_channel_id', on: 'announcements_on', arrival: 'announcements_arrival' },
  alerts: { channel: 'alert_channel_id', on: 'alerts_on', role: 'alert_role_id' },
  moderators: { channel: 'moderators_channel_id', on: 'moderators_on' },
} as const satisfies Record<PostChannel, Record<string, keyof Schema['guilds']>>;

export const POST_COLUMNS = [
  ...POST_CHANNELS.flatMap((channel) => [COLUMNS[channel].channel, COLUMNS[channel].on]),
  COLUMNS.alerts.role,
  COLUMNS.announcements.arrival,
];

export function readPostSettings(
  row: Pick<RowOf<'guilds'>, (typeof POST_COLUMNS)[number]> | undefined,
  channel: PostChannel,
): PostSettings {
  const columns = COLUMNS[channel];
  return {
    channelId: row?.[columns.channel] ?? undefined,
    on: row?.[columns.on] === 1,
    ...('role' in columns ? { roleId: row?.[columns.role] ?? undefined } : {}),
    ...('arrival' in columns ? { saysArrival: row?.[columns.arrival] === 1 } : {}),
  };
}

export function postColumns(
  channel: PostChannel,
  { channelId, on, roleId, saysArrival = false }: PostSettings,
): Updateable<Schema['guilds']> {
  const columns = COLUMNS[channel];
  return {
    [columns.channel]: channelId ?? null,
    [columns.on]: on ? 1 : 0,
    ...('role' in columns ? { [columns.role]: roleId ?? null } : {}),
    ...('arrival' in columns ? { [columns.arrival]: saysArrival ? 1 : 0 } : {}),
  };
}

/** Turns off a channel that is out of reach and drops its due posts, unless the guild has chosen another meanwhile. */
export async function stopPosts(
  db: Queries,
  store: Pick<Store, 'now'>,
  { guildId, channel, channelId }: { guildId: string; channel: PostChannel; channelId: string },
): Promise<void> {
  const columns = COLUMNS[channel];
  const stopped = await db
    .updateTable('guilds')
    .set({ [columns.on]: 0 })
    .where('id', '=', guildId)
    .where(columns.channel, '=', channelId)
    .where(columns.on, '=', 1)
    .returning('id')
    .executeTakeFirst();
  if (stopped) await owe(db, store, POSTS_STOPPED, { guildId, subject: channel }, { posts: channel, channelId });
  const isChosen = db
    .selectFrom('guilds')
    .select('id')
    .where('id', '=', guildId)
    .where(columns.channel, '=', channelId);
  if (await isChosen.executeTakeFirst()) await duePosts(db, store, guildId, channel).execute();
}

/**
 * Drops the due posts of a channel that is turned off, so that turning it on again does not post them. Messages that are
 * there are still changed.
 */
export async function dropDuePosts(
  db: Queries,
  store: Pick<Store, 'now'>,
  guildId: string,
  channel: PostChannel,
): Promise<void> {
  await duePosts(db, store, guildId, channel).where('message_id', 'is', null).execute();
}

function duePosts(db: Queries, { now }: Pick<Store, 'now'>, guildId: string, channel: PostChannel) {
  return db
    .updateTable('posts')
    .set({ posted_at: now })
    .where('guild_id', '=', guildId)
    .where('channel', '=', channel)
    .where('posted_at', 'is', null);
}

/** That claims are announced in the guild of one, a row of `claims`. */
export const hasAnnouncements: Expression<SqlBool> = sql`exists (
  select 1 from guilds where guilds.id = claims.guild_id and guilds.announcements_on = 1
)`;

/** A condition on a row of `guilds`. */
export function isChannelOn(channel: Expression<PostChannel>): Expression<SqlBool> {
  const flags = POST_CHANNELS.map((name) => sql`when ${sql.lit(name)} then ${sql.ref(COLUMNS[name].on)}`);
  return sql`case ${channel} ${sql.join(flags, sql` `)} end = 1`;
}
