import { DiscordAPIError, type REST, Routes } from 'discord.js';

import type { ClaimContext } from '../../claims/claim-context.ts';
import type { ClaimMessenger } from '../../claims/replies.ts';
import { claimReply } from '../../claims/views/claim.ts';
import type { DuePost } from '../../guilds/store/posts.ts';
import { type CommandIds, translator } from '../../locales/index.ts';
import type { Clock } from '../../work/clock.ts';
import { CannotSpeakError, NotHeldError, StaleVerdictError } from '../../work/errors.ts';
import type { InteractionRest } from '../rest/interaction-rest.ts';
import { postMessage, reachesMessage } from './channels.ts';
import { messageBody } from './message-body.ts';

/** The reply's token no longer works (401, 404), or the channel is closed to the bot. */
const REPLY_GONE: readonly unknown[] = [401, 403, 404];

/** How the bot speaks to people without being asked. */
export type Messenger = ClaimMessenger & {
  /**
   * Posts a message, or changes the one that is there, unless it was deleted. Gives up after `postWithinMs`.
   *
   * @param isHeld - whether it is still to be posted by this process, in that time
   * @returns the id of a new message
   * @throws as {@link postMessage} does, and {@link NotHeldError} when it is no longer held
   */
  post(post: DuePost, isHeld: (forMs: number) => Promise<boolean>): Promise<string | undefined>;
};

export function createMessenger(options: {
  interactions: InteractionRest;
  rest: REST;
  claimContext: ClaimContext;
  commandIds?: CommandIds;
  /** less than the lease of a post. One that waits longer, as for a rate limit, is left to the next try */
  postWithinMs: number;
  clock: Clock;
}): Messenger {
  const { interactions, rest, claimContext, commandIds, postWithinMs, clock } = options;
  return {
    async tellClaim(request, reply, verdict, isFresh) {
      const context = await claimContext(request, verdict);
      const view = claimReply(verdict, context, translator(request.locale, commandIds));
      if (!isFresh()) throw new StaleVerdictError('the verdict is fresh no longer');
      return interactions.editOriginal(reply, messageBody(view)).catch((error: unknown) => {
        const isGone = error instanceof DiscordAPIError && REPLY_GONE.includes(error.status);
        throw isGone ? new CannotSpeakError('the reply cannot be edited any more', { cause: error }) : error;
      });
    },
    async post({ id, channelId, messageId, roleId, locale, words }, isHeld) {
      const body = messageBody(words(translator(locale, commandIds)), roleId);
      if (!(await isHeld(postWithinMs))) throw new NotHeldError('the post is held no longer');
      const signal = clock.signal(postWithinMs);
      if (messageId === undefined) return (await postMessage(rest, channelId, { body, nonce: id, signal })).id;
      await reachesMessage(rest.patch(Routes.channelMessage(channelId, messageId), { body, signal }));
      return undefined;
    },
  };
}
