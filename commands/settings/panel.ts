import { ApplicationCommandOptionType, type BaseInteraction } from 'discord.js';

import { answersItself, type Context, type SubcommandOf } from '../../src/discord/command.ts';
import { POST_CHANNEL_TYPES, postChannel } from '../../src/discord/post-channel.ts';
import type { Panel } from '../../src/guilds/panels.ts';
import { PANEL_TEXT_INPUT, panelNow, panelRefused, panelTextModal } from '../../src/guilds/views/panel.ts';
import { described, translator } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';

const CHANNEL = 'channel';

/** Posts the message that everybody can claim from, or shows how it is. */
export default {
  definition: {
    name: 'panel',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.panel.description'),
    options: [
      {
        name: CHANNEL,
        type: ApplicationCommandOptionType.Channel,
        ...described('commands.settings.panel.channel'),
        channel_types: [...POST_CHANNEL_TYPES],
      },
    ],
  },
  async execute(context) {
    const {
      interaction,
      guildId,
      services: { panels },
      t,
    } = context;
    const channel = postChannel(interaction, CHANNEL);
    if (channel === 'unusable') return panelRefused('unusable', t);
    const locale = localeOf(interaction);
    if (!channel) return show(context, await panels.refresh(guildId, locale));
    const put = await panels.put(guildId, channel.id, locale);
    return put === 'out-of-reach' ? panelRefused(put, t) : show(context, put);
  },
  buttons: {
    'panel-edit': answersItself(async ({ interaction, guildId, responder, services: { panels }, t }) => {
      const locale = localeOf(interaction);
      return responder.showModal(panelTextModal(await panels.text(guildId), t, translator(locale)));
    }),
    'panel-usual': async (context) => show(context, await changeText(context, undefined)),
    'panel-remove': async (context) =>
      show(context, await context.services.panels.remove(context.guildId, localeOf(context.interaction))),
  },
  modals: {
    'panel-text': async (context) =>
      show(context, await changeText(context, context.interaction.fields.getTextInputValue(PANEL_TEXT_INPUT))),
  },
} satisfies SubcommandOf<'settings'>;

/** The panel is for everybody, so it is in the language of the guild. */
function localeOf({ guildLocale, locale }: Pick<BaseInteraction, 'guildLocale'> & { locale: string }): string {
  return guildLocale ?? locale;
}

function changeText(
  { interaction, guildId, services: { panels } }: Context<BaseInteraction & { locale: string }>,
  text: string | undefined,
): Promise<Panel> {
  return panels.setText(guildId, text, localeOf(interaction));
}

function show({ t }: Pick<Context<unknown>, 't'>, panel: Panel): Reply {
  return panelNow(panel, t, translator(panel.content.locale));
}
