import { reads, type SubcommandOf } from '../../src/discord/command.ts';
import { subcommand } from '../../src/discord/definitions.ts';
import { goalSetting } from '../../src/guilds/views/goal.ts';
import { settingsReply } from '../../src/guilds/views/settings.ts';
import { guildRemindersField } from '../../src/reminders/views/reminder.ts';
import { hooksField } from '../../src/rewards/views/hooks.ts';
import { voterRoleField } from '../../src/rewards/views/voter-role.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { type Checked, findProblems } from './problems.ts';

/** Shows all settings and their problems, but never the token or the addresses of webhooks. */
export default {
  definition: subcommand('show', 'commands.settings.show.description'),
  execute: reads(showSettings),
} satisfies SubcommandOf<'settings'>;

export async function showSettings(context: Checked): Promise<Reply> {
  const { guildId, services, t } = context;
  const [settings, hooks, role, goal, reminderHours] = await Promise.all([
    services.settings.show(guildId),
    services.rewards.list(guildId),
    services.voterRole.show(guildId),
    services.goals.progress(guildId),
    services.reminders.hours(guildId),
  ]);
  return settingsReply(settings, t, {
    others: [
      hooksField(hooks, t),
      voterRoleField(role, t),
      goalSetting(goal, t),
      guildRemindersField(reminderHours, t),
    ],
    problems: await findProblems(context, { settings, hooks, role }),
  });
}
