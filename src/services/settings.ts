import type { Secret } from '../secret.ts';

export type Settings = {
  /** Whether a guild is the operator's own. Without a home guild the bot is private, and every guild is. */
  isHome: (guildId: string) => boolean;
  /** The credential that claims votes for a guild: the operator's, which serves home guilds only. */
  claimCredential: (guildId: string) => Promise<Secret | undefined>;
  /** Where a guild's members vote. */
  voteUrl: (guildId: string) => string | undefined;
  /** Where billing is managed, `{entity_id}` still to be filled in. */
  manageUrl: string | undefined;
};

export function createSettings(options: {
  homeGuildId: string | undefined;
  accessToken: Secret | undefined;
  voteUrl: string | undefined;
  manageUrl: string | undefined;
}): Settings {
  const isHome = (guildId: string) => options.homeGuildId === undefined || options.homeGuildId === guildId;
  return {
    isHome,
    claimCredential: async (guildId) => Promise.resolve(isHome(guildId) ? options.accessToken : undefined),
    voteUrl: () => options.voteUrl,
    manageUrl: options.manageUrl,
  };
}
