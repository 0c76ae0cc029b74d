import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { acceptedBy, decisionLine, deliveryLine } from '../../rewards/views/delivery.ts';
import { hookName } from '../../rewards/views/hooks.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, type Button, createReply, type EmbedParts, type Reply } from '../../ui/reply.ts';
import { escapeText, lines, type Maybe, present, relativeTimestamp } from '../../ui/text.ts';
import { canBeDecided } from '../escalation.ts';
import { MAX_NOTE_LENGTH } from '../review.ts';
import type { Escalation, Question, TroubledDelivery } from '../store/escalations.ts';
import type { PastClaim } from '../store/history.ts';
import {
  alsoInDoubt,
  canBeSentAgain,
  decidedBy,
  decisionButtons,
  earlierButton,
  earlierLine,
  type Line,
  maybeTwo,
  noneSent,
} from './detail.ts';
import { isReviewed, stateTextKey, verdictTitle } from './words.ts';

const FACTS = ['asked', 'decided', 'note', 'held', 'reward', 'todo'] as const;
type Facts = Partial<Record<(typeof FACTS)[number], Maybe<string>>>;

const TITLES = {
  pending: 'escalations.pending.title',
  'likely-granted': 'claim.likely-granted.title',
  granted: 'escalations.granted.title',
} as const satisfies Record<Escalation['verdict'], PlainTextKey>;

/** The access token of the guild, or the operator's, claims nothing there. */
export function tokenRefused(whose: 'own' | 'operators', t: Translate): Reply {
  const [title, description] = [t('escalations.tokenRefused.title'), t(`escalations.tokenRefused.${whose}`)];
  return createReply({ colour: 'amber', title, description });
}

/** A claim that somebody has to look at. Only the moderators' own channel says who asked, and how it went. */
export function escalationReply(escalation: Escalation, t: Translate): Reply {
  const { channel, verdict, claim, isSettled, isElsewhere } = escalation;
  const isInternal = channel === 'moderators';
  if (isSettled) return settledPost(claim, { isInternal, isElsewhere }, t);
  const decide = verdict === 'likely-granted' ? 'escalations.decide' : (`escalations.${verdict}.todo` as const);
  const todo = t(isElsewhere ? 'escalations.elsewhere' : decide);
  const isHeld = verdict === 'likely-granted' && claim.deliveries.some(({ state }) => state === 'held');
  const publicTodo = isHeld ? 'escalations.likely-granted.held' : (`escalations.${verdict}.todo` as const);
  const parts: EmbedParts = {
    colour: 'amber',
    title: t(TITLES[verdict]),
    description: [
      t(`escalations.${verdict}.description`, { player: escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH) }),
      isInternal && !isElsewhere && earlierLine(claim, t),
      isInternal && alsoInDoubt(claim, t),
      isInternal
        ? facts({ asked: lastOf(askedLines(claim, t), t), held: isElsewhere ? undefined : heldFor(claim, t), todo }, t)
        : t(publicTodo),
    ],
    footer: t('common.reference', { reference: claim.reference }),
  };
  if (isElsewhere) return createReply(parts);
  return createReply(parts, [
    openButton(claim, t),
    ...(verdict === 'granted' ? [doneButton(claim, t)] : decisionButtons(claim, { claimId: claim.id }, t)),
    isInternal && earlierButton(claim.earlier, t),
  ]);
}

