import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { POST_CHANNEL_TYPES, postChannel } from '../../src/discord/post-channel.ts';
import { described } from '../../src/locales/index.ts';
import type { PostKind } from '../../src/services/settings.ts';
import { postChannelMissing, postsNow, postsSaved } from '../../src/views/settings.ts';

const CHANNEL = 'channel';
const ON = 'on';

/** Sets where posts of a kind appear, and whether they do. Without options it shows that. */
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
          channel_types: [...POST_CHANNEL_TYPES],
        },
        { name: ON, type: ApplicationCommandOptionType.Boolean, ...described(`commands.settings.${kind}.on`) },
      ],
    },
    async execute({ interaction, guildId, services: { settings }, t }) {
      const channel = postChannel(interaction, CHANNEL);
      const on = interaction.options.getBoolean(ON) ?? undefined;
      if (channel === 'unusable') return postChannelMissing(kind, t);
      if (channel === undefined && on === undefined) return postsNow(kind, await settings.show(guildId), t);
      if (!(await settings.setPosts(guildId, kind, { channelId: channel?.id, on }))) return postChannelMissing(kind, t);
      return postsSaved(kind, await settings.show(guildId), channel?.missing, t);
    },
  };
}
