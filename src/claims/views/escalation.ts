import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { deliveryLine } from '../../rewards/views/delivery.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, type Button, createReply, type EmbedParts, type Reply } from '../../ui/reply.ts';
import { escapeText, lines, present, relativeTimestamp } from '../../ui/text.ts';
import { canBeDecided } from '../escalation.ts';
import type { Escalation, Question } from '../store/escalations.ts';
import type { PastClaim } from '../store/history.ts';
import { alsoInDoubt, canBeSentAgain, type Line, maybeTwo } from './detail.ts';
import { verdictTitle } from './words.ts';

const FACTS = ['asked', 'reward', 'todo'] as const;
type Fact = (typeof FACTS)[number];

const TITLES = {
  pending: 'escalations.pending.title',
  'likely-granted': 'claim.likely-granted.title',
  granted: 'escalations.granted.title',
} as const satisfies Record<Escalation['verdict'], PlainTextKey>;

/** A claim that somebody has to look at. Only the moderators' own channel says who asked, and how it went. */
export function escalationReply(escalation: Escalation, t: Translate): Reply {
  const { channel, verdict, claim, isElsewhere } = escalation;
  const isInternal = channel === 'moderators';
  const decide = verdict === 'likely-granted' ? 'escalations.decide' : (`escalations.${verdict}.todo` as const);
  const todo = t(isElsewhere ? 'escalations.elsewhere' : decide);
  const isHeld = verdict === 'likely-granted' && claim.deliveries.some(({ state }) => state === 'held');
  const publicTodo = isHeld ? 'escalations.likely-granted.held' : (`escalations.${verdict}.todo` as const);
  const parts: EmbedParts = {
    colour: 'amber',
    title: t(TITLES[verdict]),
    description: [
      t(`escalations.${verdict}.description`, { player: escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH) }),
      isInternal && alsoInDoubt(claim, t),
      isInternal ? facts({ asked: lastOf(askedLines(claim, t), t), todo }, t) : t(publicTodo),
    ],
    footer: t('common.reference', { reference: claim.reference }),
  };
  if (isElsewhere) return createReply(parts);
  return createReply(parts, [openButton(claim, t), ...(verdict === 'granted' ? [] : decisionButtons(claim, t))]);
}

/** A reward that was not accepted so far, or may or may not have arrived, for the moderators. */
export function deliveryPost(claim: PastClaim, t: Translate): Reply {
  const { id: claimId, playername, reference, deliveries } = claim;
  const { buttons } = customIds.claims;
  const troubled = deliveries.filter(({ state }) => state !== 'delivered');
  const reward = lines(...troubled.map((delivery) => deliveryLine(delivery, t)));
  const parked = deliveries.filter(({ state }) => state === 'parked');
  const isBadName = parked.length > 0 && parked.every(({ outcome }) => outcome?.kind === 'bad-name');
  const text = isBadName ? 'badName' : parked.length > 0 ? 'delivery' : 'failing';
  return createReply(
    {
      colour: 'amber',
      title: t(`escalations.${text}.title`),
      description: [
        t(`escalations.${text}.description`, { player: escapeText(playername, MAX_PLAYER_NAME_LENGTH) }),
        maybeTwo(claim, t),
        facts({ reward, todo: t(`escalations.${text}.todo`) }, t),
      ],
      footer: t('common.reference', { reference }),
    },
    [
      openButton(claim, t),
      parked.length > 0 && actionButton(t('buttons.itArrived'), buttons['post-arrived'](claimId)),
      deliveries.some(canBeSentAgain) && actionButton(t('buttons.sendAgain'), buttons['post-send'](claimId)),
    ],
  );
}

/** What a member asks about their claim, for the moderators. */
export function questionPost({ claim, asking, isElsewhere }: Question, t: Translate): Reply {
  const values = {
    person: personName(asking.userId, t),
    player: escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH),
    verdict: t(verdictTitle(asking.told)),
  };
  const isUndecided = canBeDecided(claim);
  const todo = t(isElsewhere ? 'escalations.elsewhere' : `escalations.asked.${isUndecided ? 'decide' : 'todo'}`);
  const description = [t('escalations.asked.description', values), maybeTwo(claim, t), todo];
  const footer = t('common.reference', { reference: claim.reference });
  const parts: EmbedParts = { colour: 'amber', title: t('escalations.asked.title'), description, footer };
  if (isElsewhere) return createReply(parts);
  return createReply(parts, [openButton(claim, t), ...(isUndecided ? decisionButtons(claim, t) : [])]);
}

/** The rest is behind *Open claim*: a post has to be short. */
function lastOf(all: readonly Line[], t: Translate): string {
  const before = all.slice(0, -1).reduce((sum, { count }) => sum + count, 0);
  return present([all.at(-1)?.text, before > 0 && t('common.more', { count: before })]).join(' · ');
}

function facts(known: Partial<Record<Fact, string>>, t: Translate): string {
  return lines(...FACTS.map((fact) => known[fact] && `**${t(`escalations.facts.${fact}`)}** ${known[fact]}`));
}

function openButton({ reference }: PastClaim, t: Translate): Button {
  return actionButton(t('buttons.openClaim'), customIds.claims.buttons.open(reference), 'Primary');
}

function decisionButtons({ id: claimId }: PastClaim, t: Translate): Button[] {
  const { claimed, unclaimed } = customIds.claims.buttons;
  return [
    actionButton(t('buttons.wasClaimed'), claimed({ claimId })),
    actionButton(t('buttons.wasNotClaimed'), unclaimed({ claimId })),
  ];
}

function askedLines({ requests }: PastClaim, t: Translate): Line[] {
  return requests.map(({ userId, askedAt }) => ({
    text: `${personName(userId, t)} · ${relativeTimestamp(askedAt)}`,
    count: 1,
  }));
}
