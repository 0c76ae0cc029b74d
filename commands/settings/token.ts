import { answersItself, type Conversation, reads, type SubcommandOf } from '../../src/discord/incoming/command.ts';
import { subcommand } from '../../src/discord/incoming/definitions.ts';
import {
  askToClear,
  badToken,
  TOKEN_INPUT,
  tokenChanged,
  tokenModal,
  tokenNow,
  tokenSaved,
} from '../../src/guilds/views/settings.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { withOverview } from '../overview/overview.ts';
import { afterForm, type Setting } from './setting.ts';

/** A guild's access token. A modal asks for it, as Discord shows a command's options to others. */
export default {
  definition: subcommand('token', 'commands.settings.token.description'),
  execute: answersItself(({ responder, t }) => responder.showModal(tokenModal(t))),
  page: async ({ guildId, services: { settings }, t }) => tokenNow(await settings.read(guildId), t),
  form: ({ t }) => tokenModal(t),
  async submit(context) {
    const { interaction, guildId, services, t } = context;
    const token = interaction.fields.getTextInputValue(TOKEN_INPUT);
    const saved = await services.settings.setToken(guildId, token);
    return afterForm(context, saved ? await showSaved(context) : badToken(token, t));
  },
  buttons: {
    'ask-clear': reads(({ t }, ending) => askToClear(ending, t)),
    async 'clear-token'(context, ending) {
      const { guildId, services, t } = context;
      const cleared = await services.settings.clearToken(guildId, ending);
      return withOverview(context, cleared ? await showSaved(context) : tokenChanged(t));
    },
  },
} satisfies SubcommandOf<'settings'> & Setting;

async function showSaved({ guildId, services: { settings, rewards }, t }: Conversation): Promise<Reply> {
  const otherHooks = (await rewards.list(guildId)).filter(({ claims }) => claims === 'of-other-token');
  return tokenSaved(await settings.read(guildId), t, otherHooks.length);
}
