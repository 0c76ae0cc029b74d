import { announcement } from '../../claims/store/announcements.ts';
import { escalation, question, troubledDelivery } from '../../claims/store/escalations.ts';
import { tokenRefusal } from '../../claims/store/token-refusals.ts';
import { announcementReply } from '../../claims/views/announcement.ts';
import { deliveryPost, escalationReply, questionPost, tokenRefused } from '../../claims/views/escalation.ts';
import { goalPost } from '../../guilds/store/goal-counts.ts';
import { nameQuestion } from '../../guilds/store/name-questions.ts';
import { postKind, type PostKinds } from '../../guilds/store/posts.ts';
import { goalReached } from '../../guilds/views/goal.ts';
import { nameQuestionPost } from '../../guilds/views/own-names.ts';
import { alert } from '../../plans/store/alerts.ts';
import { alertReply } from '../../plans/views/alert.ts';
import { notice } from '../../rewards/store/notices.ts';
import { rewardNotice } from '../../rewards/views/hooks.ts';

/** All posts of the outbox. @param manageUrl - where billing is managed */
export function createPostKinds(manageUrl: string | undefined): PostKinds {
  return {
    announcement: postKind(announcement, announcementReply),
    escalation: postKind(escalation, escalationReply),
    delivery: postKind(troubledDelivery, deliveryPost),
    question: postKind(question, questionPost),
    name: postKind(nameQuestion, nameQuestionPost),
    alert: postKind(alert, (about, t) => alertReply(about, { t, manageUrl })),
    goal: postKind(goalPost, goalReached),
    notice: postKind(notice, rewardNotice),
    token: postKind(tokenRefusal, tokenRefused),
  };
}
