import { ComponentType } from 'discord.js';

import { ownerButton, ownerLine } from '../../guilds/views/own-names.ts';
import type { Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import type { PastDelivery } from '../../rewards/hook.ts';
import { decisionLine, deliveryLine } from '../../rewards/views/delivery.ts';
import { customIds, type ListedClaim, type ListPage } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, type Button, createReply, textReply, type Reply } from '../../ui/reply.ts';
import {
  BLANK,
  codeText,
  escapeText,
  firstOf,
  lines,
  type Maybe,
  relativeTimestamp,
  shortDate,
  shortTimestamp,
  timeOfDay,
  timestamp,
} from '../../ui/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../work/clock.ts';
import { canBeDecided, canBeResolved, claimNeedsAttention, DOUBTS_NAMED } from '../escalation.ts';
import { MAX_NOTE_LENGTH, type ResolveOutcome } from '../review.ts';
import { isClaimedBefore, isReviewable, type ReviewOutcome } from '../states.ts';
import type { OtherReward, PastAttempt, PastClaim, PastRequest } from '../store/history.ts';
import { claimNotFound } from './list.ts';
import { decidedTextKey, decisionTextKey, isReviewed, stateTextKey, verdictTitle } from './words.ts';

export const NOTE_INPUT = 'note';

/** Whether *Send the reward again* sends a message: some names no vote can have. */
export function canBeSentAgain({ kind, state, outcome }: PastDelivery): boolean {
  const wasDue = state === 'due' || state === 'parked' || state === 'delivered';
  return kind !== undefined && wasDue && outcome?.kind !== 'bad-name';
}

/** So many lines always fit a field. */
const MAX_LINES = 8;
const MAX_EARLIER_PEOPLE = 3;

/**
 * `openedFrom`: the page to go back to, if there is one; `happened`: what has just happened to the claim; `asks`: whether
 * *Send the reward again* is to be confirmed; `unkept`: a note that came too late, to be copied
 */
type DetailContext = { openedFrom?: ListPage | undefined; happened?: Maybe<string>; asks?: boolean; unkept?: string };

export function claimDetail(claim: PastClaim, context: DetailContext, t: Translate): Reply {
  const { openedFrom, happened, asks = false, unkept } = context;
  const { buttons } = customIds.claims;
  const { id: claimId, verdict, requests, attempts, deliveries, decisions, resolution, earlier, later } = claim;
  const listed = { claimId, openedFrom };
  const player = escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH);
  const asked = requests.map((request) => ({ text: requestLine(request, t), count: 1 }));
  const tried = newest(attemptLines(attempts, t), t) || t('claims.detail.noAttempts');
  const reward = lines(...deliveries.map((delivery) => deliveryLine(delivery, t)));
  const decided = newest(
    decisions.map((decision) => ({ text: decisionLine(decision, deliveries, t), count: 1 })),
    t,
  );
  const isParked = claim.state === 'parked';
  const isUndecided = canBeDecided(claim);
  const isSendable = deliveries.some(canBeSentAgain);
  const mayHaveArrived = deliveries.some(({ state }) => state === 'parked');
  return createReply(
    {
      colour: claimNeedsAttention(claim) ? 'amber' : 'blurple',
      title: t('claims.detail.title', { reference: claim.reference }),
      description: [
        happened,
        t('claims.detail.summary', { player, verdict: t(stateTextKey(claim)) }),
        claim.isAsked && t('claims.detail.asked'),
        earlierLine(claim, t),
        later && t('claims.detail.nextAfter', rewardValues(later, t)),
        noneSent(claim, t),
        ownerLine(claim.owner, t),
        maybeTwo(claim, t),
        verdict && 'inDoubt' in verdict && t('claims.detail.inDoubt'),
        isParked && t('claims.detail.parked'),
        alsoInDoubt(claim, t),
        finalLine(claim, t),
      ],
      fields: [
        { name: t('claims.detail.fields.asked'), value: newest(asked, t) || BLANK },
        { name: t('claims.detail.fields.attempts'), value: tried },
        reward && { name: t('claims.detail.fields.reward'), value: reward },
        decided && { name: t('claims.detail.fields.decided'), value: decided },
        resolution && { name: decisionName(claim, resolution, t), value: decidedBy(resolution, t) },
        resolution && { name: t('claims.detail.fields.note'), value: escapeText(resolution.note, MAX_NOTE_LENGTH) },
        unkept && { name: t('claims.detail.fields.unkept'), value: codeText(unkept, MAX_NOTE_LENGTH) },
      ],
    },
    [
      isParked && actionButton(t('buttons.checkAgain'), buttons.recheck(claimId), 'Primary'),
      canBeResolved(claim) && actionButton(t(decisionTextKey('unstated', claim)), buttons.resolve(listed), 'Primary'),
      ...(isUndecided ? decisionButtons(claim, listed, t) : []),
      earlierButton(earlier, t),
      ownerButton(claim.owner, t),
      mayHaveArrived && actionButton(t('buttons.itArrived'), buttons.arrived(listed), 'Primary'),
      isSendable &&
        (asks
          ? actionButton(
              t('buttons.handOutAgain'),
              buttons.repeat({ ...listed, decisions: decisions.length }),
              'Danger',
            )
          : actionButton(t('buttons.sendAgain'), buttons.send(listed))),
      openedFrom && actionButton(t('buttons.backToList'), buttons.page(openedFrom)),
    ],
  );
}

