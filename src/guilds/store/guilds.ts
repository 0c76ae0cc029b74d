import { type Selectable, sql, type UpdateObject } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import type { Schema } from '../../database/schema.ts';
import { lockRows, type Queries, type Store } from '../../database/store.ts';
import { forgive } from '../../people/store/owed.ts';
import type { Secret } from '../../secret.ts';
import type { SealedCell, Sealer } from '../../secrets/sealer.ts';
import { atMost } from '../../work/at-most.ts';
import { inBatches } from '../../work/batch.ts';
import type { DayStart } from '../day-start.ts';
import type { VoteLink } from '../vote-links.ts';
import {
  dropDuePosts,
  postColumns,
  type PostChannel,
  POSTS_STOPPED,
  type PostSettings,
  readPostSettings,
} from './post-settings.ts';

export type PanelLocation = { channelId: string; messageId: string };

type GuildRow = Selectable<Schema['guilds']>;
export type GuildValues = UpdateObject<Schema, 'guilds'>;

export type Guilds = ReturnType<typeof createGuilds>;

/** For guilds whose language is not known. */
export const DEFAULT_LOCALE = 'en-US';

const GUILDS_AT_ONCE = 200;
const TOKENS_REMEMBERED = atMost(1_000);

export function createGuilds({ store, sealer }: { store: Store; sealer: Sealer }) {
  /** Reads the rows of many guilds at once. What is read is never older than the call. */
  const findRow = inBatches(
    async (guildIds: readonly string[]) => {
      const ids = [...new Set(guildIds)].map((id) => ({ id }));
      const rows = await store.read((db) =>
        db
          .selectFrom('guilds')
          .innerJoin(store.given({ id: 'text' }, ids), 'given.id', 'guilds.id')
          .selectAll('guilds')
          .execute(),
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return guildIds.map((id) => byId.get(id));
    },
    { max: GUILDS_AT_ONCE },
  );
  const tokens = new LRUCache<string, Secret>(TOKENS_REMEMBERED);

  /** Writes what `decide` returns; undefined leaves the row. @returns whether it was written */
  const change = (
    guildId: string,
    decide: (before: GuildRow, db: Queries) => GuildValues | undefined | Promise<GuildValues | undefined>,
  ): Promise<boolean> =>
    store.write(async (db) => {
      const values = await decide(await holdGuild(db, store, guildId), db);
      if (values) await updateGuild(db, guildId, values).execute();
      return values !== undefined;
    });

  return {
    async find(guildId: string): Promise<ReturnType<typeof toGuild> | undefined> {
      const row = await findRow(guildId);
      return row && toGuild(row);
    },

    /** The guild's own access token. @throws {@link UnsealError} */
    async token(guildId: string): Promise<Secret | undefined> {
      const sealed = (await findRow(guildId))?.sealed_token;
      if (!sealed) return undefined;
      const key = `${guildId} ${sealed}`;
      const token = tokens.get(key) ?? sealer.open(sealed, tokenCell(guildId));
      tokens.set(key, token);
      return token;
    },

    setToken: (guildId: string, { secret, ending }: { secret: Secret; ending: string }) =>
      change(guildId, () => ({ sealed_token: sealer.seal(secret, tokenCell(guildId)), token_last4: ending })),

    /** @returns false, with nothing changed, when the guild has no token with this ending */
    clearToken: (guildId: string, ending: string) =>
      change(guildId, ({ token_last4 }) =>
        token_last4 === ending ? { sealed_token: null, token_last4: null } : undefined,
      ),

    /** Replaces the links with what `decide` returns; undefined leaves them. @returns whether they were replaced */
    changeVoteLinks: (
      guildId: string,
      decide: (before: readonly VoteLink[]) => readonly VoteLink[] | undefined,
    ): Promise<boolean> =>
      change(guildId, ({ vote_links }) => {
        const after = decide(readVoteLinks(vote_links));
        return after && { vote_links: after.length > 0 ? JSON.stringify(after) : null };
      }),

    /** Forgets the panel, unless another message is the panel by now. */
    clearPanel: (guildId: string, { messageId }: PanelLocation) =>
      change(guildId, ({ panel_message_id }) => (panel_message_id === messageId ? panelColumns(undefined) : undefined)),

    setPanelText: (guildId: string, text: string | undefined) => change(guildId, () => ({ panel_text: text ?? null })),

    setLocale: (guildId: string, locale: string): Promise<unknown> =>
      store.write((db) => updateGuild(db, guildId, { locale }).execute()),

    /** Replaces the settings of one channel of posts in the same way. Switching it on or off drops posts that are due. */
    changePosts: (
      guildId: string,
      channel: PostChannel,
      decide: (before: PostSettings) => PostSettings | undefined,
    ): Promise<boolean> =>
      change(guildId, async (row, db) => {
        const before = readPostSettings(row, channel);
        const after = decide(before);
        if (!after) return undefined;
        // A manager who changes the settings need not be told that the posts were off.
        await forgive(db, POSTS_STOPPED, { guildId, subject: channel });
        if (after.on !== before.on) await dropDuePosts(db, store, guildId, channel);
        return postColumns(channel, after);
      }),
  };
}

const storedLinks = z.array(z.object({ label: z.string().optional(), url: z.string() }));

export function readVoteLinks(json: string | null): VoteLink[] {
  return json === null ? [] : storedLinks.parse(JSON.parse(json)).map(({ label, url }) => ({ label, url }));
}

export async function addGuilds(
  db: Queries,
  { now, given }: Pick<Store, 'now' | 'given'>,
  guildIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(guildIds)].toSorted().map((id) => ({ id }));
  await db
    .insertInto('guilds')
    .columns(['id', 'last_seen_at'])
    .expression((eb) =>
      eb
        .selectFrom(given({ id: 'text' }, ids))
        .where(sql.lit(true))
        .select(['given.id', now.as('last_seen_at')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates the row if there is none, locks and reads it: what changes anything of a guild runs one after another. */
export async function holdGuild(db: Queries, store: Pick<Store, 'now' | 'given'>, guildId: string): Promise<GuildRow> {
  await addGuilds(db, store, [guildId]);
  await lockRows(db, store, 'guilds', [guildId]);
  return db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow();
}

/** An update of a guild's row, if it has one. */
export function updateGuild(db: Queries, guildId: string, values: GuildValues) {
  return db.updateTable('guilds').set(values).where('id', '=', guildId);
}

/** When a guild's day begins; undefined for a guild of which nothing is stored. */
export async function dayStartOf(db: Queries, guildId: string): Promise<DayStart | undefined> {
  const row = await db
    .selectFrom('guilds')
    .select(['day_zone', 'day_hour'])
    .where('id', '=', guildId)
    .executeTakeFirst();
  return row && { timeZone: row.day_zone, hour: row.day_hour };
}

export function panelColumns(location: PanelLocation | undefined) {
  return { panel_channel_id: location?.channelId ?? null, panel_message_id: location?.messageId ?? null };
}

export function panelOf(row: GuildRow): PanelLocation | undefined {
  const { panel_channel_id: channelId, panel_message_id: messageId } = row;
  return channelId && messageId ? { channelId, messageId } : undefined;
}

/** What is stored about a guild. Its token is sealed and read separately. */
function toGuild(row: GuildRow) {
  return {
    /** the last characters of the guild's own access token; undefined without one */
    tokenEnding: row.sealed_token === null ? undefined : (row.token_last4 ?? ''),
    voteLinks: readVoteLinks(row.vote_links),
    panel: panelOf(row),
    /** the guild's own words on the panel; undefined for the usual ones */
    panelText: row.panel_text ?? undefined,
    /** after how many hours members who want it are reminded to vote again; undefined while nobody is */
    reminderHours: row.reminder_hours ?? undefined,
    /** they are reminded when the next day begins instead */
    remindsNextDay: row.reminder_next_day === 1,
    day: { timeZone: row.day_zone, hour: row.day_hour },
    postSettings: {
      announcements: readPostSettings(row, 'announcements'),
      alerts: readPostSettings(row, 'alerts'),
      moderators: readPostSettings(row, 'moderators'),
    },
    /** as Discord names it */
    locale: row.locale ?? undefined,
  };
}

function tokenCell(guildId: string): SealedCell {
  return { guildId, field: 'access-token', rowId: guildId };
}
