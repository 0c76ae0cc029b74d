import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, IN_GUILDS } from '../../src/discord/command.ts';
import { joinSubcommands } from '../../src/discord/subcommands.ts';
import { described } from '../../src/locales/index.ts';
import alerts from './alerts.ts';
import { postsSubcommand } from './posts.ts';
import show from './show.ts';
import token from './token.ts';
import voteLink from './vote-link.ts';

const { options, ...handlers } = joinSubcommands([
  token,
  voteLink,
  postsSubcommand('announcements'),
  alerts,
  postsSubcommand('moderators'),
  show,
]);

/** How the bot works in a guild. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'settings',
    ...described('commands.settings.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options,
  },
  ...handlers,
  buttons: { ...token.buttons, ...alerts.buttons },
  modals: token.modals,
} satisfies CommandOf<'settings'>;
