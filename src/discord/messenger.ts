import { DiscordAPIError, type REST } from 'discord.js';

import type { ClaimMessenger } from '../claims/replies.ts';
import { claimReply } from '../claims/views/claim.ts';
import type { Settings } from '../guilds/settings.ts';
import type { DuePost } from '../guilds/store/posts.ts';
import { type CommandIds, translator } from '../locales/index.ts';
import type { Member } from '../people/member.ts';
import { CannotSpeakError } from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { postMessage } from './channels.ts';
import { messageBody } from './responder.ts';
import type { InteractionRest } from './rest.ts';

/** The reply's token no longer works (401, 404), or the channel is closed to the bot. */
const REPLY_GONE: readonly unknown[] = [401, 403, 404];
/** Less than the lease of a post. One that waits longer, as for a rate limit, is left to the next try. */
export const POST_WITHIN_MS = 15_000;

/** How the bot speaks to people without being asked. */
export type Messenger = ClaimMessenger & {
  /** Gives up after 15 seconds. @throws as {@link postMessage} does */
  post(post: DuePost): Promise<void>;
};

export function createMessenger(options: {
  interactions: InteractionRest;
  rest: REST;
  settings: Pick<Settings, 'voteLinks'>;
  commandIds?: CommandIds;
  /** whether to ask a member if they want to be reminded; never rejects */
  offersReminder?: (member: Member) => Promise<boolean>;
  log: Log;
}): Messenger {
  const { interactions, rest, settings, commandIds, log, offersReminder = () => Promise.resolve(false) } = options;

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
    async post({ id, channelId, roleId, locale, words }) {
      const body = messageBody(words(translator(locale, commandIds)), roleId);
      await postMessage(rest, channelId, { body, nonce: id, signal: AbortSignal.timeout(POST_WITHIN_MS) });
    },
  };
}
