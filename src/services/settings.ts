import { LRUCache } from 'lru-cache';

import { Secret } from '../secret.ts';
import { holdGuild } from '../storage/guilds.ts';
import type { SealedPlace, Sealer } from '../storage/sealer.ts';
import type { Store } from '../storage/store.ts';
import { createGuildPosts, readPosts, type GuildPosts, type PostSettings } from './guild-posts.ts';

/** What a guild has set. */
export type GuildSettings = {
  /** whose access token claims votes here; `ending`: the last characters of the guild's own */
  token: { kind: 'own'; ending: string } | { kind: 'operators' } | { kind: 'none' };
  /** the guild's own */
  voteUrl: string | undefined;
  announcements: PostSettings;
  alerts: PostSettings;
};

export type Settings = GuildPosts & {
  /** Whether a guild is the operator's own. Without a home guild the bot is private, and every guild is. */
  isHome: (guildId: string) => boolean;
  /** The credential that claims votes for a guild: its own, else the operator's, which serves home guilds only. */
  claimCredential: (guildId: string) => Promise<Secret | undefined>;
  /** Where a guild's members vote. */
  voteUrl(guildId: string): Promise<string | undefined>;
  /** Where billing is managed, `{entity_id}` still to be filled in. */
  manageUrl: string | undefined;
  show(guildId: string): Promise<GuildSettings>;
  /** @param raw - as typed. @returns whether it has the form of a token; only then it is kept */
  setToken(guildId: string, raw: string): Promise<boolean>;
  /** @param ending - of the token to clear. @returns false, with nothing changed, when the guild's own token ends otherwise, or there is none */
  clearToken(guildId: string, ending: string): Promise<boolean>;
  /** @param raw - as typed; undefined removes the link. @returns whether it is a link that a button can carry; only then it is kept */
  setVoteUrl(guildId: string, raw: string | undefined): Promise<boolean>;
  /**
   * Keeps the language that a guild speaks in public, for guilds that anything is stored of.
   *
   * @param locale - as Discord names it ("en-US", "fr")
   */
  noteLocale(guildId: string, locale: string): Promise<void>;
};

export const TOKEN_LENGTH = { least: 8, most: 512 } as const;
export const VOTE_URL_MAX_LENGTH = 512;
const ENDING_LENGTH = 4;
/** So that a guild whose language is as it was costs no query, but for one a day, lest its row was made anew meanwhile. */
const STORED_LOCALES = { max: 10_000, ttl: 86_400_000 } as const;

export function createSettings(options: {
  store: Store;
  sealer: Sealer;
  homeGuildId: string | undefined;
  accessToken: Secret | undefined;
  voteUrl: string | undefined;
  manageUrl: string | undefined;
}): Settings {
  const { store, sealer, homeGuildId } = options;
  const isHome = (guildId: string) => homeGuildId === undefined || homeGuildId === guildId;
  const storedLocales = new LRUCache<string, string>(STORED_LOCALES);

  function find(guildId: string) {
    return store.read((db) => db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst());
  }

  async function update(
    guildId: string,
    values: { sealed_token: string; token_last4: string } | { vote_url: string | null },
  ): Promise<void> {
    await store.write(async (db) => {
      await holdGuild(db, store, guildId);
      await db.updateTable('guilds').set(values).where('id', '=', guildId).execute();
    });
  }

  return {
    ...createGuildPosts(store),
    isHome,
    manageUrl: options.manageUrl,
    async claimCredential(guildId) {
      const sealed = (await find(guildId))?.sealed_token;
      if (sealed) return sealer.open(sealed, tokenPlace(guildId));
      return isHome(guildId) ? options.accessToken : undefined;
    },
    voteUrl: async (guildId) => (await find(guildId))?.vote_url ?? options.voteUrl,
    async show(guildId) {
      const guild = await find(guildId);
      const fallback = isHome(guildId) && options.accessToken ? 'operators' : 'none';
      return {
        token: guild?.sealed_token ? { kind: 'own', ending: guild.token_last4 ?? '' } : { kind: fallback },
        voteUrl: guild?.vote_url ?? undefined,
        ...readPosts(guild),
      };
    },
    async setToken(guildId, raw) {
      const token = raw.trim();
      if (!isToken(token)) return false;
      await update(guildId, {
        sealed_token: sealer.seal(new Secret(token), tokenPlace(guildId)),
        token_last4: token.slice(-ENDING_LENGTH),
      });
      return true;
    },
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
    async setVoteUrl(guildId, raw) {
      const url = raw === undefined ? null : parseVoteUrl(raw);
      if (url === undefined) return false;
      await update(guildId, { vote_url: url });
      return true;
    },
    async noteLocale(guildId, locale) {
      if (storedLocales.get(guildId) === locale) return;
      const guild = await find(guildId);
      if (!guild) return;
      if (guild.locale !== locale) {
        await store.write((db) => db.updateTable('guilds').set({ locale }).where('id', '=', guildId).execute());
      }
      storedLocales.set(guildId, locale);
    },
  };
}

/** Visible ASCII without spaces: what fits into an authorization header. */
function isToken(text: string): boolean {
  return text.length >= TOKEN_LENGTH.least && text.length <= TOKEN_LENGTH.most && /^[!-~]+$/.test(text);
}

/** The link as a browser would write it; undefined when it is none that a button can carry. */
function parseVoteUrl(raw: string): string | undefined {
  const url = URL.parse(raw.trim());
  const safe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return safe && url.href.length <= VOTE_URL_MAX_LENGTH ? url.href : undefined;
}

function tokenPlace(guildId: string): SealedPlace {
  return { guildId, field: 'access-token' };
}
