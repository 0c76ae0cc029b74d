import { DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';

import { PANEL_CALL_LASTS_MS, type PanelContent, type PanelMessages } from '../guilds/panel-message.ts';
import { panelMessage } from '../guilds/views/panel.ts';
import { type CommandIds, translator } from '../locales/index.ts';
import { channelError, postMessage } from './channels.ts';
import { messageBody } from './responder.ts';

const GONE: readonly unknown[] = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];

export function createPanelMessages({ rest, commandIds }: { rest: REST; commandIds: CommandIds }): PanelMessages {
  const bodyOf = (content: PanelContent) => messageBody(panelMessage(content, translator(content.locale, commandIds)));
  const signal = () => AbortSignal.timeout(PANEL_CALL_LASTS_MS);

  /** @returns false when there is no such message */
  async function reaches(call: Promise<unknown>): Promise<boolean> {
    try {
      await call;
      return true;
    } catch (error) {
      if (error instanceof DiscordAPIError && GONE.includes(error.code)) return false;
      throw channelError(error);
    }
  }

  return {
    async post(channelId, { nonce, content }) {
      return (await postMessage(rest, channelId, { body: bodyOf(content), nonce, signal: signal() })).id;
    },
    edit: ({ channelId, messageId }, content) =>
      reaches(rest.patch(Routes.channelMessage(channelId, messageId), { body: bodyOf(content), signal: signal() })),
    async delete({ channelId, messageId }) {
      await reaches(rest.delete(Routes.channelMessage(channelId, messageId), { signal: signal() }));
    },
  };
}
