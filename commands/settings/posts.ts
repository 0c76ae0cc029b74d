import { ApplicationCommandOptionType, ChannelType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import type { PostKind } from '../../src/services/settings.ts';
import { postChannelMissing, postsSaved } from '../../src/views/settings.ts';

const CHANNEL = 'channel';
const ON = 'on';

/** Sets where posts of a kind appear, and whether they do. */
export function postsSubcommand(kind: PostKind): Subcommand {
  return {
    definition: {
      name: kind,
      type: ApplicationCommandOptionType.Subcommand,
      ...described(`commands.settings.${kind}.description`),
      options: [
        {
          name: CHANNEL,
          type: ApplicationCommandOptionType.Channel,
          ...described(`commands.settings.${kind}.channel`),
          channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
        },
        { name: ON, type: ApplicationCommandOptionType.Boolean, ...described(`commands.settings.${kind}.on`) },
      ],
    },
    async execute({ interaction: { options }, guildId, services: { settings }, t }) {
      const saved = await settings.setPosts(guildId, kind, {
        channelId: options.get(CHANNEL)?.value?.toString(),
        on: options.getBoolean(ON) ?? undefined,
      });
      return saved ? postsSaved(kind, await settings.show(guildId), t) : postChannelMissing(kind, t);
    },
  };
}
