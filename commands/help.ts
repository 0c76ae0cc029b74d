import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, reads } from '../src/discord/incoming/command.ts';
import { slashCommand } from '../src/discord/incoming/definitions.ts';
import { helpReply } from '../src/guilds/views/help.ts';
import { readOverview } from './overview/overview.ts';

/** Tells what this person can do here, by their own permissions; a manager also what to set up next. */
export default {
  definition: slashCommand('help'),
  execute: reads(async (context) => {
    const { interaction, guildId, mayManage, services, t } = context;
    const { token } = await services.settings.read(guildId);
    const helped = {
      claimsWork: token.kind !== 'none',
      reminds: (await services.reminders.ofGuild(guildId)).hours !== undefined,
      isModerator: interaction.memberPermissions?.has(PermissionFlagsBits.ModerateMembers) ?? false,
    };
    return helpReply({ ...helped, manager: mayManage ? await readOverview(context) : undefined }, t);
  }),
} satisfies CommandOf<'help'>;
