import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { badVoteUrl, voteUrlSaved } from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';

const LINK_URL = 'url';

/** Sets where the guild's members vote, or removes it. */
export default {
  definition: {
    name: 'vote-link',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.voteLink.description'),
    options: [
      { name: LINK_URL, type: ApplicationCommandOptionType.String, ...described('commands.settings.voteLink.url') },
    ],
  },
  async execute({ interaction, guildId, services: { settings }, t }) {
    const saved = await settings.setVoteUrl(guildId, interaction.options.getString(LINK_URL) ?? undefined);
    return saved ? voteUrlSaved(await settings.show(guildId), t) : badVoteUrl(t);
  },
} satisfies SubcommandOf<'settings'>;
