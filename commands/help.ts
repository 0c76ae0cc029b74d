import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, reads } from '../src/discord/command.ts';
import { slashCommand } from '../src/discord/definitions.ts';
import { missingHere } from '../src/discord/post-channel.ts';
import { nextStep } from '../src/guilds/first-steps.ts';
import { POST_CHANNELS } from '../src/guilds/settings.ts';
import { helpReply } from '../src/guilds/views/help.ts';

/** What this person can do here, by their own permissions; for a manager also what to set up next. */
export default {
  definition: slashCommand('help'),
  execute: reads(async ({ interaction, guildId, mayManage, services, t }) => {
    const settings = await services.settings.show(guildId);
    const everyone = {
      claimsWork: settings.token.kind !== 'none',
      reminds: (await services.reminders.hours(guildId)) !== undefined,
      isModerator: interaction.memberPermissions?.has(PermissionFlagsBits.ModerateMembers) ?? false,
    };
    if (!mayManage) return helpReply(everyone, t);
    const [links, voteLinks] = [await services.entities.list(guildId, 1), await services.settings.voteLinks(guildId)];
    const postsHere = POST_CHANNELS.some(
      (kind) => settings[kind].on && settings[kind].channelId === interaction.channelId,
    );
    const missing = postsHere ? missingHere(interaction) : [];
    const next = nextStep({ settings, linkedEntities: links.total, voteLinks, lacksPermissions: missing.length > 0 });
    return helpReply({ ...everyone, manager: { next, missing } }, t);
  }),
} satisfies CommandOf<'help'>;
