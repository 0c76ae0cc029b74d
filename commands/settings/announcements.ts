import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { announcementsSaved, channelMissing } from '../../src/views/settings.ts';
import { channelOptions, readChannelOptions } from './channel-options.ts';

/** Sets where claimed rewards are announced, and whether they are. */
export default {
  definition: {
    name: 'announcements',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.announcements.description'),
    options: channelOptions('announcements'),
  },
  async execute({ interaction, guildId, services: { settings }, t }) {
    const saved = await settings.setAnnouncements(guildId, readChannelOptions(interaction));
    return saved ? announcementsSaved(await settings.show(guildId), t) : channelMissing(t);
  },
} satisfies Subcommand;
