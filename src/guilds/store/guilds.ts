import { sql, type UpdateObject } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { type ParametersOf, prepared, unawaited } from '../../database/prepared.ts';
import type { RowOf, Schema } from '../../database/schema.ts';
import { lockRows } from '../../database/lock-rows.ts';
import { givenIds, type Queries, type Store } from '../../database/store.ts';
import { whileUnchanged } from '../../database/unchanged.ts';
import { forgive } from '../../people/store/owed.ts';
import type { Secret } from '../../secret.ts';
import type { SealedCell, Sealer } from '../../secrets/sealer.ts';
import { atMost } from '../../work/at-most.ts';
import { inBatches } from '../../work/batch.ts';
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

type GuildRow = RowOf<'guilds'>;
export type GuildValues = UpdateObject<Schema, 'guilds'>;

export type Guilds = ReturnType<typeof createGuilds>;

/** For guilds whose language is not known. */
export const DEFAULT_LOCALE = 'en-US';

const GUILDS_AT_ONCE = 200;
const TOKENS_REMEMBERED = atMost(1_000);

const findGuilds = prepared((db, store, { ids }: ParametersOf<{ ids: readonly string[] }>) =>
  db.selectFrom('guilds').innerJoin(givenIds(store, ids), 'given.id', 'guilds.id').selectAll('guilds'),
);

export function createGuilds({ store, sealer }: { store: Store; sealer: Sealer }) {
  const readRow = inBatches(
    async (guildIds: readonly string[]) => {
      const ids = [...new Set(guildIds)];
      const rows = await store.read((db) => findGuilds(db, store, { ids }));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return guildIds.map((id) => byId.get(id));
    },
    { max: GUILDS_AT_ONCE },
  );
  /** Never older than the call. */
  const findRow = whileUnchanged(store, 'guilds', readRow);
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
      change(guildId, async (_, db) => {
        await dropRefusals(db, guildId);
        return { sealed_token: sealer.seal(secret, tokenCell(guildId)), token_last4: ending };
      }),

    /** @returns false, with nothing changed, when the guild has no token with this ending */
    clearToken: (guildId: string, ending: string) =>
      change(guildId, async ({ token_last4 }, db) => {
        if (token_last4 !== ending) return undefined;
        await dropRefusals(db, guildId);
        return { sealed_token: null, token_last4: null };
      }),

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

    /** That the guild's staff hand rewards over, until it has a hook. */
    setRewardsByHand: (guildId: string) =>
      change(guildId, async (_, db) => {
        const hook = db.selectFrom('reward_hooks').select('id').where('guild_id', '=', guildId).limit(1);
        return (await hook.executeTakeFirst()) ? undefined : { rewards_by_hand: 1 };
      }),

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

export async function addGuilds(db: Queries, store: Store, guildIds: readonly string[]): Promise<void> {
  const ids = [...new Set(guildIds)].toSorted();
  if (ids.length > 0) await insertGuilds(db, store, { ids });
}

const insertGuilds = unawaited((db, store, { ids }: ParametersOf<{ ids: readonly string[] }>) =>
  db
    .insertInto('guilds')
    .columns(['id', 'last_seen_at'])
    .expression((eb) =>
      eb
        .selectFrom(givenIds(store, ids))
        .where(sql.lit(true))
        .select(['given.id', store.now.as('last_seen_at')]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** Creates the row if there is none, locks and reads it: what changes anything of a guild runs one after another. */
export async function holdGuild(db: Queries, store: Store, guildId: string): Promise<GuildRow> {
  await addGuilds(db, store, [guildId]);
  await lockRows(db, store, 'guilds', [guildId]);
  return db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirstOrThrow();
}

/**
 * Waits for claims that are being settled and for which somebody asked in a guild: each has found what was set before,
 * or finds what is set now.
 */
export async function lockOpenClaims(db: Queries, store: Store, guildId: string): Promise<void> {
  const open = await db
    .selectFrom('claims')
    .select('id')
    // A literal, so that the partial indexes on open claims are used.
    .where('state', '=', sql.lit('open'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('claim_requests')
          .select('claim_requests.id')
          .whereRef('claim_id', '=', 'claims.id')
          .where('claim_requests.guild_id', '=', guildId),
      ),
    )
    .execute();
  const openIds = open.map(({ id }) => id);
  await lockRows(db, store, 'claims', openIds);
}

/** Drops due posts about a refused token: it is another one by now. */
async function dropRefusals(db: Queries, guildId: string): Promise<void> {
  const refusals = db.deleteFrom('posts').where('guild_id', '=', guildId).where('kind', '=', 'token');
  await refusals.where('posted_at', 'is', null).execute();
}

/** An update of a guild's row, if it has one. */
export function updateGuild(db: Queries, guildId: string, values: GuildValues) {
  return db.updateTable('guilds').set(values).where('id', '=', guildId);
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
    /** a manager said that the guild's staff hand rewards over */
    rewardsByHand: row.rewards_by_hand === 1,
    /** when members who want it are reminded to vote again; without hours nobody is */
    reminders: {
      hours: row.reminder_hours ?? undefined,
      /** instead of after these hours */
      nextDay: row.reminder_next_day === 1 ? { timeZone: row.day_zone, hour: row.day_hour } : undefined,
    },
    postSettings: {
      announcements: readPostSettings(row, 'announcements'),
      alerts: readPostSettings(row, 'alerts'),
      moderators: readPostSettings(row, 'moderators'),
    },
    /** a player's name belongs to the first member who claimed a reward with it */
    hasOwnNames: row.names_on === 1,
    /** as Discord names it */
    locale: row.locale ?? undefined,
  };
}

function tokenCell(guildId: string): SealedCell {
  return { guildId, field: 'access-token', rowId: guildId };
}
