import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { alertChannelMissing, alertsSaved } from '../../src/views/settings.ts';
import { channelOptions, readChannelOptions } from './channel-options.ts';

/** Sets where changes of plans are posted, and whether they are. */
export default {
  definition: {
    name: 'alerts',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.alerts.description'),
    options: channelOptions('alerts'),
  },
  async execute({ interaction, guildId, services: { settings }, t }) {
    const saved = await settings.setAlerts(guildId, readChannelOptions(interaction));
    return saved ? alertsSaved(await settings.show(guildId), t) : alertChannelMissing(t);
  },
} satisfies Subcommand;
