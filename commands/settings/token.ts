import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import {
  askToClear,
  badToken,
  settingsReply,
  TOKEN_INPUT,
  tokenChanged,
  tokenCleared,
  tokenModal,
  tokenSaved,
} from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';

/**
 * Sets a guild's access token. A modal asks for it, so that it is never part of a command, which Discord shows to
 * others.
 */
export default {
  definition: {
    name: 'token',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.token.description'),
  },
  execute: ({ responder, t }) => responder.showModal(tokenModal(t)),
  modals: {
    async token({ interaction, guildId, services: { settings }, t }) {
      const saved = await settings.setToken(guildId, interaction.fields.getTextInputValue(TOKEN_INPUT));
      return saved ? tokenSaved(await settings.show(guildId), t) : badToken(t);
    },
  },
  buttons: {
    'ask-clear': ({ t }, ending) => askToClear(ending, t),
    'keep-token': async ({ guildId, services: { settings }, t }) => settingsReply(await settings.show(guildId), t),
    async 'clear-token'({ guildId, services: { settings }, t }, ending) {
      if (await settings.clearToken(guildId, ending)) return tokenCleared(await settings.show(guildId), t);
      return tokenChanged(t);
    },
  },
} satisfies SubcommandOf<'settings'>;
