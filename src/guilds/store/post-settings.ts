import type { Selectable, Updateable } from 'kysely';

import type { GuildsTable } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';

/**
 * What can be posted: announcements of claimed rewards, alerts about plan changes, and what moderators have to look at.
 */
export const POST_KINDS = ['announcements', 'alerts', 'moderators'] as const;
export type PostKind = (typeof POST_KINDS)[number];

/**
 * Where something is posted, and whether it is posted at all. `roleId`: the role that is mentioned there; only alerts
 * mention one
 */
export type PostSettings = { channelId: string | undefined; on: boolean; roleId?: string | undefined };

/** Posts that were turned off because their channel was out of reach. `at`: when, in ms since the epoch */
export type StoppedPosts = { kind: PostKind; channelId: string; at: number };

/** The columns of `guilds` that hold the settings of each kind. */
const COLUMNS = {
  announcements: {
    channel: 'announcement_channel_id',
    on: 'announcements_on',
    stoppedAt: 'announcements_stopped_at',
  },
  alerts: {
    channel: 'alert_channel_id',
    on: 'alerts_on',
    stoppedAt: 'alerts_stopped_at',
    role: 'alert_role_id',
  },
  moderators: { channel: 'moderators_channel_id', on: 'moderators_on', stoppedAt: 'moderators_stopped_at' },
} as const satisfies Record<PostKind, Record<string, keyof GuildsTable>>;

/** What {@link readPostSettings} reads. */
export const POST_COLUMNS = [
  ...POST_KINDS.flatMap((kind) => [COLUMNS[kind].channel, COLUMNS[kind].on]),
  COLUMNS.alerts.role,
];

type GuildRow = Selectable<GuildsTable>;

export function readPostSettings(
  row: Pick<GuildRow, (typeof POST_COLUMNS)[number]> | undefined,
  kind: PostKind,
): PostSettings {
  const columns = COLUMNS[kind];
  return {
    channelId: row?.[columns.channel] ?? undefined,
    on: row?.[columns.on] === 1,
    ...('role' in columns ? { roleId: row?.[columns.role] ?? undefined } : {}),
  };
}

/** The columns to update. A manager who changes the settings of a kind knows whether it is on. */
export function writePostSettings(kind: PostKind, settings: PostSettings): Updateable<GuildsTable> {
  const columns = COLUMNS[kind];
  const { channelId, on, roleId } = settings;
  return {
    [columns.channel]: channelId ?? null,
    [columns.on]: on ? 1 : 0,
    [columns.stoppedAt]: null,
    ...('role' in columns ? { [columns.role]: roleId ?? null } : {}),
  };
}

/** What was turned off, until {@link markStopTold}. */
export function readStoppedPosts(row: GuildRow): StoppedPosts[] {
  return POST_KINDS.flatMap((kind) => {
    const { channel, stoppedAt } = COLUMNS[kind];
    const at = row[stoppedAt];
    return at === null ? [] : [{ kind, channelId: row[channel] ?? '', at }];
  });
}

/** Records that a manager knows. Does nothing if posts of this kind have been turned off again since. */
export async function markStopTold(db: Queries, guildId: string, { kind, at }: StoppedPosts): Promise<void> {
  const { stoppedAt } = COLUMNS[kind];
  await db
    .updateTable('guilds')
    .set({ [stoppedAt]: null })
    .where('id', '=', guildId)
    .where(stoppedAt, '=', at)
    .execute();
}

/**
 * Turns posts of a kind off because this channel is out of reach, unless the guild has chosen another one meanwhile.
 */
export async function stopPosts(
  db: Queries,
  store: Pick<Store, 'now'>,
  kind: PostKind,
  { guildId, channelId }: { guildId: string; channelId: string },
): Promise<void> {
  const { channel, on, stoppedAt } = COLUMNS[kind];
  const stopped = await db
    .updateTable('guilds')
    .set({ [on]: 0, [stoppedAt]: store.now })
    .where('id', '=', guildId)
    .where(channel, '=', channelId)
    .where(on, '=', 1)
    .returning('id')
    .executeTakeFirst();
  if (stopped) await dropDuePosts(db, guildId, kind);
}

/** Drops what is due when posts of a kind are turned off, so that turning them on again does not post it. */
export async function dropDuePosts(db: Queries, guildId: string, kind: PostKind): Promise<void> {
  if (kind !== 'moderators') {
    await db.deleteFrom(kind).where('guild_id', '=', guildId).where('posted_at', 'is', null).execute();
  }
  await db
    .deleteFrom('escalations')
    .where('guild_id', '=', guildId)
    .where('channel', '=', kind)
    .where('posted_at', 'is', null)
    .execute();
}
