import { goalField } from '../../guilds/views/goal.ts';
import type { Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { escapeText } from '../../ui/text.ts';
import type { Announcement } from '../store/announcements.ts';

/** The public thank-you, with the player and the reference for the people who hand rewards over. */
export function announcementReply(announcement: Announcement, t: Translate): Reply {
  const { playername, reference, wasResolved, maybeTwo, unlikely, arrived, goal } = announcement;
  const player = escapeText(playername, MAX_PLAYER_NAME_LENGTH);
  return createReply({
    colour: 'green',
    title: t('claim.announcement.title'),
    description: [
      t(`claim.announcement.${arrived ? 'arrived' : 'description'}`, { player }),
      wasResolved && t('claim.announcement.wasResolved'),
      maybeTwo && t(`claim.announcement.${unlikely ? 'unlikelyTwo' : 'maybeTwo'}`),
    ],
    fields: [goal && goalField(goal, t)],
    footer: t('common.reference', { reference }),
  });
}