/** That a vote was not claimed cannot be said of one that the main service has called claimed. */
export function decisionButtons(claim: PastClaim, listed: ListedClaim, t: Translate): Button[] {
  const { claimed, unclaimed } = customIds.claims.buttons;
  return [
    actionButton(t(decisionTextKey('claimed', claim)), claimed(listed)),
    claim.verdict?.kind !== 'already' && actionButton(t(decisionTextKey('not-claimed', claim)), unclaimed(listed)),
  ];
}

/** The way to the claim that has used the vote up. */
export function earlierButton(earlier: { reference: string } | undefined, t: Translate): Button {
  return earlier && actionButton(t('buttons.openEarlier'), customIds.claims.buttons.open(earlier.reference));
}

/** By whom, when and as what a vote was, or may have been, claimed before, as far as this guild may know. */
export function earlierLine({ verdict, earlier }: PastClaim, t: Translate): Maybe<string> {
  if (!isReviewable(verdict?.kind)) return undefined;
  const isCertain = verdict?.kind === 'already';
  if (!earlier) {
    if (!isCertain) return t('claims.detail.noneBefore');
    if (verdict.recordedAt === undefined) return t('claims.detail.earlierUnknown');
    return t('claims.detail.earlierElsewhere', { time: timestamp(verdict.recordedAt) });
  }
  return t(`claims.detail.${isCertain ? 'earlier' : 'lastBefore'}`, rewardValues(earlier, t));
}

function rewardValues({ reference, requests, claimedAt }: OtherReward, t: Translate) {
  const names = [...new Set(requests.map(({ userId }) => personName(userId, t)))];
  return { people: firstOf(names, MAX_EARLIER_PEOPLE, t) || BLANK, time: timestamp(claimedAt), reference };
}

/** What is left to do where somebody else has claimed the vote. */
export function noneSent({ verdict, resolution }: PastClaim, t: Translate): Maybe<string> {
  return verdict?.kind === 'already' && !resolution && t('claims.detail.noneSent');
}

export function decidedBy({ by, at }: Pick<NonNullable<PastClaim['resolution']>, 'by' | 'at'>, t: Translate): string {
  return `${personName(by, t)} · ${shortTimestamp(at)}`;
}

/** What was decided, and whether an answer that came later has replaced it. */
function decisionName(claim: PastClaim, { outcome }: NonNullable<PastClaim['resolution']>, t: Translate): string {
  const decision = t(decidedTextKey(claim.verdict?.kind, outcome));
  return isReviewed(claim) ? decision : t('claims.detail.replaced', { decision });
}

