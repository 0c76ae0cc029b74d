import { answersItself, type Conversation, reads, type SubcommandOf } from '../../src/discord/command.ts';
import { subcommand } from '../../src/discord/definitions.ts';
import {
  askToClear,
  badToken,
  TOKEN_INPUT,
  tokenChanged,
  tokenCleared,
  tokenModal,
  tokenSaved,
} from '../../src/guilds/views/settings.ts';
import { showSettings } from './show.ts';

/** Sets a guild's access token. A modal asks for it, as Discord shows a command's options to others. */
export default {
  definition: subcommand('token', 'commands.settings.token.description'),
  execute: answersItself(({ responder, t }) => responder.showModal(tokenModal(t))),
  modals: {
    async token(context) {
      const { interaction, guildId, services, t } = context;
      const saved = await services.settings.setToken(guildId, interaction.fields.getTextInputValue(TOKEN_INPUT));
      if (!saved) return badToken(t);
      return tokenSaved(await services.settings.show(guildId), t, await countOtherHooks(context));
    },
  },
  buttons: {
    'ask-clear': reads(({ t }, ending) => askToClear(ending, t)),
    'keep-token': reads(showSettings),
    async 'clear-token'(context, ending) {
      const { guildId, services, t } = context;
      if (!(await services.settings.clearToken(guildId, ending))) return tokenChanged(t);
      return tokenCleared(await services.settings.show(guildId), t, await countOtherHooks(context));
    },
  },
} satisfies SubcommandOf<'settings'>;

async function countOtherHooks({ guildId, services: { rewards } }: Conversation): Promise<number> {
  return (await rewards.list(guildId)).filter(({ claims }) => claims === 'of-other-token').length;
}
