import type { InChannel } from '../../src/discord/command.ts';
import type { Problem } from '../../src/guilds/set-up.ts';
import { aboveSetUp, type SetUp, setUpReply } from '../../src/guilds/views/set-up.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { findProblems } from './problems.ts';

/** What is set in the guild, and what is wrong with it. Brings the panel up to date, to see whether it is there. */
export async function readSetUp(context: InChannel): Promise<{ setUp: SetUp; problems: readonly Problem[] }> {
  const { guildId, guildLocale, services } = context;
  const [settings, voteLinks, { total: linkedEntities }, hooks, role, goal, reminderHours, remindsAt, panel] =
    await Promise.all([
      services.settings.show(guildId),
      services.settings.voteLinks(guildId),
      services.entities.list(guildId, 1),
      services.rewards.list(guildId),
      services.voterRole.show(guildId),
      services.goals.progress(guildId),
      services.reminders.hours(guildId),
      services.reminders.nextDay(guildId),
      services.panels.update(guildId, guildLocale).catch(() => undefined),
    ]);
  const setUp = {
    settings,
    linkedEntities,
    voteLinks: voteLinks.length,
    rewardPlaces: hooks.length,
    panel,
    voterRoleId: role && role.state !== 'off' ? role.roleId : undefined,
    reminderHours,
    remindsAt,
    goal,
  };
  return { setUp, problems: await findProblems(context, { settings, hooks, role, panel }) };
}

/** Everything that can be set up. */
export async function showSetUp(context: InChannel): Promise<Reply> {
  const { setUp, problems } = await readSetUp(context);
  return setUpReply(setUp, problems, context.t);
}

/** What has just changed, above all that is set now. */
export async function withSetUp(context: InChannel, changed: Reply): Promise<Reply> {
  return aboveSetUp(changed, await showSetUp(context));
}
