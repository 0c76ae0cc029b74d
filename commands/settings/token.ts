import { answersItself, type Conversation, reads, type SubcommandOf } from '../../src/discord/command.ts';
import { subcommand } from '../../src/discord/definitions.ts';
import {
  askToClear,
  badToken,
  TOKEN_INPUT,
  tokenChanged,
  tokenModal,
  tokenNow,
} from '../../src/guilds/views/settings.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { showSettings } from './show.ts';

/** Sets a guild's access token. A modal asks for it, as Discord shows a command's options to others. */
export default {
  definition: subcommand('token', 'commands.settings.token.description'),
  execute: answersItself(({ responder, t }) => responder.showModal(tokenModal(t))),
  modals: {
    async token(context) {
      const { interaction, guildId, services, t } = context;
      const saved = await services.settings.setToken(guildId, interaction.fields.getTextInputValue(TOKEN_INPUT));
      return saved ? showToken(context) : badToken(t);
    },
  },
  buttons: {
    'ask-clear': reads(({ t }, ending) => askToClear(ending, t)),
    'keep-token': reads(showSettings),
    async 'clear-token'(context, ending) {
      const { guildId, services, t } = context;
      return (await services.settings.clearToken(guildId, ending)) ? showToken(context) : tokenChanged(t);
    },
  },
} satisfies SubcommandOf<'settings'>;

async function showToken({ guildId, services: { settings, rewards }, t }: Conversation): Promise<Reply> {
  const otherHooks = (await rewards.list(guildId)).filter(({ claims }) => claims === 'of-other-token');
  return tokenNow(await settings.show(guildId), t, otherHooks.length);
}