/** What a moderator does who has decided wrongly. */
function finalLine(claim: PastClaim, t: Translate): Maybe<string> {
  if (!isReviewed(claim)) return undefined;
  const isRewarded = claim.resolution?.outcome === 'claimed' && claim.verdict?.kind !== 'already';
  return t(`claims.detail.final.${isRewarded ? 'claimed' : 'none'}`);
}

/** For somebody who decides too late. @param note - as they typed it, if they have */
export function decidedBefore(claim: PastClaim, openedFrom: ListPage | undefined, t: Translate, note?: string): Reply {
  const { resolution } = claim;
  const happened = resolution
    ? t('claims.resolve.already', { person: personName(resolution.by, t), relative: relativeTimestamp(resolution.at) })
    : t('claims.resolve.notParked');
  return claimDetail(claim, { openedFrom, happened, ...(note === undefined ? {} : { unkept: note }) }, t);
}

/** @param note - as it was typed */
export function resolveReply(
  outcome: ResolveOutcome,
  { openedFrom, note }: { openedFrom?: ListPage | undefined; note: string },
  t: Translate,
): Reply {
  switch (outcome.kind) {
    case 'resolved': {
      const isUnstated = outcome.claim.resolution?.outcome === 'unstated';
      const happened = isUnstated ? 'claims.resolve.done' : 'claims.resolve.decided';
      return claimDetail(outcome.claim, { openedFrom, happened: t(happened) }, t);
    }
    case 'already':
    case 'not-parked':
      return decidedBefore(outcome.claim, openedFrom, t, note);
    case 'not-found':
      return claimNotFound(t);
    case 'bad-note':
      return textReply('amber', 'claims.resolve.badNote')(t, { max: MAX_NOTE_LENGTH });
  }
}

const MODALS = { unstated: 'resolve', claimed: 'claimed', 'not-claimed': 'unclaimed' } as const;

/** @param listed - without a page, from a post in a channel */
function modalId({ claimId, openedFrom }: ListedClaim, outcome: ReviewOutcome) {
  const { modals } = customIds.claims;
  if (openedFrom || outcome === 'unstated') return modals[MODALS[outcome]]({ claimId, openedFrom });
  return modals[`post-${MODALS[outcome]}`](claimId);
}

/** Asks for the reason of a decision, and says what that does. @param isAnnounced - a reward is, here */
export function resolveModal(
  claim: PastClaim,
  listed: ListedClaim,
  { outcome, isAnnounced }: { outcome: ReviewOutcome; isAnnounced: boolean },
  t: Translate,
): Modal {
  const words = {
    description: t(`claims.resolve.effects.${effectOf(outcome, claim, isAnnounced)}`),
    placeholder: t('claims.resolve.modalHint'),
  };
  const rewarded = outcome === 'claimed' && otherRewardLines(claim, t);
  return {
    custom_id: modalId(listed, outcome),
    title: t(decisionTextKey(outcome, claim)),
    components: [
      ...(rewarded ? [{ type: ComponentType.TextDisplay as const, content: rewarded }] : []),
      textInput(NOTE_INPUT, 'Paragraph', { ...words, min_length: 1, max_length: MAX_NOTE_LENGTH }, t),
    ],
  };
}

/** The player's rewards on both sides of a claim in doubt: what a reward for the same vote would be added to. */
function otherRewardLines({ verdict, openedAt, earlier, later }: PastClaim, t: Translate): Maybe<string> {
  if (verdict?.kind === 'already' || !(earlier ?? later)) return undefined;
  const line = (text: 'rewardedBefore' | 'rewardedAfter', reward: OtherReward | undefined) =>
    reward &&
    t(`claims.resolve.${text}`, {
      ...rewardValues(reward, t),
      apart: apartText(Math.abs(reward.claimedAt - openedAt), t),
    });
  return lines(line('rewardedBefore', earlier), line('rewardedAfter', later), t('claims.resolve.second'));
}

/** @param ms - how far apart two claims are */
function apartText(ms: number, t: Translate): string {
  if (ms < 2 * MINUTE_MS) return t('claims.resolve.apart.seconds', { seconds: Math.round(ms / SECOND_MS) });
  if (ms < 2 * HOUR_MS) return t('claims.resolve.apart.minutes', { minutes: Math.round(ms / MINUTE_MS) });
  if (ms < 2 * DAY_MS) return t('claims.resolve.apart.hours', { hours: Math.round(ms / HOUR_MS) });
  return t('claims.resolve.apart.days', { days: Math.round(ms / DAY_MS) });
}

