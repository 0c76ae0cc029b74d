import { PermissionFlagsBits, type BaseInteraction } from 'discord.js';

import { claimReply } from '../claims/views/claim.ts';
import { postsStopped } from '../guilds/views/settings.ts';
import type { Log } from '../log.ts';
import { remindersClosed } from '../reminders/views/reminder.ts';
import { hookStopped } from '../rewards/views/hooks.ts';
import { voterRoleStopped } from '../rewards/views/voter-role.ts';
import type { Conversation } from './command.ts';
import { inviteWithRoles } from './invite.ts';

/** What somebody is still to be told, and is told after they were answered something else. Never rejects. */
type TellLateAnswers = (conversation: Conversation, interaction: BaseInteraction) => Promise<void>;

export function createLateAnswers(log: Log): TellLateAnswers {
  /** Who is being told late answers at this moment: `guild:person`, or `guild` for its managers. */
  const beingTold = new Set<string>();

  /** Does nothing while another command is telling them already, so that nobody is told twice. */
  async function tellOnce(whom: string, tell: () => Promise<void>): Promise<void> {
    if (beingTold.has(whom)) return;
    beingTold.add(whom);
    await tell().finally(() => beingTold.delete(whom));
  }

  /** Claims of this person that were settled when their replies could be edited no more. */
  async function tellClaims({ services, responder, t, guildId, userId }: Conversation): Promise<void> {
    for (const { request, verdict, told } of await services.claims.lateAnswersFor({ guildId, userId })) {
      const { id: requestId, playername, reference, createdAt: lateSince } = request;
      const voteLinks = await services.settings.voteLinks(guildId);
      await responder.followUp(claimReply(verdict, { playername, requestId, reference, voteLinks, lateSince }, t));
      await told();
    }
  }

  /** That they are not reminded any more, because Discord lets us send them nothing. */
  async function tellReminder({ services, responder, t, guildId, userId }: Conversation): Promise<void> {
    const closed = await services.reminders.closed({ guildId, userId });
    if (!closed) return;
    await responder.followUp(remindersClosed(t));
    await closed.told();
  }

  async function tellManager({ services, responder, t, guildId }: Conversation, applicationId: string): Promise<void> {
    for (const { kind, channelId, told } of await services.settings.stoppedPosts(guildId)) {
      await responder.followUp(postsStopped(kind, channelId, t));
      await told();
    }
    for (const { number, state, told } of await services.rewards.stopped(guildId)) {
      await responder.followUp(hookStopped(number, state, t));
      await told();
    }
    const role = await services.voterRole.stopped(guildId);
    if (role) {
      await responder.followUp(voterRoleStopped(role, inviteWithRoles(applicationId, guildId), t));
      await role.told();
    }
  }

  return async (conversation, { memberPermissions, applicationId }) => {
    if (!conversation.responder.canFollowUp) return;
    const { guildId, userId } = conversation;
    try {
      await tellOnce(`${guildId}:${userId}`, async () => {
        await tellClaims(conversation);
        await tellReminder(conversation);
      });
      if (memberPermissions?.has(PermissionFlagsBits.ManageGuild)) {
        await tellOnce(guildId, () => tellManager(conversation, applicationId));
      }
    } catch (error) {
      log.warn({ err: error, guildId, userId }, 'something could not be told later');
    }
  };
}
