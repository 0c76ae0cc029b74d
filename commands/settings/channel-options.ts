import { ApplicationCommandOptionType, ChannelType, type ChatInputCommandInteraction } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import type { PostSettingsChange } from '../../src/services/settings.ts';

/** The options of a subcommand that sets where something is posted, and whether it is. */
export function channelOptions(what: 'announcements' | 'alerts'): NonNullable<Subcommand['definition']['options']> {
  return [
    {
      name: 'channel',
      type: ApplicationCommandOptionType.Channel,
      ...described(`commands.settings.${what}.channel`),
      channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
    },
    { name: 'on', type: ApplicationCommandOptionType.Boolean, ...described(`commands.settings.${what}.on`) },
  ];
}

export function readChannelOptions({ options }: ChatInputCommandInteraction): PostSettingsChange {
  return { channelId: options.get('channel')?.value?.toString(), on: options.getBoolean('on') ?? undefined };
}
