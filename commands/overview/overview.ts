import type { InChannel } from '../../src/discord/incoming/command.ts';
import type { Problem } from '../../src/guilds/setting-names.ts';
import { aboveOverview, type Overview, overviewReply } from '../../src/guilds/views/overview.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { findProblems } from './problems.ts';

/** What is set in the guild, and what is wrong with it. Brings the panel up to date, to see whether it is there. */
export async function readOverview(context: InChannel): Promise<{ overview: Overview; problems: readonly Problem[] }> {
  const { guildId, guildLocale, services } = context;
  const [settings, voteLinks, { total: linkedEntities }, hooks, role, goal, reminders, names, panel] =
    await Promise.all([
      services.settings.read(guildId),
      services.settings.voteLinks(guildId),
      services.entities.list(guildId, 1),
      services.rewards.list(guildId),
      services.voterRole.read(guildId),
      services.goals.progress(guildId),
      services.reminders.ofGuild(guildId),
      services.ownNames.read(guildId),
      services.panels.update(guildId, guildLocale).catch(() => undefined),
    ]);
  const overview = {
    settings,
    linkedEntities,
    voteLinks: voteLinks.length,
    rewardPlaces: hooks.length,
    panel,
    voterRoleId: role && role.state !== 'off' ? role.roleId : undefined,
    reminderHours: reminders.hours,
    remindsAt: reminders.nextDay,
    goal,
    ownNames: names.on ? names.count : undefined,
  };
  return { overview, problems: await findProblems(context, { settings, hooks, role, panel, voteLinks }) };
}

/** Everything that can be set up. */
export async function showOverview(context: InChannel): Promise<Reply> {
  const { overview, problems } = await readOverview(context);
  return overviewReply(overview, problems, context.t);
}

/** What has just changed, above all that is set now. */
export async function withOverview(context: InChannel, changed: Reply): Promise<Reply> {
  return aboveOverview(changed, await showOverview(context));
}
