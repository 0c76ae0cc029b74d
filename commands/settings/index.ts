import { PermissionFlagsBits } from 'discord.js';

import type { CommandOf } from '../../src/discord/command.ts';
import { commandGroup } from '../../src/discord/definitions.ts';
import goal from './goal.ts';
import panel from './panel.ts';
import posts from './posts.ts';
import reminders from './reminders.ts';
import rewards from './rewards.ts';
import show from './show.ts';
import token from './token.ts';
import voteLink from './vote-link.ts';
import voterRole from './voter-role.ts';

const subcommands = [token, voteLink, panel, ...posts.subcommands, rewards, voterRole, reminders, goal, show];

export default {
  ...commandGroup('settings', PermissionFlagsBits.ManageGuild, subcommands),
  // A test calls a host that a manager chose.
  actionLimits: { 'hook-test': 'report', 'votifier-test': 'report' },
  buttons: { ...token.buttons, ...panel.buttons, ...posts.buttons, ...rewards.buttons },
  selects: { ...rewards.selects, ...voteLink.selects },
  modals: { ...token.modals, ...panel.modals, ...rewards.modals },
} satisfies CommandOf<'settings'>;
