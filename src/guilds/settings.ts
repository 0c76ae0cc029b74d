import { LRUCache } from 'lru-cache';

import type { Config } from '../config.ts';
import { foreignIssuer, isWebAddress } from '../formats.ts';
import { Secret } from '../secret.ts';
import { atMost } from '../work/at-most.ts';
import { DAY_MS } from '../work/clock.ts';
import { credentialAsMeant } from '../written-values.ts';
import type { DayStart } from './day-start.ts';
import type { Guilds } from './store/guilds.ts';
import type { PostChannel, PostSettings } from './store/post-settings.ts';
import {
  type BadLink,
  findPlaceholder,
  linkId,
  parseVoteLabel,
  parseVoteUrl,
  type VoteLink,
  withLink,
} from './vote-links.ts';

/** What the bot needs to post in a channel. */
export type PostPermission = 'viewChannel' | 'sendMessages' | 'embedLinks';

/** Whether the bot can post in a channel. `gone`: the channel was deleted; `unknown`: Discord did not say */
export type ChannelState = 'fine' | 'gone' | 'unknown' | { missing: readonly PostPermission[] };

export type GuildSettings = {
  /** whose access token claims votes here; `ending`: its last characters */
  token: { kind: 'own'; ending: string } | { kind: 'operators' | 'none' };
  /** the guild's own, the oldest first */
  voteLinks: readonly VoteLink[];
  /** its staff hand rewards over, as long as it sends them nowhere */
  rewardsByHand: boolean;
} & Record<PostChannel, PostSettings>;

/** A channel, a role and `saysArrival` also switch posting on, unless `on` is false. `roleId`: null for none */
type PostSettingsChange = {
  channelId?: string | undefined;
  on?: boolean | undefined;
  roleId?: string | null | undefined;
  saysArrival?: boolean | undefined;
};

/** What claims votes. `credentialId`: its fingerprint with the main service */
export type ClaimCredential = { credential: Secret; credentialId: string; isOperators: boolean };

/**
 * What the answer to a claim depends on. `hasModerators`: posts for the guild's moderators are on; `hasOwnToken`: votes are
 * claimed with the guild's access token, else with the operator's; `nextVote`: after how
 * many hours members can vote again, or that they can when the next day begins; undefined where no manager says so
 */
export type AfterClaim = Pick<GuildSettings, 'voteLinks' | 'rewardsByHand'> & {
  hasModerators: boolean;
  hasOwnToken: boolean;
  nextVote: { hours: number; nextDay: DayStart | undefined } | undefined;
};

export type Settings = ReturnType<typeof createSettings>;

/** In characters. Only plausible: the form of access tokens is open (docs/services.md, "Credentials"). */
export const TOKEN_LENGTH = { min: 8, max: 512 } as const;
const ENDING_LENGTH = 4;
const NOT_POSTED: PostSettings = { channelId: undefined, on: false };
const NOTHING_POSTED = { announcements: NOT_POSTED, alerts: NOT_POSTED, moderators: NOT_POSTED };
/** Saves a query for guilds whose language is stored; after a day it is read again, since a guild may be forgotten. */
const STORED_LOCALES = { ...atMost(10_000), ttl: DAY_MS };

/** What the operator has configured. Without `homeGuildId` the bot is private. */
type Operators = { discord: Pick<Config['discord'], 'homeGuildId'> } & Pick<Config, 'main' | 'links'>;

