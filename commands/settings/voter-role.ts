import { PermissionFlagsBits } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { booleanOption, given, integerOption, roleOption, subcommand } from '../../src/discord/definitions.ts';
import { inviteWithRoles } from '../../src/discord/invite.ts';
import { voterRoleChanged, voterRoleNow } from '../../src/rewards/views/voter-role.ts';
import { ROLE_HOURS } from '../../src/rewards/voter-role.ts';

const OPTIONS = {
  role: roleOption('commands.settings.voterRole.role'),
  hours: integerOption('commands.settings.voterRole.hours', { min_value: ROLE_HOURS.min, max_value: ROLE_HOURS.max }),
  on: booleanOption('commands.settings.voterRole.on'),
};

/** Sets the role that a confirmed claim gives for some hours, or turns it off. Without options it shows that. */
export default {
  definition: subcommand('voter-role', 'commands.settings.voterRole.description', OPTIONS),
  async execute({ interaction, guildId, services: { voterRole }, t }) {
    const inviteUrl = inviteWithRoles(interaction.applicationId, guildId);
    const { role, hours, on } = given(OPTIONS, interaction);
    if (role === 'unusable')
      return voterRoleChanged({ kind: 'problem', roleId: guildId, problem: 'everyone' }, inviteUrl, t);
    if (role === undefined && hours === undefined && on === undefined)
      return voterRoleNow(await voterRole.show(guildId), inviteUrl, t);
    const mayManageRoles = interaction.appPermissions.has(PermissionFlagsBits.ManageRoles);
    const change = { roleId: role?.id, hours, on, mayManageRoles };
    return voterRoleChanged(await voterRole.change(guildId, change), inviteUrl, t);
  },
} satisfies SubcommandOf<'settings'>;
