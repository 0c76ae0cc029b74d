import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, reads } from '../src/discord/command.ts';
import { slashCommand } from '../src/discord/definitions.ts';
import { missingToPost } from '../src/discord/post-channel.ts';
import { nextStep } from '../src/guilds/first-steps.ts';
import { POST_CHANNELS } from '../src/guilds/settings.ts';
import { helpReply } from '../src/guilds/views/help.ts';

/** Tells what this person can do here, by their own permissions; a manager also what to set up next. */
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
    const { total: linkedEntities } = await services.entities.list(guildId, 1);
    const voteLinks = await services.settings.voteLinks(guildId);
    const postsHere = POST_CHANNELS.some(
      (kind) => settings[kind].on && settings[kind].channelId === interaction.channelId,
    );
    const missing = postsHere ? missingToPost(interaction.appPermissions) : [];
    const next = nextStep({ settings, linkedEntities, voteLinks, lacksPermissions: missing.length > 0 });
    return helpReply({ ...everyone, manager: { next, missing } }, t);
  }),
} satisfies CommandOf<'help'>;
