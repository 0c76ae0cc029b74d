import { PermissionFlagsBits } from 'discord.js';

import type { InChannel } from '../../src/discord/incoming/command.ts';
import { booleanOption, integerOption, roleOption } from '../../src/discord/incoming/definitions.ts';
import { inviteWithRoles } from '../../src/discord/invite.ts';
import { voterRoleChanged, voterRoleNow } from '../../src/rewards/views/voter-role.ts';
import { ROLE_HOURS } from '../../src/rewards/voter-role.ts';
import { forbidden } from '../../src/ui/failure.ts';
import { settingOf } from './setting.ts';

const inviteUrl = ({ interaction, guildId }: InChannel) => inviteWithRoles(interaction.applicationId, guildId);

/** The role that a confirmed claim gives for some hours. */
export default settingOf({
  name: 'voter-role',
  options: {
    role: roleOption('commands.settings.voter-role.role'),
    hours: integerOption('commands.settings.voter-role.hours', {
      min_value: ROLE_HOURS.min,
      max_value: ROLE_HOURS.max,
    }),
    on: booleanOption('commands.settings.voter-role.on'),
  },
  page: async (context) =>
    voterRoleNow(await context.services.voterRole.read(context.guildId), inviteUrl(context), context.t),
  async values({ guildId, services: { voterRole } }) {
    const role = await voterRole.find(guildId);
    const isOn = role !== undefined && role.state !== 'off';
    return { role: isOn ? role.roleId : undefined, hours: role?.hours ?? ROLE_HOURS.unlessSaid };
  },
  async change(context, { role, hours, on }) {
    const { interaction, guildId, userId, services, t } = context;
    // Otherwise whoever manages the server could hand out roles, also to themselves.
    if (on !== false && !interaction.memberPermissions?.has(PermissionFlagsBits.ManageRoles))
      return forbidden(PermissionFlagsBits.ManageRoles, t);
    if (role === 'unusable')
      return voterRoleChanged({ kind: 'problem', roleId: guildId, problem: 'everyone' }, inviteUrl(context), t);
    const mayManageRoles = interaction.appPermissions.has(PermissionFlagsBits.ManageRoles);
    const change = { userId, roleId: role?.id, hours, on, mayManageRoles };
    return voterRoleChanged(await services.voterRole.change(guildId, change), inviteUrl(context), t);
  },
});
