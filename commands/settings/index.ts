import { PermissionFlagsBits } from 'discord.js';

import type { CommandOf, Subcommand } from '../../src/discord/incoming/command.ts';
import { commandGroup } from '../../src/discord/incoming/definitions.ts';
import type { SettingName } from '../../src/guilds/setting-names.ts';
import goal from './goal.ts';
import names from './names.ts';
import panel from './panel.ts';
import { alerts, announcements, moderators, postsButtons } from './posts.ts';
import reminders from './reminders.ts';
import rewards from './rewards.ts';
import type { Setting } from './setting.ts';
import token from './token.ts';
import voteLink from './vote-link.ts';
import voterRole from './voter-role.ts';

export const settings = {
  token,
  'vote-link': voteLink,
  panel,
  announcements,
  alerts,
  moderators,
  rewards,
  'voter-role': voterRole,
  reminders,
  goal,
  names,
} satisfies Partial<Record<SettingName, Setting & Subcommand>>;

export default {
  ...commandGroup('settings', PermissionFlagsBits.ManageGuild, Object.values(settings)),
  // Each calls a host that a manager chose, at once.
  actionLimits: {
    webhook: 'call',
    votifier: 'call',
    'hook-address': 'call',
    'votifier-token': 'call',
    'votifier-test': 'call',
    'hook-test': 'call',
    'hook-resume': 'call',
  },
  buttons: {
    ...token.buttons,
    ...voteLink.buttons,
    ...panel.buttons,
    ...postsButtons,
    ...rewards.buttons,
    ...names.buttons,
  },
  selects: { ...rewards.selects, ...voteLink.selects },
  modals: { ...panel.modals, ...rewards.modals },
} satisfies CommandOf<'settings'>;