/** What guilds have set, with the operator's configuration as the fallback. */
export function createSettings(guilds: Guilds, { discord: { homeGuildId }, main, links }: Operators) {
  const { accessToken } = main;
  const { voteUrl, manageUrl } = links;
  const isHome = (guildId: string) => homeGuildId === undefined || homeGuildId === guildId;
  const operatorsLinks: VoteLink[] = voteUrl === undefined ? [] : [{ url: voteUrl, label: undefined }];
  const storedLocales = new LRUCache<string, string>(STORED_LOCALES);
  const linksOf = (guild: { voteLinks: readonly VoteLink[] } | undefined): readonly VoteLink[] =>
    guild && guild.voteLinks.length > 0 ? guild.voteLinks : operatorsLinks;

  return {
    /** Whether a guild is the operator's own: every guild of a private bot. */
    isHome,
    /** Where billing is managed, still with its `{entity_id}`. */
    manageUrl,
    /** The guild's own, or else the operator's in home guilds. @throws {@link UnsealError} */
    claimCredential: async (guildId: string): Promise<ClaimCredential | undefined> => {
      const own = await guilds.token(guildId);
      const credential = own ?? (isHome(guildId) ? accessToken : undefined);
      return credential && { credential, credentialId: credential.fingerprint(main.url), isOperators: !own };
    },
    /** The guild's own links, or else the operator's. */
    voteLinks: async (guildId: string) => linksOf(await guilds.find(guildId)),
    async afterClaim(guildId: string): Promise<AfterClaim> {
      const guild = await guilds.find(guildId);
      const { hours, nextDay } = guild?.reminders ?? {};
      return {
        voteLinks: linksOf(guild),
        hasModerators: guild?.postSettings.moderators.on ?? false,
        hasOwnToken: guild?.tokenEnding !== undefined,
        // Staff hear of a reward by its announcement.
        rewardsByHand: guild?.rewardsByHand === true && guild.postSettings.announcements.on,
        nextVote: hours === undefined ? undefined : { hours, nextDay },
      };
    },
    /** Whether a player's name belongs to the first member who claimed a reward with it. */
    hasOwnNames: async (guildId: string): Promise<boolean> => (await guilds.find(guildId))?.hasOwnNames ?? false,
    async read(guildId: string): Promise<GuildSettings> {
      const guild = await guilds.find(guildId);
      const ending = guild?.tokenEnding;
      const fallback = isHome(guildId) && accessToken ? 'operators' : 'none';
      return {
        token: ending === undefined ? { kind: fallback } : { kind: 'own', ending },
        voteLinks: guild?.voteLinks ?? [],
        rewardsByHand: guild?.rewardsByHand ?? false,
        ...(guild?.postSettings ?? NOTHING_POSTED),
      };
    },
    /** @param raw - as typed. @returns false, with nothing changed, when it does not have the form of a token */
    async setToken(guildId: string, raw: string): Promise<boolean> {
      const token = credentialAsMeant(raw);
      if (!isToken(token)) return false;
      await guilds.setToken(guildId, { secret: new Secret(token), ending: token.slice(-ENDING_LENGTH) });
      return true;
    },
    clearToken: guilds.clearToken,
    setRewardsByHand: guilds.setRewardsByHand,
    /** Adds a link, or changes the label of an existing one. @param raw - as typed */
    async addVoteLink(guildId: string, raw: { url: string; label: string | undefined }): Promise<'added' | BadLink> {
      const url = parseVoteUrl(raw.url);
      const placeholder = findPlaceholder(raw.url);
      if (placeholder) return placeholder;
      if (url === undefined) return 'bad-url';
      const link = { url, label: parseVoteLabel(raw.label) };
      const isAdded = await guilds.changeVoteLinks(guildId, (before) => withLink(before, link));
      return isAdded ? 'added' : 'too-many';
    },
    /** @param id - by `linkId` */
    removeVoteLink: (guildId: string, id: string): Promise<unknown> =>
      guilds.changeVoteLinks(guildId, (before) => before.filter((link) => linkId(link) !== id)),
    /** Stores the language of a guild's public posts, if something is stored about the guild. */
    async noteLocale(guildId: string, locale: string): Promise<void> {
      if (storedLocales.get(guildId) === locale) return;
      const guild = await guilds.find(guildId);
      if (!guild) return;
      if (guild.locale !== locale) await guilds.setLocale(guildId, locale);
      storedLocales.set(guildId, locale);
    },
    /** @returns false, with nothing changed, if posting would be on without a channel */
    setPosts: (guildId: string, channel: PostChannel, change: PostSettingsChange): Promise<boolean> =>
      guilds.changePosts(guildId, channel, (before) => {
        const { channelId, on, roleId, saysArrival } = change;
        const switchesOn = channelId !== undefined || typeof roleId === 'string' || saysArrival === true;
        const after = {
          channelId: channelId ?? before.channelId,
          on: on ?? (switchesOn || before.on),
          roleId: roleId === undefined ? before.roleId : (roleId ?? undefined),
          saysArrival: saysArrival ?? before.saysArrival ?? false,
        };
        return after.on && after.channelId === undefined ? undefined : after;
      }),
  };
}

/** Printable ASCII without spaces, for an authorization header, no address, and no other service's. */
function isToken(text: string): boolean {
  if (isWebAddress(text) || foreignIssuer(text) !== undefined) return false;
  return text.length >= TOKEN_LENGTH.min && text.length <= TOKEN_LENGTH.max && /^[!-~]+$/.test(text);
}
