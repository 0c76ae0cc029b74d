import { ApplicationCommandOptionType } from 'discord.js';

import { answersItself, type Conversation, reads, type SubcommandOf } from '../../src/discord/command.ts';
import {
  askToClear,
  badToken,
  TOKEN_INPUT,
  tokenChanged,
  tokenCleared,
  tokenModal,
  tokenSaved,
} from '../../src/guilds/views/settings.ts';
import { described } from '../../src/locales/index.ts';
import { showSettings } from './show.ts';

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
  execute: answersItself(({ responder, t }) => responder.showModal(tokenModal(t))),
  modals: {
    async token(context) {
      const { interaction, guildId, t } = context;
      const { settings } = context.services;
      const saved = await settings.setToken(guildId, interaction.fields.getTextInputValue(TOKEN_INPUT));
      return saved ? tokenSaved(await settings.show(guildId), t, await countOtherHooks(context)) : badToken(t);
    },
  },
  buttons: {
    'ask-clear': reads(({ t }, ending) => askToClear(ending, t)),
    'keep-token': reads(showSettings),
    async 'clear-token'(context, ending) {
      const { guildId, t } = context;
      const { settings } = context.services;
      if (!(await settings.clearToken(guildId, ending))) return tokenChanged(t);
      return tokenCleared(await settings.show(guildId), t, await countOtherHooks(context));
    },
  },
} satisfies SubcommandOf<'settings'>;

/** How many webhooks are limited to another token than the one that is set now. */
async function countOtherHooks({ guildId, services: { rewards } }: Conversation): Promise<number> {
  const hooks = await rewards.list(guildId);
  return hooks.filter(({ claims }) => claims === 'of-other-token').length;
}