function effectOf(outcome: ReviewOutcome, { verdict, deliveries }: PastClaim, isAnnounced: boolean) {
  if (isClaimedBefore(verdict?.kind, outcome)) return 'claimedBefore';
  if (outcome !== 'claimed') return outcome;
  const effect = deliveries.some(({ state }) => state === 'held') ? 'claimedHeld' : 'claimed';
  return isAnnounced ? (`${effect}Announced` as const) : effect;
}

function requestLine({ userId, askedAt, told }: PastRequest, t: Translate): string {
  const shown = told ? t('claims.detail.told', { verdict: t(verdictTitle(told)) }) : t('claims.detail.toldNothing');
  return [personName(userId, t), shortTimestamp(askedAt), shown].join(' · ');
}

/** What nobody but moderators is asked to judge. */
export function maybeTwo({ verdict }: PastClaim, t: Translate): Maybe<string> {
  return verdict && 'maybeTwo' in verdict && t(`claims.detail.${verdict.unlikely ? 'unlikelyTwo' : 'maybeTwo'}`);
}

/** So that nobody decides twice about one vote. */
export function alsoInDoubt({ alsoInDoubt: others }: PastClaim, t: Translate): Maybe<string> {
  const references = others.map(({ reference, verdict, outcome }) =>
    outcome ? `\`${reference}\` (${t(decidedTextKey(verdict, outcome))})` : `\`${reference}\``,
  );
  const named = [...references.slice(0, DOUBTS_NAMED), ...(references.length > DOUBTS_NAMED ? ['…'] : [])];
  return named.length > 0 && t('claims.detail.alsoInDoubt', { references: named.join(', ') });
}

/** Attempts in a row that ended alike make one line. */
function attemptLines(attempts: readonly PastAttempt[], t: Translate): Line[] {
  const runs: { first: PastAttempt; last: PastAttempt; count: number; outcome: string }[] = [];
  for (const attempt of attempts) {
    const outcome = outcomeText(attempt.outcome, t);
    const run = runs.at(-1);
    if (run?.outcome !== outcome) runs.push({ first: attempt, last: attempt, count: 1, outcome });
    else Object.assign(run, { last: attempt, count: run.count + 1 });
  }
  return runs.map(({ first, last, count, outcome }) => {
    const until = last.endedAt ?? (count > 1 ? last.startedAt : undefined);
    const times = [...new Set([first.startedAt, until ?? first.startedAt].map(timeOfDay))].join(' – ');
    return { text: `${shortDate(first.startedAt)} ${times} · ${count > 1 ? `${count} × ` : ''}${outcome}`, count };
  });
}

/** What the service's 0, 1 and 2 mean (docs/services.md, "A claim"). */
const TEXT_OF_ANSWER = { 0: 'none', 1: 'claimed', 2: 'already' } as const;

function outcomeText(outcome: PastAttempt['outcome'], t: Translate): string {
  if (!outcome) return t('claims.detail.outcomes.unfinished');
  if (outcome.kind === 'answered') return t(`claims.detail.outcomes.${TEXT_OF_ANSWER[outcome.claimed]}`);
  if (outcome.kind === 'rejected') return t('claims.detail.outcomes.rejected', { status: outcome.status });
  return t(outcome.kind === 'unknown' ? 'claims.detail.outcomes.unknown' : 'claims.detail.outcomes.notSent');
}

/** A line, and how many attempts or requests it stands for. */
export type Line = { text: string; count: number };

/** The last lines, which always fit a field, and the count of the earlier ones. */
function newest(all: readonly Line[], t: Translate): string {
  const before = all.slice(0, -MAX_LINES).reduce((sum, { count }) => sum + count, 0);
  return lines(
    before > 0 && t('claims.detail.before', { count: before }),
    ...all.slice(-MAX_LINES).map(({ text }) => text),
  );
}
