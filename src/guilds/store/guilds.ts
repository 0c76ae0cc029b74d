import { type Selectable, sql, type Updateable } from 'kysely';
import { LRUCache } from 'lru-cache';

import { inBatches } from '../../batch.ts';
import type { GuildsTable } from '../../database/schema.ts';
import { lockRows, type Queries, type Store } from '../../database/store.ts';
import type { Secret } from '../../secret.ts';
import type { SealedPlace, Sealer } from '../../secrets/sealer.ts';
import {
  dropDuePosts,
  type PostChannel,
  type PostSettings,
  readPostSettings,
  writePostSettings,
} from './post-settings.ts';
import { readVoteLinks, type VoteLink, writeVoteLinks } from './vote-links.ts';

/** Where a panel is. */
export type PanelPlace = { channelId: string; messageId: string };

/** What is stored about a guild. Its token is sealed and read separately. */
export type Guild = {
  /** the last characters of the guild's own access token; undefined without one */
  tokenEnding: string | undefined;
  voteLinks: readonly VoteLink[];
  /** the message of the claim panel; undefined when there is none */
  panel: PanelPlace | undefined;
  /** the guild's own words on the panel; undefined for the usual ones */
  panelText: string | undefined;
  /** after how many hours members who want it are reminded to vote again; undefined while nobody is */
  reminderHours: number | undefined;
  posts: Record<PostChannel, PostSettings>;
  /** as Discord names it */
  locale: string | undefined;
};

export type Guilds = {
  /** @returns undefined when nothing is stored about it */
  find(guildId: string): Promise<Guild | undefined>;
  /** The guild's own access token. @throws {@link UnsealError} */
  token(guildId: string): Promise<Secret | undefined>;
  setToken(guildId: string, token: { secret: Secret; ending: string }): Promise<void>;
  /** @returns false, with nothing changed, when the guild has no token with this ending */
  clearToken(guildId: string, ending: string): Promise<boolean>;
  /** Replaces the links with what `change` returns; undefined leaves them. @returns whether they were replaced */
  changeVoteLinks(
    guildId: string,
    change: (before: readonly VoteLink[]) => readonly VoteLink[] | undefined,
  ): Promise<boolean>;
  /** Forgets the panel, unless it is in another place by now. */
  clearPanel(guildId: string, place: PanelPlace): Promise<void>;
  setPanelText(guildId: string, text: string | undefined): Promise<void>;
  /** Does nothing for a guild without a row. */
  setLocale(guildId: string, locale: string): Promise<void>;
  /**
   * Replaces the settings of one kind of post with what `change` returns; undefined leaves them unchanged. Posts that
   * are due are dropped when posting is switched on or off.
   *
   * @returns whether they were replaced
   */
  changePosts(
    guildId: string,
    kind: PostChannel,
    change: (before: PostSettings) => PostSettings | undefined,
  ): Promise<boolean>;
};

/** For guilds whose language is not known. */
export const DEFAULT_LOCALE = 'en-US';

const GUILDS_AT_ONCE = 200;
const TOKENS_REMEMBERED = 1_000;

export function createGuilds({ store, sealer }: { store: Store; sealer: Sealer }): Guilds {
  const find = (db: Queries, guildId: string) =>
    db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst();
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
  const tokens = new LRUCache<string, Secret>({ max: TOKENS_REMEMBERED });

  function openToken(sealed: string, guildId: string): Secret {
    const place = tokenPlace(guildId);
    const key = `${guildId} ${sealed}`;
    const token = tokens.get(key) ?? sealer.open(sealed, place);
    tokens.set(key, token);
    return token;
  }

  async function update(db: Queries, guildId: string, values: Updateable<GuildsTable>): Promise<void> {
    await db.updateTable('guilds').set(values).where('id', '=', guildId).execute();
  }

  const set = (guildId: string, values: Updateable<GuildsTable>) =>
    store.write(async (db) => {
      await holdGuild(db, store, guildId);
      await update(db, guildId, values);
    });

  return {
    async find(guildId) {
      const row = await findRow(guildId);
      return row && toGuild(row);
    },

    async token(guildId) {
      const sealed = (await findRow(guildId))?.sealed_token;
      return sealed ? openToken(sealed, guildId) : undefined;
    },

    setToken: (guildId, { secret, ending }) =>
      set(guildId, { sealed_token: sealer.seal(secret, tokenPlace(guildId)), token_last4: ending }),

    clearToken: (guildId, ending) =>
      store.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('guilds')
          .set({ sealed_token: null, token_last4: null })
          .where('id', '=', guildId)
          .where('token_last4', '=', ending)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    changeVoteLinks: (guildId, change) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const after = change(readVoteLinks((await find(db, guildId))?.vote_links ?? null));
        if (after) await update(db, guildId, { vote_links: writeVoteLinks(after) });
        return after !== undefined;
      }),

    clearPanel: (guildId, { messageId }) =>
      store.write(async (db) => {
        await db
          .updateTable('guilds')
          .set({ panel_channel_id: null, panel_message_id: null })
          .where('id', '=', guildId)
          .where('panel_message_id', '=', messageId)
          .execute();
      }),

    setPanelText: (guildId, text) => set(guildId, { panel_text: text ?? null }),

    setLocale: (guildId, locale) => store.write((db) => update(db, guildId, { locale })),

    changePosts: (guildId, kind, change) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await find(db, guildId);
        const before = readPostSettings(row, kind);
        const after = change(before);
        if (!after) return false;
        await writePostSettings(db, guildId, kind, after);
        if (after.on !== before.on) await dropDuePosts(db, store, guildId, kind);
        return true;
      }),
  };
}

/** Creates the rows of guilds that have none. */
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

/**
 * Creates the row if there is none, and locks it: transactions that change what belongs to a guild run one after
 * another.
 */
export async function holdGuild(db: Queries, store: Pick<Store, 'now' | 'given'>, guildId: string): Promise<void> {
  await addGuilds(db, store, [guildId]);
  await lockRows(db, store, 'guilds', [guildId]);
}

/** Where the panel of a guild is; undefined without one. */
export function panelOf(
  row: Pick<Selectable<GuildsTable>, 'panel_channel_id' | 'panel_message_id'> | undefined,
): PanelPlace | undefined {
  const { panel_channel_id: channelId, panel_message_id: messageId } = row ?? {};
  return channelId && messageId ? { channelId, messageId } : undefined;
}

function toGuild(row: Selectable<GuildsTable>): Guild {
  return {
    tokenEnding: row.sealed_token === null ? undefined : (row.token_last4 ?? ''),
    voteLinks: readVoteLinks(row.vote_links),
    panel: panelOf(row),
    panelText: row.panel_text ?? undefined,
    reminderHours: row.reminder_hours ?? undefined,
    posts: {
      announcements: readPostSettings(row, 'announcements'),
      alerts: readPostSettings(row, 'alerts'),
      moderators: readPostSettings(row, 'moderators'),
    },
    locale: row.locale ?? undefined,
  };
}

function tokenPlace(guildId: string): SealedPlace {
  return { guildId, field: 'access-token', rowId: guildId };
}
