import { answersItself, type Conversation, type SubcommandOf } from '../../src/discord/incoming/command.ts';
import { channelOption } from '../../src/discord/incoming/definitions.ts';
import type { Panel } from '../../src/guilds/panels.ts';
import { PANEL_TEXT_INPUT, panelNow, panelRefused, panelTextModal } from '../../src/guilds/views/panel.ts';
import { translator } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { settingOf } from './setting.ts';

/** The message from which everybody claims. */
export default {
  ...settingOf({
    name: 'panel',
    options: { channel: channelOption('commands.settings.panel.channel') },
    page: async ({ guildId, guildLocale, services: { panels }, t }) =>
      show(await panels.refresh(guildId, guildLocale), t),
    async change({ guildId, guildLocale, services: { panels }, t }, { channel }) {
      if (!channel || channel === 'unusable') return panelRefused('unusable', t);
      const panel = await panels.put(guildId, channel.id, guildLocale);
      return panel === 'out-of-reach' ? panelRefused(panel, t) : show(panel, t, true);
    },
  }),
  buttons: {
    'panel-edit': answersItself(async ({ guildId, guildLocale, responder, services: { panels }, t }) =>
      responder.showModal(panelTextModal(await panels.text(guildId), t, translator(guildLocale))),
    ),
    'panel-usual': (context) => changeText(context, undefined),
    'panel-remove': async ({ guildId, guildLocale, services: { panels }, t }) =>
      show(await panels.remove(guildId, guildLocale), t, true),
  },
  modals: {
    'panel-text': (context) => changeText(context, context.interaction.fields.getTextInputValue(PANEL_TEXT_INPUT)),
  },
} satisfies SubcommandOf<'settings'>;

async function changeText(
  { guildId, guildLocale, services: { panels }, t }: Conversation,
  text: string | undefined,
): Promise<Reply> {
  return show(await panels.setText(guildId, text, guildLocale), t);
}

function show(panel: Panel, t: Conversation['t'], isChanged = false): Reply {
  return panelNow(panel, t, translator(panel.content.locale), isChanged);
}
