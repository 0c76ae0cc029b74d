import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';

import type { Command } from '../../src/discord/command.ts';
import { joinSubcommands } from '../../src/discord/subcommands.ts';
import { en } from '../../src/locales/en.ts';
import announcements from './announcements.ts';
import show from './show.ts';
import token from './token.ts';
import voteLink from './vote-link.ts';

const { options, ...handlers } = joinSubcommands([token, voteLink, announcements, show]);

/** How the bot works in a guild. */
export default {
  definition: {
    name: 'settings',
    type: ApplicationCommandType.ChatInput,
    description: en.commands.settings.description,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options,
  },
  ...handlers,
} satisfies Command;
