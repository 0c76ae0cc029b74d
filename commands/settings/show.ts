import { ApplicationCommandOptionType } from 'discord.js';

import { reads, type SubcommandOf } from '../../src/discord/command.ts';
import { goalSetting } from '../../src/guilds/views/goal.ts';
import { settingsReply } from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';
import { guildRemindersField } from '../../src/reminders/views/reminder.ts';
import { hooksField } from '../../src/rewards/views/hooks.ts';
import { voterRoleField } from '../../src/rewards/views/voter-role.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { findProblems } from './problems.ts';

/** Shows all settings and what is wrong with them, but never the token itself, nor where webhooks lead. */
export default {
  definition: {
    name: 'show',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.show.description'),
  },
  execute: reads(showSettings),
} satisfies SubcommandOf<'settings'>;

export async function showSettings(context: Parameters<typeof findProblems>[0]): Promise<Reply> {
  const { guildId, services, t } = context;
  const [settings, hooks, role, goal, reminderHours] = await Promise.all([
    services.settings.show(guildId),
    services.rewards.list(guildId),
    services.voterRole.show(guildId),
    services.goals.show(guildId),
    services.reminders.hours(guildId),
  ]);
  const others = [
    hooksField(hooks, t),
    voterRoleField(role, t),
    goalSetting(goal, t),
    guildRemindersField(reminderHours, t),
  ];
  return settingsReply(settings, t, { others, problems: await findProblems(context, { settings, hooks, role }) });
}
