import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import type { PastDelivery } from '../../rewards/hook.ts';
import { decisionLine, deliveryLine } from '../../rewards/views/delivery.ts';
import { customIds, type ListedClaim, type ListPage } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, createReply, notice, type Reply } from '../../ui/reply.ts';
import { BLANK, escapeText, lines, type Maybe, shortDate, shortTimestamp, timeOfDay } from '../../ui/text.ts';
import { canBeDecided, waits } from '../escalation.ts';
import { MAX_NOTE_LENGTH, type ResolveOutcome } from '../review.ts';
import type { ReviewOutcome } from '../states.ts';
import type { PastAttempt, PastClaim, PastRequest } from '../store/history.ts';
import { claimNotFound } from './list.ts';
import { stateTextKey, verdictTitle } from './words.ts';

export const NOTE_INPUT = 'note';

/** Whether *Send again* sends a message: some names no vote can have. */
export function canBeSentAgain({ kind, state, outcome }: PastDelivery): boolean {
  const wasDue = state === 'due' || state === 'parked' || state === 'delivered';
  return kind !== undefined && wasDue && outcome?.kind !== 'bad-name';
}

/** So many lines always fit a field. */
const MAX_LINES = 8;

/**
 * @param context - `place`: the page to go back to, if there is one; `happened`: what has just happened to the claim;
 *   `asks`: whether *Send again* is to be confirmed
 */
export function claimDetail(
  claim: PastClaim,
  { place, happened, asks = false }: { place: ListPage | undefined; happened?: PlainTextKey; asks?: boolean },
  t: Translate,
): Reply {
  const { buttons } = customIds.claims;
  const { id: claimId, verdict, requests, attempts, deliveries, decisions, resolution } = claim;
  const listed = { claimId, place };
  const player = escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH);
  const asked = requests.map((request) => ({ text: requestLine(request, t), count: 1 }));
  const tried = newest(attemptLines(attempts, t), t) || t('claims.detail.noAttempts');
  const reward = lines(...deliveries.map((delivery) => deliveryLine(delivery, t)));
  const decided = newest(
    decisions.map((decision) => ({ text: decisionLine(decision, deliveries, t), count: 1 })),
    t,
  );
  const resolved = resolution && `${personName(resolution.by, t)} · ${shortTimestamp(resolution.at)}`;
  const isParked = claim.state === 'parked';
  const isUndecided = canBeDecided(claim);
  const isSendable = deliveries.some(canBeSentAgain);
  const mayHaveArrived = deliveries.some(({ state }) => state === 'parked');
  return createReply(
    {
      colour: waits(claim) ? 'amber' : 'blurple',
      title: t('claims.detail.title', { reference: claim.reference }),
      description: [
        happened && t(happened),
        t('claims.detail.summary', { player, verdict: t(stateTextKey(claim)) }),
        maybeTwo(claim, t),
        verdict && 'inDoubt' in verdict && t('claims.detail.inDoubt'),
        isParked && t('claims.detail.parked'),
        alsoInDoubt(claim, t),
      ],
      fields: [
        { name: t('claims.detail.fields.asked'), value: newest(asked, t) || BLANK },
        { name: t('claims.detail.fields.attempts'), value: tried },
        reward && { name: t('claims.detail.fields.reward'), value: reward },
        decided && { name: t('claims.detail.fields.decided'), value: decided },
        resolved && { name: t('claims.detail.fields.resolved'), value: resolved },
        resolution && { name: t('claims.detail.fields.note'), value: escapeText(resolution.note, MAX_NOTE_LENGTH) },
      ],
    },
    [
      isParked && actionButton(t('buttons.checkAgain'), buttons.recheck(claimId), 'Primary'),
      isParked && actionButton(t('buttons.markResolved'), buttons.resolve(listed), 'Primary'),
      isUndecided && actionButton(t('buttons.wasClaimed'), buttons.claimed(listed)),
      isUndecided && actionButton(t('buttons.wasNotClaimed'), buttons.unclaimed(listed)),
      mayHaveArrived && actionButton(t('buttons.itArrived'), buttons.arrived(listed), 'Primary'),
      isSendable &&
        (asks
          ? actionButton(
              t('buttons.handOutAgain'),
              buttons.repeat({ ...listed, decisions: decisions.length }),
              'Danger',
            )
          : actionButton(t('buttons.sendAgain'), buttons.send(listed))),
      place && actionButton(t('buttons.backToList'), buttons.page(place)),
    ],
  );
}

export function resolveReply(outcome: ResolveOutcome, place: ListPage | undefined, t: Translate): Reply {
  switch (outcome.kind) {
    case 'resolved': {
      // Those who asked for a claim that was likely granted have had their answer.
      const happened = outcome.claim.state === 'resolved' ? 'claims.resolve.done' : 'claims.resolve.decided';
      return claimDetail(outcome.claim, { place, happened }, t);
    }
    case 'already':
      return claimDetail(outcome.claim, { place, happened: 'claims.resolve.already' }, t);
    case 'not-parked':
      return claimDetail(outcome.claim, { place, happened: 'claims.resolve.notParked' }, t);
    case 'not-found':
      return claimNotFound(t);
    case 'bad-note':
      return notice('amber', 'claims.resolve.badNote')(t, { max: MAX_NOTE_LENGTH });
  }
}

const MODALS = { unstated: 'resolve', claimed: 'claimed', 'not-claimed': 'unclaimed' } as const;

/** @param listed - without a place, from a post in a channel */
function modalId({ claimId, place }: ListedClaim, outcome: ReviewOutcome) {
  const { modals } = customIds.claims;
  if (place || outcome === 'unstated') return modals[MODALS[outcome]]({ claimId, place });
  return modals[`post-${MODALS[outcome]}`](claimId);
}

export function resolveModal(listed: ListedClaim, outcome: ReviewOutcome, t: Translate): Modal {
  const [label, placeholder] = [t('claims.resolve.modalLabel'), t('claims.resolve.modalHint')];
  return {
    custom_id: modalId(listed, outcome),
    title: t(`claims.resolve.modalTitles.${outcome}`),
    components: [
      textInput(NOTE_INPUT, 'Paragraph', { label, placeholder, min_length: 1, max_length: MAX_NOTE_LENGTH }),
    ],
  };
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
export function alsoInDoubt({ alsoInDoubt: references }: PastClaim, t: Translate): Maybe<string> {
  return (
    references.length > 0 &&
    t('claims.detail.alsoInDoubt', { references: references.map((one) => `\`${one}\``).join(', ') })
  );
}

/** Attempts in a row that ended alike make one line. */
export function attemptLines(attempts: readonly PastAttempt[], t: Translate): Line[] {
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
