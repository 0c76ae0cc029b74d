import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, IN_GUILDS } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import alerts from './alerts.ts';
import goal from './goal.ts';
import panel from './panel.ts';
import { postsSubcommand } from './posts.ts';
import reminders from './reminders.ts';
import rewards from './rewards.ts';
import show from './show.ts';
import token from './token.ts';
import voteLink from './vote-link.ts';
import voterRole from './voter-role.ts';

const subcommands = [
  token,
  voteLink,
  panel,
  postsSubcommand('announcements'),
  alerts,
  postsSubcommand('moderators'),
  rewards,
  voterRole,
  reminders,
  goal,
  show,
];

/** How the bot works in a guild. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'settings',
    ...described('commands.settings.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: subcommands.map(({ definition }) => definition),
  },
  subcommands,
  // A test makes this bot call a host that a manager chose.
  actionLimits: { 'hook-test': 'report' },
  buttons: { ...token.buttons, ...panel.buttons, ...alerts.buttons, ...rewards.buttons },
  selects: { ...rewards.selects, ...voteLink.selects },
  modals: { ...token.modals, ...panel.modals, ...rewards.modals },
} satisfies CommandOf<'settings'>;
