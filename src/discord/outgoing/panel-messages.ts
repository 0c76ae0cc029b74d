import { Routes, type REST } from 'discord.js';

import { PANEL_CALL_LASTS_MS, type PanelContent, type PanelMessages } from '../../guilds/panel-message.ts';
import { panelMessage } from '../../guilds/views/panel.ts';
import { type CommandIds, translator } from '../../locales/index.ts';
import type { Clock } from '../../work/clock.ts';
import { postMessage, reachesMessage } from './channels.ts';
import { messageBody } from './message-body.ts';

export function createPanelMessages(options: { rest: REST; commandIds: CommandIds; clock: Clock }): PanelMessages {
  const { rest, commandIds, clock } = options;
  const bodyOf = (content: PanelContent) => messageBody(panelMessage(content, translator(content.locale, commandIds)));
  const signal = () => clock.signal(PANEL_CALL_LASTS_MS);

  return {
    async post(channelId, { nonce, content }) {
      return (await postMessage(rest, channelId, { body: bodyOf(content), nonce, signal: signal() })).id;
    },
    edit: ({ channelId, messageId }, content) =>
      reachesMessage(
        rest.patch(Routes.channelMessage(channelId, messageId), { body: bodyOf(content), signal: signal() }),
      ),
    async delete({ channelId, messageId }) {
      await reachesMessage(rest.delete(Routes.channelMessage(channelId, messageId), { signal: signal() }));
    },
  };
}
