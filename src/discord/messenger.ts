import { DiscordAPIError, Routes, type REST } from 'discord.js';

import type { ClaimMessenger } from '../claims/replies.ts';
import { claimReply } from '../claims/views/claim.ts';
import { CannotSpeakError } from '../errors.ts';
import type { Settings } from '../guilds/settings.ts';
import type { DuePost } from '../guilds/store/posts.ts';
import { type CommandIds, translator } from '../locales/index.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import { postError } from './channels.ts';
import { messageBody } from './responder.ts';
import type { InteractionRest } from './rest.ts';

/** Of an edited reply: its token is of no more use (401, 404), or the channel is closed to the bot. */
const REPLY_GONE: readonly unknown[] = [401, 403, 404];
/** Less than a process has a post for itself: what waits longer, for a rate limit say, is left to the next try. */
export const POST_WITHIN_MS = 15_000;

/** How the bot speaks to people without being asked. */
export type Messenger = ClaimMessenger & {
  /**
   * Posts in a channel. Gives up after 15 seconds.
   *
   * @throws {@link CannotSpeakError} when the channel is gone or closed to the bot, {@link RefusedMessageError} when
   * Discord rejects the message itself; any other error may be temporary
   */
  post(post: DuePost): Promise<void>;
};

/** @param interactions - edits replies, with the replies' own tokens. @param rest - posts in channels, as the bot */
export function createMessenger({
  interactions,
  rest,
  settings,
  commandIds,
  offersReminder = () => Promise.resolve(false),
  log,
}: {
  interactions: InteractionRest;
  rest: REST;
  settings: Pick<Settings, 'voteLinks'>;
  /** what Discord has registered so far, for texts that mention commands */
  commandIds?: CommandIds;
  /** whether to ask a member if they want to be reminded; never rejects */
  offersReminder?: (member: Member) => Promise<boolean>;
  log: Log;
}): Messenger {
  return {
    async tellClaim({ id, guildId, userId, locale, playername, reference }, reply, answer) {
      const mayOffer = userId !== undefined && (answer.kind === 'granted' || answer.kind === 'already');
      const [voteLinks, isOffered] = await Promise.all([
        settings.voteLinks(guildId).catch((error: unknown) => {
          log.warn({ err: error, guildId }, 'a claim is told without the links to vote');
          return [];
        }),
        mayOffer && offersReminder({ guildId, userId }),
      ]);
      const about = { playername, reference, requestId: id, voteLinks, offersReminder: isOffered };
      const view = claimReply(answer, about, translator(locale, commandIds));
      return interactions.editOriginal(reply, messageBody(view)).catch((error: unknown) => {
        const isGone = error instanceof DiscordAPIError && REPLY_GONE.includes(error.status);
        throw isGone ? new CannotSpeakError('the reply cannot be edited any more', { cause: error }) : error;
      });
    },
    async post({ id, channelId, locale, words }) {
      const body = { ...messageBody(words(translator(locale, commandIds))), nonce: id, enforce_nonce: true };
      const signal = AbortSignal.timeout(POST_WITHIN_MS);
      await rest.post(Routes.channelMessages(channelId), { body, signal }).catch((error: unknown) => {
        throw postError(error);
      });
    },
  };
}
