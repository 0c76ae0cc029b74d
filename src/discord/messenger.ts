import { DiscordAPIError, Routes, type REST } from 'discord.js';

import type { ClaimMessenger } from '../claims/replies.ts';
import type { Announcement } from '../claims/store/announcements.ts';
import type { Escalation } from '../claims/store/escalations.ts';
import { announcementReply } from '../claims/views/announcement.ts';
import { claimReply } from '../claims/views/claim.ts';
import { escalationReply } from '../claims/views/escalation.ts';
import { CannotSpeakError } from '../errors.ts';
import type { GoalPost } from '../guilds/store/goal-counts.ts';
import type { Settings } from '../guilds/settings.ts';
import { goalReached } from '../guilds/views/goal.ts';
import { type CommandIds, type Translate, translator } from '../locales/index.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import type { Alert } from '../plans/store/alerts.ts';
import { alertReply } from '../plans/views/alert.ts';
import type { RewardNotice } from '../rewards/store/notices.ts';
import { rewardNoticeReply } from '../rewards/views/hooks.ts';
import { voterRoleNotice } from '../rewards/views/voter-role.ts';
import type { Reply } from '../ui/reply.ts';
import { postError } from './channels.ts';
import { messageBody } from './responder.ts';
import type { InteractionRest } from './rest.ts';

/** Of an edited reply: its token is of no more use (401, 404), or the channel is closed to the bot. */
const REPLY_GONE: readonly unknown[] = [401, 403, 404];
/** Less than a process has a post for itself: what waits longer, for a rate limit say, is left to the next try. */
export const POST_WITHIN_MS = 15_000;

/** A message to everyone in a channel. */
export type PublicPost = Announcement | Alert | Escalation | GoalPost | RewardNotice;

/** How the bot speaks to people without being asked. */
export type Messenger = ClaimMessenger & {
  /**
   * Posts in a channel. Gives up after 15 seconds, and sends nothing after that.
   *
   * @throws {@link CannotSpeakError} when the channel is gone or closed to the bot, {@link RefusedMessageError} when
   * Discord rejects the message itself; any other error may be temporary
   */
  post(post: PublicPost): Promise<void>;
};

/**
 * Tells people what became of their claims, by editing the reply that each request left, and posts in channels.
 *
 * @param interactions - edits replies, with the replies' own tokens
 * @param rest - posts to channels, as the bot
 */
export function createMessenger({
  interactions,
  rest,
  settings,
  commandIds,
  offersReminder = () => Promise.resolve(false),
  now,
  log,
}: {
  interactions: InteractionRest;
  rest: REST;
  settings: Pick<Settings, 'voteLinks' | 'manageUrl'>;
  /** what Discord has registered so far, for texts that mention commands */
  commandIds?: CommandIds;
  /** whether to ask a member if they want to be reminded; never rejects */
  offersReminder?: (member: Member) => Promise<boolean>;
  /** the current time in ms since the epoch */
  now: () => number;
  log: Log;
}): Messenger {
  function show(post: PublicPost, t: Translate): Reply {
    switch (post.kind) {
      case 'announcement':
        return announcementReply(post, t);
      case 'alert':
        return alertReply(post, { t, now: now(), manageUrl: settings.manageUrl });
      case 'escalation':
        return escalationReply(post, t);
      case 'goal':
        return goalReached(post.goal, t);
      case 'reward-notice':
        return post.about === 'webhook' ? rewardNoticeReply(t) : voterRoleNotice(t);
    }
  }

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
      const view = claimReply(
        answer,
        { playername, reference, requestId: id, voteLinks, offersReminder: isOffered },
        translator(locale, commandIds),
      );
      return interactions.editOriginal(reply, messageBody(view)).catch((error: unknown) => {
        const isGone = error instanceof DiscordAPIError && REPLY_GONE.includes(error.status);
        throw isGone ? new CannotSpeakError('the reply cannot be edited any more', { cause: error }) : error;
      });
    },
    async post(post) {
      const { nonce, channelId, locale } = post;
      const body = { ...messageBody(show(post, translator(locale, commandIds))), nonce, enforce_nonce: true };
      const signal = AbortSignal.timeout(POST_WITHIN_MS);
      await rest.post(Routes.channelMessages(channelId), { body, signal }).catch((error: unknown) => {
        throw postError(error);
      });
    },
  };
}
