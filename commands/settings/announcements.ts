import { ApplicationCommandOptionType, ChannelType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { en } from '../../src/locales/en.ts';
import { announcementsSaved, channelMissing } from '../../src/views/settings.ts';

const texts = en.commands.settings.announcements;

/** Sets where claimed rewards are announced, and whether they are. */
export default {
  definition: {
    name: 'announcements',
    type: ApplicationCommandOptionType.Subcommand,
    description: texts.description,
    options: [
      {
        name: 'channel',
        type: ApplicationCommandOptionType.Channel,
        description: texts.channel,
        channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
      },
      { name: 'on', type: ApplicationCommandOptionType.Boolean, description: texts.on },
    ],
  },
  async execute({ interaction: { options }, guildId, services: { settings }, t }) {
    const channelId = options.get('channel')?.value?.toString();
    const saved = await settings.setAnnouncements(guildId, { channelId, on: options.getBoolean('on') ?? undefined });
    return saved ? announcementsSaved(await settings.show(guildId), t) : channelMissing(t);
  },
} satisfies Subcommand;
