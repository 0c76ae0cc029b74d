import { ApplicationCommandOptionType } from 'discord.js';

import type { Subcommand } from '../../src/discord/command.ts';
import { en } from '../../src/locales/en.ts';
import { badVoteUrl, voteUrlSaved } from '../../src/views/settings.ts';

const texts = en.commands.settings.voteLink;

/** Sets where the guild's members vote, or removes it. */
export default {
  definition: {
    name: 'vote-link',
    type: ApplicationCommandOptionType.Subcommand,
    description: texts.description,
    options: [{ name: 'url', type: ApplicationCommandOptionType.String, description: texts.url }],
  },
  async execute({ interaction, guildId, services: { settings }, t }) {
    const saved = await settings.setVoteUrl(guildId, interaction.options.getString('url') ?? undefined);
    return saved ? voteUrlSaved(await settings.show(guildId), t) : badVoteUrl(t);
  },
} satisfies Subcommand;
