import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { badVoteUrl, voteUrlSaved } from '../../src/views/settings.ts';

/** Sets where the guild's members vote, or removes it. */
export default {
  definition: {
    name: 'vote-link',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.voteLink.description'),
    options: [
      { name: 'url', type: ApplicationCommandOptionType.String, ...described('commands.settings.voteLink.url') },
    ],
  },
  async execute({ interaction, guildId, services: { settings }, t }) {
    const saved = await settings.setVoteUrl(guildId, interaction.options.getString('url') ?? undefined);
    return saved ? voteUrlSaved(await settings.show(guildId), t) : badVoteUrl(t);
  },
} satisfies Subcommand;
