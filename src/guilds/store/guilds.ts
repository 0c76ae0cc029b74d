import type { Selectable, Updateable } from 'kysely';

import type { GuildsTable } from '../../database/schema.ts';
import { lockRow, type Queries, type Store } from '../../database/store.ts';
import type { Secret } from '../../secret.ts';
import type { SealedPlace, Sealer } from '../../secrets/sealer.ts';
import {
  dropDuePosts,
  markStopTold,
  type PostKind,
  type PostSettings,
  readPostSettings,
  readStoppedPosts,
  type StoppedPosts,
  writePostSettings,
} from './post-settings.ts';

/** What is stored about a guild. Its token is sealed and read separately. */
export type Guild = {
  /** the last characters of the guild's own access token; undefined without one */
  tokenEnding: string | undefined;
  voteUrl: string | undefined;
  posts: Record<PostKind, PostSettings>;
  /** posts that no manager knows to be off */
  stopped: StoppedPosts[];
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
  setVoteUrl(guildId: string, url: string | undefined): Promise<void>;
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
    kind: PostKind,
    change: (before: PostSettings) => PostSettings | undefined,
  ): Promise<boolean>;
  /** Records that a manager knows. */
  markStopTold(guildId: string, stopped: StoppedPosts): Promise<void>;
};

export function createGuilds({ store, sealer }: { store: Store; sealer: Sealer }): Guilds {
  const find = (db: Queries, guildId: string) =>
    db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst();

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
      const row = await store.read((db) => find(db, guildId));
      return row && toGuild(row);
    },

    async token(guildId) {
      const sealed = (await store.read((db) => find(db, guildId)))?.sealed_token;
      return sealed ? sealer.open(sealed, tokenPlace(guildId)) : undefined;
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

    setVoteUrl: (guildId, url) => set(guildId, { vote_url: url ?? null }),

    setLocale: (guildId, locale) => store.write((db) => update(db, guildId, { locale })),

    changePosts: (guildId, kind, change) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await find(db, guildId);
        const before = readPostSettings(row, kind);
        const after = change(before);
        if (!after) return false;
        await update(db, guildId, writePostSettings(kind, after));
        if (after.on !== before.on) await dropDuePosts(db, guildId, kind);
        return true;
      }),

    markStopTold: (guildId, stopped) => store.write((db) => markStopTold(db, guildId, stopped)),
  };
}

/** Creates a guild's row if there is none. */
export async function addGuild(db: Queries, store: Pick<Store, 'now'>, guildId: string): Promise<void> {
  await db
    .insertInto('guilds')
    .values({ id: guildId, last_seen_at: store.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Creates the row if there is none, and locks it: transactions that change what belongs to a guild run one after
 * another.
 */
export async function holdGuild(db: Queries, store: Pick<Store, 'now'>, guildId: string): Promise<void> {
  await addGuild(db, store, guildId);
  await lockRow(db, 'guilds', guildId);
}

function toGuild(row: Selectable<GuildsTable>): Guild {
  return {
    tokenEnding: row.sealed_token === null ? undefined : (row.token_last4 ?? ''),
    voteUrl: row.vote_url ?? undefined,
    posts: {
      announcements: readPostSettings(row, 'announcements'),
      alerts: readPostSettings(row, 'alerts'),
      moderators: readPostSettings(row, 'moderators'),
    },
    stopped: readStoppedPosts(row),
    locale: row.locale ?? undefined,
  };
}

function tokenPlace(guildId: string): SealedPlace {
  return { guildId, field: 'access-token', rowId: guildId };
}
