import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';

import type { Command } from '../../src/discord/command.ts';
import { joinSubcommands } from '../../src/discord/subcommands.ts';
import { en } from '../../src/locales/en.ts';
import link from './link.ts';
import list from './list.ts';
import unlink from './unlink.ts';

const { options, ...handlers } = joinSubcommands([link, unlink, list]);

/** Links the servers and teams whose plans can be looked up in a guild. */
export default {
  definition: {
    name: 'entity',
    type: ApplicationCommandType.ChatInput,
    description: en.commands.entity.description,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options,
  },
  ...handlers,
} satisfies Command;
