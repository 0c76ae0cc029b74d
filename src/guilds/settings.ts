import { LRUCache } from 'lru-cache';

import { DAY_MS } from '../clock.ts';
import { Secret } from '../secret.ts';
import type { Guilds } from './store/guilds.ts';
import { POST_CHANNELS, type PostChannel, type PostSettings } from './store/post-settings.ts';
import { type BadLink, linkId, parseVoteLabel, parseVoteUrl, type VoteLink, withLink } from './vote-links.ts';

export { POST_CHANNELS, type PostChannel };

export type GuildSettings = {
  /** whose access token claims votes here; `ending`: the last characters of the guild's own */
  token: { kind: 'own'; ending: string } | { kind: 'operators' | 'none' };
  /** the guild's own, in the order in which they were added */
  voteLinks: readonly VoteLink[];
} & Record<PostChannel, PostSettings>;

/** Changes only what is given; a channel or a role also switches posting on, unless `on` is false. `roleId`: null for none */
type PostSettingsChange = {
  channelId?: string | undefined;
  on?: boolean | undefined;
  roleId?: string | null | undefined;
};

/** What claims votes. `credentialId`: its fingerprint with the main service. `isOperators`: it is not the guild's own */
export type ClaimCredential = { credential: Secret; credentialId: string; isOperators: boolean };

export type Settings = ReturnType<typeof createSettings>;

/** A plausibility check, in characters: what an access token looks like is open (docs/services.md, "Credentials"). */
export const TOKEN_LENGTH = { min: 8, max: 512 } as const;
const ENDING_LENGTH = 4;
const NOT_POSTED: PostSettings = { channelId: undefined, on: false };
const NOTHING_POSTED = { announcements: NOT_POSTED, alerts: NOT_POSTED, moderators: NOT_POSTED };
/** A guild whose language is known to be stored costs no query. One that was deleted and came back has none again. */
const STORED_LOCALES = { max: 10_000, ttl: DAY_MS } as const;

/**
 * What guilds have set, with the operator's configuration as the fallback.
 *
 * @param options.homeGuildId - undefined for a private bot
 * @param options.accessToken - the operator's own, for home guilds without a token
 * @param options.manageUrl - where billing is managed, with `{entity_id}` not filled in yet
 */
export function createSettings(options: {
  guilds: Guilds;
  homeGuildId: string | undefined;
  accessToken: Secret | undefined;
  mainServiceUrl: string;
  voteUrl: string | undefined;
  manageUrl: string | undefined;
}) {
  const { guilds, homeGuildId, accessToken, mainServiceUrl, voteUrl, manageUrl } = options;
  const isHome = (guildId: string) => homeGuildId === undefined || homeGuildId === guildId;
  const operatorsLinks: VoteLink[] = voteUrl === undefined ? [] : [{ url: voteUrl, label: undefined }];
  const storedLocales = new LRUCache<string, string>(STORED_LOCALES);

  return {
    /** Whether a guild is the operator's own: every one, where the bot is private. */
    isHome,
    manageUrl,
    /** The guild's own, or else the operator's, which serves home guilds only. @throws {@link UnsealError} */
    claimCredential: async (guildId: string): Promise<ClaimCredential | undefined> => {
      const own = await guilds.token(guildId);
      const credential = own ?? (isHome(guildId) ? accessToken : undefined);
      return credential && { credential, credentialId: credential.fingerprint(mainServiceUrl), isOperators: !own };
    },
    /** Where a guild's members vote: its own links, or else the operator's. */
    async voteLinks(guildId: string): Promise<readonly VoteLink[]> {
      const own = (await guilds.find(guildId))?.voteLinks ?? [];
      return own.length > 0 ? own : operatorsLinks;
    },
    async show(guildId: string): Promise<GuildSettings> {
      const guild = await guilds.find(guildId);
      const ending = guild?.tokenEnding;
      const others = isHome(guildId) && accessToken ? 'operators' : 'none';
      return {
        token: ending === undefined ? { kind: others } : { kind: 'own', ending },
        voteLinks: guild?.voteLinks ?? [],
        ...(guild?.posts ?? NOTHING_POSTED),
      };
    },
    /** @param raw - as typed. @returns whether it has the form of a token; otherwise nothing is stored */
    async setToken(guildId: string, raw: string): Promise<boolean> {
      const token = raw.trim();
      if (!isToken(token)) return false;
      await guilds.setToken(guildId, { secret: new Secret(token), ending: token.slice(-ENDING_LENGTH) });
      return true;
    },
    /** @returns false, with nothing changed, when the guild has no token with this ending */
    clearToken: guilds.clearToken,
    /** Adds a link, or gives another label to one that is there. @param raw - as typed */
    async addVoteLink(guildId: string, raw: { url: string; label: string | undefined }): Promise<'added' | BadLink> {
      const url = parseVoteUrl(raw.url);
      if (url === undefined) return 'bad-url';
      const link = { url, label: parseVoteLabel(raw.label) };
      const isAdded = await guilds.changeVoteLinks(guildId, (before) => withLink(before, link));
      return isAdded ? 'added' : 'too-many';
    },
    /** @param id - by `linkId`. Does nothing when it is gone already. */
    removeVoteLink: (guildId: string, id: string): Promise<unknown> =>
      guilds.changeVoteLinks(guildId, (before) => before.filter((link) => linkId(link) !== id)),
    /** Stores the language of a guild's public posts, if anything else is stored about the guild. */
    async noteLocale(guildId: string, locale: string): Promise<void> {
      if (storedLocales.get(guildId) === locale) return;
      const guild = await guilds.find(guildId);
      if (!guild) return;
      if (guild.locale !== locale) await guilds.setLocale(guildId, locale);
      storedLocales.set(guildId, locale);
    },
    /** @returns false, with nothing changed, when posting would be on without a channel */
    setPosts: (guildId: string, kind: PostChannel, { channelId, on, roleId }: PostSettingsChange): Promise<boolean> =>
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
