import { reads, type SubcommandOf } from '../../src/discord/incoming/command.ts';
import { stringOption } from '../../src/discord/incoming/definitions.ts';
import { askToRemoveLink, badVoteLink, voteLinkList } from '../../src/guilds/views/settings.ts';
import { MAX_VOTE_LABEL_LENGTH } from '../../src/guilds/vote-links.ts';
import { MAX_LINK_LENGTH } from '../../src/ui/reply.ts';
import { settingOf } from './setting.ts';

/** Where members vote. */
export default {
  ...settingOf({
    name: 'vote-link',
    options: {
      url: stringOption('commands.settings.vote-link.url', { max_length: MAX_LINK_LENGTH }),
      label: stringOption('commands.settings.vote-link.label', { max_length: MAX_VOTE_LABEL_LENGTH }),
    },
    page: async ({ guildId, services: { settings }, t }) => voteLinkList(await settings.read(guildId), t),
    async change({ guildId, guildLocale, services: { settings, panels }, t }, { url = '', label }) {
      const outcome = await settings.addVoteLink(guildId, { url, label });
      if (outcome !== 'added') return badVoteLink(outcome, t);
      await panels.follow(guildId, guildLocale);
      return voteLinkList(await settings.read(guildId), t, 'saved');
    },
  }),
  selects: {
    'vote-link': reads(async ({ interaction, guildId, services: { settings }, t }) =>
      askToRemoveLink(await settings.read(guildId), interaction.values[0], t),
    ),
  },
  buttons: {
    async 'remove-vote-link'({ guildId, guildLocale, services: { settings, panels }, t }, id) {
      await settings.removeVoteLink(guildId, id);
      await panels.follow(guildId, guildLocale);
      return voteLinkList(await settings.read(guildId), t, 'removed');
    },
  },
} satisfies SubcommandOf<'settings'>;
