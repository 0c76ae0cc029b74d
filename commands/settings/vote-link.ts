import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { badVoteLink, voteLinkList } from '../../src/guilds/views/settings.ts';
import { MAX_VOTE_LABEL_LENGTH } from '../../src/guilds/vote-links.ts';
import { described } from '../../src/locales/index.ts';

const LINK_URL = 'url';
const LABEL = 'label';

/** Adds a place where the guild's members vote. Without one it shows them, each to be removed. */
export default {
  definition: {
    name: 'vote-link',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.voteLink.description'),
    options: [
      { name: LINK_URL, type: ApplicationCommandOptionType.String, ...described('commands.settings.voteLink.url') },
      {
        name: LABEL,
        type: ApplicationCommandOptionType.String,
        ...described('commands.settings.voteLink.label'),
        max_length: MAX_VOTE_LABEL_LENGTH,
      },
    ],
  },
  async execute({ interaction, guildId, services: { settings, panels }, t }) {
    const url = interaction.options.getString(LINK_URL);
    if (url === null) return voteLinkList(await settings.show(guildId), t);
    const label = interaction.options.getString(LABEL) ?? undefined;
    const outcome = await settings.addVoteLink(guildId, { url, label });
    if (outcome !== 'added') return badVoteLink(outcome, t);
    await panels.follow(guildId, interaction.guildLocale ?? interaction.locale);
    return voteLinkList(await settings.show(guildId), t, 'saved');
  },
  selects: {
    async 'vote-link'({ interaction, guildId, services: { settings, panels }, t }) {
      await settings.removeVoteLink(guildId, interaction.values[0] ?? '');
      await panels.follow(guildId, interaction.guildLocale ?? interaction.locale);
      return voteLinkList(await settings.show(guildId), t, 'removed');
    },
  },
} satisfies SubcommandOf<'settings'>;
