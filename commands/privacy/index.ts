import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';

import type { Command } from '../../src/discord/command.ts';
import { joinSubcommands } from '../../src/discord/subcommands.ts';
import { en } from '../../src/locales/en.ts';
import deleteData from './delete.ts';
import exportData from './export.ts';

const { options, ...handlers } = joinSubcommands([exportData, deleteData]);

/** What the bot has stored about a person, for that person. */
export default {
  definition: {
    name: 'privacy',
    type: ApplicationCommandType.ChatInput,
    description: en.commands.privacy.description,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options,
  },
  ...handlers,
} satisfies Command;
