import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, IN_GUILDS, reads } from '../src/discord/command.ts';
import { missingHere } from '../src/discord/post-channel.ts';
import { nextStep } from '../src/guilds/first-steps.ts';
import { helpReply } from '../src/guilds/views/help.ts';
import { described } from '../src/locales/index.ts';

/** What this person can do here, by their own permissions; for a manager also what to set up next. */
export default {
  definition: { ...IN_GUILDS, name: 'help', ...described('commands.help.description') },
  execute: reads(async ({ interaction, guildId, services, t }) => {
    const { memberPermissions } = interaction;
    const settings = await services.settings.show(guildId);
    const everyone = {
      claimsWork: settings.token.kind !== 'none',
      reminds: (await services.reminders.hours(guildId)) !== undefined,
      isModerator: memberPermissions?.has(PermissionFlagsBits.ModerateMembers) ?? false,
    };
    if (!memberPermissions?.has(PermissionFlagsBits.ManageGuild))
      return helpReply({ ...everyone, isManager: false }, t);
    const [links, voteLinks] = [await services.entities.list(guildId, 1), await services.settings.voteLinks(guildId)];
    const postsHere = [settings.announcements, settings.alerts, settings.moderators].some(
      ({ on, channelId }) => on && channelId === interaction.channelId,
    );
    const missing = postsHere ? missingHere(interaction) : [];
    const next = nextStep({ settings, linkedEntities: links.total, voteLinks, lacksPermissions: missing.length > 0 });
    return helpReply({ ...everyone, isManager: true, next, missing }, t);
  }),
} satisfies CommandOf<'help'>;
