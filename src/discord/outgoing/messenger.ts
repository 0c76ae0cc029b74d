import { DiscordAPIError, type REST, Routes } from 'discord.js';

import type { ClaimRequest } from '../../claims/claim.ts';
import type { ClaimMessenger } from '../../claims/replies.ts';
import type { Verdict } from '../../claims/states.ts';
import type { OwnClaims } from '../../claims/store/own-claims.ts';
import { claimReply } from '../../claims/views/claim.ts';
import type { Settings } from '../../guilds/settings.ts';
import type { DuePost } from '../../guilds/store/posts.ts';
import { type CommandIds, translator } from '../../locales/index.ts';
import type { Member } from '../../member.ts';
import type { Clock } from '../../work/clock.ts';
import { CannotSpeakError, NotHeldError } from '../../work/errors.ts';
import type { Log } from '../../work/log.ts';
import type { InteractionRest } from '../rest/interaction-rest.ts';
import { postMessage, reachesMessage } from './channels.ts';
import { messageBody } from './message-body.ts';

/** The reply's token no longer works (401, 404), or the channel is closed to the bot. */
const REPLY_GONE: readonly unknown[] = [401, 403, 404];
/** What people may want moderators to look at. */
const ASKED_ABOUT: readonly Verdict['kind'][] = ['already', 'likely-granted', 'pending', 'reviewed'];

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
  settings: Pick<Settings, 'voteLinks' | 'hasModerators'>;
  commandIds?: CommandIds;
  /** whether to ask a member if they want to be reminded; never rejects */
  offersReminder?: (member: Member) => Promise<boolean>;
  ownClaims?: OwnClaims;
  /** less than the lease of a post. One that waits longer, as for a rate limit, is left to the next try */
  postWithinMs: number;
  clock: Clock;
  log: Log;
}): Messenger {
  const { interactions, rest, settings, commandIds, ownClaims, postWithinMs, clock, log } = options;
  const { offersReminder = () => Promise.resolve(false) } = options;

  /** Of the claim that this person made for the vote that is already claimed. */
  async function ownReference({ guildId, userId, playername }: ClaimRequest, answer: Verdict) {
    if (answer.kind !== 'already' || answer.recordedAt === undefined || userId === undefined) return undefined;
    const about = { playername, recordedAt: answer.recordedAt };
    return ownClaims?.referenceOf({ guildId, userId }, about).catch((error: unknown) => {
      log.warn({ err: error, guildId }, 'whether somebody claimed a vote themselves is not known');
      return undefined;
    });
  }

  return {
    async tellClaim(request, reply, answer, isFresh) {
      const { id, guildId, userId, locale, playername, reference } = request;
      const mayOffer = userId !== undefined && (answer.kind === 'granted' || answer.kind === 'already');
      const [voteLinks, isOffered, own, canAsk] = await Promise.all([
        settings.voteLinks(guildId).catch((error: unknown) => {
          log.warn({ err: error, guildId }, 'a claim is told without the links to vote');
          return [];
        }),
        mayOffer && offersReminder({ guildId, userId }),
        ownReference(request, answer),
        ASKED_ABOUT.includes(answer.kind) && settings.hasModerators(guildId).catch(() => false),
      ]);
      const about = {
        playername,
        reference,
        ownReference: own,
        requestId: id,
        voteLinks,
        offersReminder: isOffered,
        canAsk,
      };
      const view = claimReply(answer, about, translator(locale, commandIds));
      if (!isFresh()) throw new NotHeldError('the verdict is fresh no longer');
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
