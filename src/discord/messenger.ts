import { DiscordAPIError, Routes, type REST } from 'discord.js';

import { translator } from '../locales/index.ts';
import { CannotSpeakError, type Messenger } from '../services/messenger.ts';
import type { Settings } from '../services/settings.ts';
import { announcementReply, claimReply } from '../views/claim.ts';
import { messageBody } from './replies.ts';
import type { InteractionRest } from './rest.ts';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

/**
 * Tells people what became of their claims, by editing the reply that each request left, and posts announcements.
 *
 * @param interactions - edits replies, with the replies' own tokens
 * @param rest - posts to channels, as the bot
 */
export function createMessenger({
  interactions,
  rest,
  settings,
}: {
  interactions: InteractionRest;
  rest: REST;
  settings: Settings;
}): Messenger {
  return {
    async tellClaim({ id, guildId, locale, playername, reference }, reply, answer) {
      const voteUrl = await settings.voteUrl(guildId).catch(() => undefined);
      const context = { t: translator(locale), playername, reference, requestId: id, voteUrl };
      await interactions
        .editOriginal(reply, messageBody(claimReply(answer, context)))
        .catch(finalIf([UNAUTHORIZED, FORBIDDEN, NOT_FOUND]));
    },
    async announce({ channelId, locale, nonce, ...announcement }) {
      const body = { ...messageBody(announcementReply(announcement, translator(locale))), nonce, enforce_nonce: true };
      await rest.post(Routes.channelMessages(channelId), { body }).catch(finalIf([BAD_REQUEST, FORBIDDEN, NOT_FOUND]));
    },
  };
}

/** Tells what Discord refuses for good from what may pass. @param statuses - that mean the reply or the channel is out of reach */
function finalIf(statuses: readonly number[]): (error: unknown) => never {
  return (error) => {
    const isFinal = error instanceof DiscordAPIError && statuses.includes(error.status);
    throw isFinal ? new CannotSpeakError('Discord refuses the message', { cause: error }) : error;
  };
}
