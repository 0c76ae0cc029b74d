import { LRUCache } from 'lru-cache';

import { DAY_MS } from '../clock.ts';
import { Secret } from '../secret.ts';
import type { Guilds } from './store/guilds.ts';
import { POST_CHANNELS, type PostChannel, type PostSettings } from './store/post-settings.ts';
import { type BadLink, linkId, parseVoteLabel, parseVoteUrl, type VoteLink, withLink } from './vote-links.ts';

export { POST_CHANNELS, type PostChannel };

/** What a guild has set. */
export type GuildSettings = {
  /** whose access token claims votes here; `ending`: the last characters of the guild's own */
  token: { kind: 'own'; ending: string } | { kind: 'operators' } | { kind: 'none' };
  /** the guild's own, in the order in which they were added */
  voteLinks: readonly VoteLink[];
} & Record<PostChannel, PostSettings>;

/**
 * Changes only what is given. Naming a channel or a role also switches posting on, unless `on` says otherwise.
 * `roleId`: the role to mention, which only alerts do; null for none
 */
export type PostSettingsChange = {
  channelId?: string | undefined;
  on?: boolean | undefined;
  roleId?: string | null | undefined;
};

/**
 * What claims votes. `credentialId`: a fingerprint of the credential and the main service, which is stored in its
 * place. `isOperators`: it is the operator's, not the guild's own.
 */
export type ClaimCredential = { credential: Secret; credentialId: string; isOperators: boolean };

export type Settings = {
  /** Whether a guild is the operator's own. Without a configured home guild the bot is private, and every guild is. */
  isHome: (guildId: string) => boolean;
  /**
   * The credential that claims votes for a guild: its own, or else the operator's, which serves home guilds only.
   *
   * @throws {@link UnsealError} when the guild's own token cannot be unsealed
   */
  claimCredential: (guildId: string) => Promise<ClaimCredential | undefined>;
  /** Where a guild's members vote: its own links, or else the operator's. */
  voteLinks(guildId: string): Promise<readonly VoteLink[]>;
  /** Where billing is managed, with `{entity_id}` not filled in yet. */
  manageUrl: string | undefined;
  show(guildId: string): Promise<GuildSettings>;
  /** @param raw - as typed. @returns whether it has the form of a token; otherwise nothing is stored */
  setToken(guildId: string, raw: string): Promise<boolean>;
  /**
   * @param ending - of the token to clear.
   * @returns false, with nothing changed, when the guild has no token with this ending
   */
  clearToken(guildId: string, ending: string): Promise<boolean>;
  /**
   * Adds a link, or gives another label to one that is there.
   *
   * @param raw - as typed
   */
  addVoteLink(guildId: string, raw: { url: string; label: string | undefined }): Promise<'added' | BadLink>;
  /** @param id - by `linkId`. Does nothing when it is gone already. */
  removeVoteLink(guildId: string, id: string): Promise<void>;
  /**
   * Stores the language of a guild's public posts, but only if something else is stored about the guild already.
   *
   * @param locale - as Discord names it ("en-US", "fr")
   */
  noteLocale(guildId: string, locale: string): Promise<void>;
  /** @returns false, with nothing changed, when posting would be on without a channel */
  setPosts(guildId: string, kind: PostChannel, change: PostSettingsChange): Promise<boolean>;
};

/** A plausibility check, in characters: what an access token looks like is open (docs/services.md, "Credentials"). */
export const TOKEN_LENGTH = { min: 8, max: 512 } as const;
const ENDING_LENGTH = 4;
const NOT_POSTED: PostSettings = { channelId: undefined, on: false };
const NOTHING_POSTED = { announcements: NOT_POSTED, alerts: NOT_POSTED, moderators: NOT_POSTED };
/**
 * A guild whose current language is known to be stored costs no query. It is looked up again once a day, because a
 * guild that was deleted and came back has a new row without a language.
 */
const STORED_LOCALES = { max: 10_000, ttl: DAY_MS } as const;

/**
 * What guilds have set, with the operator's configuration as the fallback.
 *
 * @param options.homeGuildId - undefined for a private bot, where every guild counts as home
 * @param options.accessToken - the operator's own, for home guilds without a token
 */
export function createSettings(options: {
  guilds: Guilds;
  homeGuildId: string | undefined;
  accessToken: Secret | undefined;
  mainServiceUrl: string;
  voteUrl: string | undefined;
  manageUrl: string | undefined;
}): Settings {
  const { guilds, homeGuildId } = options;
  const isHome = (guildId: string) => homeGuildId === undefined || homeGuildId === guildId;
  const operatorsLinks = options.voteUrl === undefined ? [] : [{ url: options.voteUrl, label: undefined }];
  const storedLocales = new LRUCache<string, string>(STORED_LOCALES);

  return {
    isHome,
    manageUrl: options.manageUrl,
    async claimCredential(guildId) {
      const own = await guilds.token(guildId);
      const credential = own ?? (isHome(guildId) ? options.accessToken : undefined);
      if (!credential) return undefined;
      return { credential, credentialId: credential.fingerprint(options.mainServiceUrl), isOperators: !own };
    },
    async voteLinks(guildId) {
      const own = (await guilds.find(guildId))?.voteLinks ?? [];
      return own.length > 0 ? own : operatorsLinks;
    },
    async show(guildId) {
      const guild = await guilds.find(guildId);
      const fallback = isHome(guildId) && options.accessToken ? 'operators' : 'none';
      return {
        token: guild?.tokenEnding === undefined ? { kind: fallback } : { kind: 'own', ending: guild.tokenEnding },
        voteLinks: guild?.voteLinks ?? [],
        ...(guild?.posts ?? NOTHING_POSTED),
      };
    },
    async setToken(guildId, raw) {
      const token = raw.trim();
      if (!isToken(token)) return false;
      await guilds.setToken(guildId, { secret: new Secret(token), ending: token.slice(-ENDING_LENGTH) });
      return true;
    },
    clearToken: (guildId, ending) => guilds.clearToken(guildId, ending),
    async addVoteLink(guildId, raw) {
      const url = parseVoteUrl(raw.url);
      if (url === undefined) return 'bad-url';
      const link = { url, label: parseVoteLabel(raw.label) };
      const isAdded = await guilds.changeVoteLinks(guildId, (before) => withLink(before, link));
      return isAdded ? 'added' : 'too-many';
    },
    async removeVoteLink(guildId, id) {
      await guilds.changeVoteLinks(guildId, (before) => before.filter((link) => linkId(link) !== id));
    },
    async noteLocale(guildId, locale) {
      if (storedLocales.get(guildId) === locale) return;
      const guild = await guilds.find(guildId);
      if (!guild) return;
      if (guild.locale !== locale) await guilds.setLocale(guildId, locale);
      storedLocales.set(guildId, locale);
    },
    setPosts: (guildId, kind, { channelId, on, roleId }) =>
      guilds.changePosts(guildId, kind, (before) => {
        const after = {
          channelId: channelId ?? before.channelId,
          on: on ?? (channelId !== undefined || typeof roleId === 'string' || before.on),
          roleId: roleId === undefined ? before.roleId : (roleId ?? undefined),
        };
        return after.on && after.channelId === undefined ? undefined : after;
      }),
  };
}

/** Printable ASCII without spaces, which fits in an authorization header. */
function isToken(text: string): boolean {
  return text.length >= TOKEN_LENGTH.min && text.length <= TOKEN_LENGTH.max && /^[!-~]+$/.test(text);
}
