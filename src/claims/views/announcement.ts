import { goalField } from '../../guilds/views/goal.ts';
import type { Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { escapeText } from '../../ui/text.ts';
import { announced } from '../promises.ts';
import type { Announcement } from '../store/announcements.ts';

/** The public thank-you, with the player and the reference for the people who hand rewards over. */
export function announcementReply(announcement: Announcement, t: Translate): Reply {
  const { playername, reference, wasResolved, hasModerators, goal } = announcement;
  const player = escapeText(playername, MAX_PLAYER_NAME_LENGTH);
  const { reward, doubt } = announced(announcement, announcement);
  const voted = t('claim.announcement.description', { player });
  return createReply({
    colour: 'green',
    title: t('claim.announcement.title'),
    description: [
      [voted, ...reward.map((sentence) => t(sentence, { player }))].join(' '),
      wasResolved && !hasModerators && t('claim.announcement.wasResolved'),
      ...doubt.map((sentence) => t(sentence, { player })),
    ],
    fields: [goal && goalField(goal, t)],
    footer: t('common.reference', { reference }),
  });
}
