import { claimReply } from '../../claims/views/claim.ts';
import { NAME_DECIDED } from '../../guilds/own-names.ts';
import { POSTS_STOPPED } from '../../guilds/store/post-settings.ts';
import { nameNews } from '../../guilds/views/own-names.ts';
import { postsStopped } from '../../guilds/views/settings.ts';
import type { Translate } from '../../locales/index.ts';
import type { OwedKind } from '../../people/store/owed.ts';
import { REMINDERS_CLOSED } from '../../reminders/reminder.ts';
import { remindersClosed } from '../../reminders/views/reminder.ts';
import { HOOK_FAILING, HOOK_STOPPED } from '../../rewards/hook.ts';
import { hookFailing, hookStopped } from '../../rewards/views/hooks.ts';
import { voterRoleStopped } from '../../rewards/views/voter-role.ts';
import { ROLE_STOPPED } from '../../rewards/voter-role.ts';
import type { Reply } from '../../ui/reply.ts';
import type { Log } from '../../work/log.ts';
import { inviteWithRoles } from '../invite.ts';
import type { Conversation } from './command.ts';

/** What a text needs beside the stored detail. `inviteUrl`: lets the bot give roles in the guild */
type Given = { t: Translate; inviteUrl: string };

/** What writes the text of each kind that is owed, by its name. */
const WORDS = new Map([
  inWords(POSTS_STOPPED, ({ posts, channelId }, { t }) => postsStopped(posts, channelId, t)),
  inWords(HOOK_FAILING, (hook, { t }) => hookFailing(hook, t)),
  inWords(HOOK_STOPPED, (hook, { t }) => hookStopped(hook, t)),
  inWords(ROLE_STOPPED, (role, { inviteUrl, t }) => voterRoleStopped(role, inviteUrl, t)),
  inWords(REMINDERS_CLOSED, (_, { t }) => remindersClosed(t)),
  inWords(NAME_DECIDED, (news, { t }) => nameNews(news, t)),
]);

function inWords<Detail>({ name, detail }: OwedKind<Detail>, reply: (detail: Detail, given: Given) => Reply) {
  return [name, (stored: unknown, given: Given) => reply(detail.parse(stored), given)] as const;
}

/** Tells a person who was just answered their late answers, and what else is owed, by a function that never rejects. */
export function createLateAnswers(log: Log): (conversation: Conversation) => Promise<void> {
  /** Who is being told now, and so is not told twice: `guild:person`, or `guild` for its managers. */
  const beingTold = new Set<string>();

  async function tell(conversation: Conversation, isManager: boolean): Promise<void> {
    const { services, responder, t, guildId, userId } = conversation;
    const person = { guildId, userId };
    // Each claim records the verdict that a person was last shown: a list of late answers beside it could differ.
    const [answers, owed] = await Promise.all([
      services.claims.lateAnswersFor(person),
      services.owed.owedTo(person, isManager),
    ]);
    // A claim may be told later than its command ends: it would take the place of what is told here.
    if (answers.length + owed.length === 0 || (await responder.isThinking())) return;
    for (const { request, verdict, markTold } of answers) {
      const context = await services.claimContext(request, verdict, { isLate: true });
      await responder.followUp(claimReply(verdict, context, t));
      await markTold();
    }
    const inviteUrl = inviteWithRoles(responder.address.applicationId, guildId);
    for (const { id, kind, detail } of owed) {
      const reply = WORDS.get(kind)?.(detail, { t, inviteUrl });
      // A newer version of this program may have stored other kinds.
      if (!reply) continue;
      await responder.followUp(reply);
      await services.owed.markTold(id);
    }
  }

  return async (conversation) => {
    const { responder, guildId, userId, mayManage } = conversation;
    const person = `${guildId}:${userId}`;
    if (!responder.canFollowUp || beingTold.has(person)) return;
    const isManager = mayManage && !beingTold.has(guildId);
    const whom = isManager ? [person, guildId] : [person];
    for (const one of whom) beingTold.add(one);
    try {
      await tell(conversation, isManager);
    } catch (error) {
      log.warn({ err: error, guildId, userId }, 'something could not be told later');
    } finally {
      for (const one of whom) beingTold.delete(one);
    }
  };
}
