import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, createReply, type EmbedParts, type Reply } from '../../ui/reply.ts';
import { BLANK, escapeText, shortTimestamp } from '../../ui/text.ts';
import type { Escalation } from '../store/escalations.ts';
import { attemptLines, newest } from './detail.ts';
import { personName } from './words.ts';

const TITLES = {
  pending: 'escalations.pending.title',
  'likely-granted': 'claim.likely-granted.title',
  granted: 'escalations.granted.title',
} as const satisfies Record<Escalation['verdict'], PlainTextKey>;

/** A claim that somebody has to look at. Only the moderators' own channel says who asked, and how it went. */
export function escalationReply(escalation: Escalation, t: Translate): Reply {
  const { channel, verdict, claim, isElsewhere } = escalation;
  const isInternal = channel === 'moderators';
  const asked = claim.requests.map(({ userId, askedAt }) => ({
    text: `${personName(userId, t)} · ${shortTimestamp(askedAt)}`,
    count: 1,
  }));
  const known = newest(attemptLines(claim.attempts, t), t) || t('claims.detail.noAttempts');
  const todo = t(isElsewhere ? 'escalations.elsewhere' : `escalations.${verdict}.todo`);
  const parts: EmbedParts = {
    colour: 'amber',
    title: t(TITLES[verdict]),
    description: [
      t(`escalations.${verdict}.description`, { player: escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH) }),
      !isInternal && t(`escalations.${verdict}.todo`),
    ],
    fields: isInternal
      ? [
          { name: t('escalations.fields.asked'), value: newest(asked, t) || BLANK },
          { name: t('escalations.fields.known'), value: known },
          { name: t('escalations.fields.todo'), value: todo },
        ]
      : [],
    footer: t('common.reference', { reference: claim.reference }),
  };
  const open = actionButton(t('buttons.openClaim'), customIds.claims.buttons.open(claim.reference), 'Primary');
  return createReply(parts, [!isElsewhere && open]);
}