/** A reward that was not accepted so far, or may or may not have arrived, for the moderators. */
export function deliveryPost({ claim, isSettled }: TroubledDelivery, t: Translate): Reply {
  if (isSettled) return settledReward(claim, t);
  const { id: claimId, playername, reference, deliveries } = claim;
  const { buttons } = customIds.claims;
  const parked = deliveries.filter(({ state }) => state === 'parked');
  const isBadName = parked.length > 0 && parked.every(({ outcome }) => outcome?.kind === 'bad-name');
  const text = isBadName ? 'badName' : parked.length > 0 ? 'delivery' : 'failing';
  const hooks = acceptedBy(deliveries, t);
  const values = { player: escapeText(playername, MAX_PLAYER_NAME_LENGTH), hooks };
  return createReply(
    {
      colour: 'amber',
      title: t(`escalations.${text}.title`),
      description: [
        t(`escalations.${hooks ? 'partly' : text}.description`, values),
        maybeTwo(claim, t),
        facts({ reward: rewardLines(claim, t), todo: t(`escalations.${text}.todo`) }, t),
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
export function questionPost({ claim, asking, isSettled, isElsewhere }: Question, t: Translate): Reply {
  if (isSettled) return settledPost(claim, { isInternal: true, isElsewhere }, t);
  const values = {
    person: personName(asking.userId, t),
    player: escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH),
    verdict: t(verdictTitle(asking.told)),
  };
  const isUndecided = canBeDecided({ ...claim, isAsked: true });
  const todo = t(isElsewhere ? 'escalations.elsewhere' : `escalations.asked.${isUndecided ? 'decide' : 'todo'}`);
  const description = [
    t('escalations.asked.description', values),
    !isElsewhere && earlierLine(claim, t),
    !isElsewhere && noneSent(claim, t),
    maybeTwo(claim, t),
    facts({ held: isElsewhere ? undefined : heldFor(claim, t), todo }, t),
  ];
  const footer = t('common.reference', { reference: claim.reference });
  const parts: EmbedParts = { colour: 'amber', title: t('escalations.asked.title'), description, footer };
  if (isElsewhere) return createReply(parts);
  const decisions = isUndecided ? decisionButtons(claim, { claimId: claim.id }, t) : [doneButton(claim, t)];
  return createReply(parts, [openButton(claim, t), ...decisions, earlierButton(claim.earlier, t)]);
}

/**
 * What was decided, in the place of what a post asked, without buttons. Only the guild's own moderators' channel says
 * who asked, and why it was decided so; another guild does not hear by whom.
 */
export function settledPost(
  claim: PastClaim,
  { isInternal, isElsewhere }: { isInternal: boolean; isElsewhere: boolean },
  t: Translate,
): Reply {
  const decision = isReviewed(claim) ? claim.resolution : undefined;
  const title = t(stateTextKey(claim));
  if (isElsewhere) return settled(claim, title, t, {});
  const decided = decision ? decidedBy(decision, t) : lastDecisions(claim, t);
  if (!isInternal) return settled(claim, title, t, { decided });
  const asked = lastOf(askedLines(claim, t), t);
  const note = decision && escapeText(decision.note, MAX_NOTE_LENGTH);
  const wasResolved = claim.resolution && !decision && t('claim.announcement.wasResolved');
  return settled(claim, title, t, { asked, decided, note, reward: rewardLines(claim, t), todo: wasResolved });
}

/** A post about what no decision here settles, once somebody has dealt with it. */
export function donePost(claim: PastClaim, done: { by: string; at: number }, t: Translate): Reply {
  const known = { reward: rewardLines(claim, t), decided: decidedBy(done, t) };
  return settled(claim, t('escalations.settled.over'), t, known);
}

/** What became of a reward that a post was about, without buttons. */
function settledReward(claim: PastClaim, t: Translate): Reply {
  const { deliveries, decisions } = claim;
  const isLeft = deliveries.some(({ state }) => state !== 'delivered' && state !== 'dropped');
  const isSent = isLeft && decisions.at(-1)?.kind === 'sent-again';
  const hasArrived = !isLeft && deliveries.some(({ state }) => state === 'delivered');
  const title = t(`escalations.settled.${isSent ? 'sentAgain' : hasArrived ? 'arrived' : 'over'}`);
  const known = { reward: rewardLines(claim, t), decided: lastDecisions(claim, t) };
  return settled(claim, title, t, known, isSent && t('escalations.settled.ifFails'));
}

function rewardLines({ deliveries }: PastClaim, t: Translate): string {
  return lines(...deliveries.map((delivery) => deliveryLine(delivery, t)));
}

/** What somebody decided last about the reward, for each of its places. */
function lastDecisions({ decisions, deliveries }: PastClaim, t: Translate): string {
  const last = decisions.filter(({ at }) => at === decisions.at(-1)?.at);
  return lines(...last.map((decision) => decisionLine(decision, deliveries, t)));
}

/** @param next - what follows if it comes to nothing */
function settled(
  { playername, reference }: PastClaim,
  title: string,
  t: Translate,
  known: Facts,
  next?: Maybe<string>,
): Reply {
  const player = `**${escapeText(playername, MAX_PLAYER_NAME_LENGTH)}**`;
  const footer = t('common.reference', { reference });
  return createReply({ colour: 'grey', title, description: [player, next, facts(known, t)], footer });
}

/** Whom a reward waits for, until somebody decides. */
function heldFor({ deliveries }: PastClaim, t: Translate): string {
  const held = deliveries.filter(({ state }) => state === 'held');
  return held.map(({ kind, hookNumber: number }) => hookName({ kind, number }, t)).join(', ');
}

/** The rest is behind *Open claim*: a post has to be short. */
function lastOf(all: readonly Line[], t: Translate): string {
  const before = all.slice(0, -1).reduce((sum, { count }) => sum + count, 0);
  return present([all.at(-1)?.text, before > 0 && t('common.more', { count: before })]).join(' · ');
}

function facts(known: Facts, t: Translate): string {
  return lines(...FACTS.map((fact) => known[fact] && `**${t(`escalations.facts.${fact}`)}** ${known[fact]}`));
}

function doneButton({ id }: PastClaim, t: Translate): Button {
  return actionButton(t('buttons.dealtWith'), customIds.claims.buttons['post-done'](id));
}

function openButton({ reference }: PastClaim, t: Translate): Button {
  return actionButton(t('buttons.openClaim'), customIds.claims.buttons.open(reference), 'Primary');
}

function askedLines({ requests }: PastClaim, t: Translate): Line[] {
  return requests.map(({ userId, askedAt }) => ({
    text: `${personName(userId, t)} · ${relativeTimestamp(askedAt)}`,
    count: 1,
  }));
}
