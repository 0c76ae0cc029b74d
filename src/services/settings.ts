import type { Secret } from '../secret.ts';

export type Settings = {
  /** Whether a guild is the operator's own. Without a home guild the bot is private, and every guild is. */
  isHome(guildId: string): boolean;
  /** The credential that claims votes for a guild: the operator's, which serves home guilds only. */
  claimCredential(guildId: string): Promise<Secret | undefined>;
};

export function createSettings(options: {
  homeGuildId: string | undefined;
  accessToken: Secret | undefined;
}): Settings {
  const isHome = (guildId: string) => options.homeGuildId === undefined || options.homeGuildId === guildId;
  return {
    isHome,
    claimCredential: async (guildId) => Promise.resolve(isHome(guildId) ? options.accessToken : undefined),
  };
}
