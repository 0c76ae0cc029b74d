import { answersItself, type Conversation, type SubcommandOf } from '../../src/discord/command.ts';
import { channelOption, given, subcommand } from '../../src/discord/definitions.ts';
import type { Panel } from '../../src/guilds/panels.ts';
import { PANEL_TEXT_INPUT, panelNow, panelRefused, panelTextModal } from '../../src/guilds/views/panel.ts';
import { translator } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';

const OPTIONS = { channel: channelOption('commands.settings.panel.channel') };

/** Posts the panel, or shows its state. */
export default {
  definition: subcommand('panel', 'commands.settings.panel.description', OPTIONS),
  async execute({ interaction, guildId, guildLocale, services: { panels }, t }) {
    const { channel } = given(OPTIONS, interaction);
    if (channel === 'unusable') return panelRefused('unusable', t);
    const panel = channel
      ? await panels.put(guildId, channel.id, guildLocale)
      : await panels.refresh(guildId, guildLocale);
    return panel === 'out-of-reach' ? panelRefused(panel, t) : show(panel, t);
  },
  buttons: {
    'panel-edit': answersItself(async ({ guildId, guildLocale, responder, services: { panels }, t }) =>
      responder.showModal(panelTextModal(await panels.text(guildId), t, translator(guildLocale))),
    ),
    'panel-usual': (context) => changeText(context, undefined),
    'panel-remove': async ({ guildId, guildLocale, services: { panels }, t }) =>
      show(await panels.remove(guildId, guildLocale), t),
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

function show(panel: Panel, t: Conversation['t']): Reply {
  return panelNow(panel, t, translator(panel.content.locale));
}
