import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { POST_CHANNEL_TYPES, postChannel } from '../../src/discord/post-channel.ts';
import { postRole } from '../../src/discord/post-role.ts';
import type { PostChannel } from '../../src/guilds/settings.ts';
import { badRole, postChannelMissing, postsNow, postsSaved } from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';

const CHANNEL = 'channel';
const ON = 'on';
/** The option of a subcommand whose posts mention a role. */
export const ROLE = 'role';

/**
 * Sets where posts of a kind appear, and whether they do. Without options it shows that.
 *
 * @param more - options of this kind alone
 */
export function postsSubcommand(
  kind: PostChannel,
  more: NonNullable<Subcommand['definition']['options']> = [],
): Subcommand {
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
        ...more,
      ],
    },
    async execute({ interaction, guildId, services: { settings }, t }) {
      const channel = postChannel(interaction, CHANNEL);
      const on = interaction.options.getBoolean(ON) ?? undefined;
      const role = postRole(interaction, ROLE, guildId);
      if (channel === 'unusable') return postChannelMissing(kind, t);
      if (role === 'unusable') return badRole(t);
      const change = { channelId: channel?.id, on, roleId: role?.id };
      if (Object.values(change).every((value) => value === undefined))
        return postsNow(kind, await settings.show(guildId), t);
      if (!(await settings.setPosts(guildId, kind, change))) return postChannelMissing(kind, t);
      return postsSaved(kind, await settings.show(guildId), channel?.missing, t);
    },
  };
}
