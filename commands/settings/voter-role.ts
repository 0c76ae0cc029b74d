import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { inviteWithRoles } from '../../src/discord/invite.ts';
import { postRole } from '../../src/discord/post-role.ts';
import { described } from '../../src/locales/index.ts';
import { ROLE_HOURS } from '../../src/rewards/voter-role.ts';
import { voterRoleChanged, voterRoleNow } from '../../src/rewards/views/voter-role.ts';

const ROLE = 'role';
const HOURS = 'hours';
const ON = 'on';

/** Sets the role that a confirmed claim gives for some hours, or turns it off. Without options it shows that. */
export default {
  definition: {
    name: 'voter-role',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.voterRole.description'),
    options: [
      { name: ROLE, type: ApplicationCommandOptionType.Role, ...described('commands.settings.voterRole.role') },
      {
        name: HOURS,
        type: ApplicationCommandOptionType.Integer,
        ...described('commands.settings.voterRole.hours'),
        min_value: ROLE_HOURS.min,
        max_value: ROLE_HOURS.max,
      },
      { name: ON, type: ApplicationCommandOptionType.Boolean, ...described('commands.settings.voterRole.on') },
    ],
  },
  async execute({ interaction, guildId, services: { voterRole }, t }) {
    const inviteUrl = inviteWithRoles(interaction.applicationId, guildId);
    const role = postRole(interaction, ROLE, guildId);
    if (role === 'unusable')
      return voterRoleChanged({ kind: 'problem', roleId: guildId, problem: 'everyone' }, inviteUrl, t);
    const hours = interaction.options.getInteger(HOURS) ?? undefined;
    const on = interaction.options.getBoolean(ON) ?? undefined;
    if (role === undefined && hours === undefined && on === undefined)
      return voterRoleNow(await voterRole.show(guildId), inviteUrl, t);
    const mayManageRoles = interaction.appPermissions.has(PermissionFlagsBits.ManageRoles);
    const change = { roleId: role?.id, hours, on, mayManageRoles };
    return voterRoleChanged(await voterRole.change(guildId, change), inviteUrl, t);
  },
} satisfies SubcommandOf<'settings'>;
