import type { SubcommandOf } from '../../src/discord/command.ts';
import { given, stringOption, subcommand } from '../../src/discord/definitions.ts';
import { badVoteLink, voteLinkList } from '../../src/guilds/views/settings.ts';
import { MAX_VOTE_LABEL_LENGTH } from '../../src/guilds/vote-links.ts';

const OPTIONS = {
  url: stringOption('commands.settings.voteLink.url'),
  label: stringOption('commands.settings.voteLink.label', { max_length: MAX_VOTE_LABEL_LENGTH }),
};

/** Adds a vote link. Without an address it shows all links, each with a way to remove it. */
export default {
  definition: subcommand('vote-link', 'commands.settings.voteLink.description', OPTIONS),
  async execute({ interaction, guildId, guildLocale, services: { settings, panels }, t }) {
    const { url, label } = given(OPTIONS, interaction);
    if (url === undefined) return voteLinkList(await settings.show(guildId), t);
    const outcome = await settings.addVoteLink(guildId, { url, label });
    if (outcome !== 'added') return badVoteLink(outcome, t);
    await panels.follow(guildId, guildLocale);
    return voteLinkList(await settings.show(guildId), t, 'saved');
  },
  selects: {
    async 'vote-link'({ interaction, guildId, guildLocale, services: { settings, panels }, t }) {
      await settings.removeVoteLink(guildId, interaction.values[0] ?? '');
      await panels.follow(guildId, guildLocale);
      return voteLinkList(await settings.show(guildId), t, 'removed');
    },
  },
} satisfies SubcommandOf<'settings'>;
