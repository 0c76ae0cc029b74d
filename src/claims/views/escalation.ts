import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { BLANK, escapeText, shortTimestamp } from '../../ui/text.ts';
import type { Escalation } from '../store/escalations.ts';
import { attemptLines, newest } from './detail.ts';
import { personName } from './words.ts';

type Shown = Pick<
  Escalation,
  'channel' | 'verdict' | 'playername' | 'reference' | 'asked' | 'attempts' | 'isElsewhere'
>;

const TITLES = {
  pending: 'escalations.pending.title',
  'likely-granted': 'claim.likely-granted.title',
  granted: 'escalations.granted.title',
} as const satisfies Record<Escalation['verdict'], PlainTextKey>;

/** A claim that somebody has to look at. Who asked, and how it went, is only for the moderators' own channel. */
export function escalationReply(escalation: Shown, t: Translate): Reply {
  const { channel, verdict, playername, reference, asked, attempts, isElsewhere } = escalation;
  const isInternal = channel === 'moderators';
  return createReply({
    colour: 'amber',
    title: t(TITLES[verdict]),
    description: [
      t(`escalations.${verdict}.description`, { player: escapeText(playername, MAX_PLAYER_NAME_LENGTH) }),
      !isInternal && t(`escalations.${verdict}.todo`),
    ],
    fields: isInternal
      ? [
          {
            name: t('escalations.fields.asked'),
            value:
              newest(
                asked.map(({ userId, at }) => ({ text: `${personName(userId, t)} · ${shortTimestamp(at)}`, count: 1 })),
                t,
              ) || BLANK,
          },
          {
            name: t('escalations.fields.known'),
            value: newest(attemptLines(attempts, t), t) || t('claims.detail.noAttempts'),
          },
          {
            name: t('escalations.fields.todo'),
            value: t(isElsewhere ? 'escalations.elsewhere' : `escalations.${verdict}.todo`),
          },
        ]
      : [],
    footer: t('common.reference', { reference }),
  });
}
