import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { settingsReply } from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';

/** Shows all settings, but never the token itself. */
export default {
  definition: {
    name: 'show',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.show.description'),
  },
  execute: async ({ guildId, services: { settings }, t }) => settingsReply(await settings.show(guildId), t),
} satisfies SubcommandOf<'settings'>;
