import { ComponentType, TextInputStyle, type APIButtonComponent } from 'discord.js';

import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { customIds, type ListPage } from '../../ui/custom-ids.ts';
import { actionButton, createEmbed, createReply, type Modal, noticeReply, type Reply } from '../../ui/reply.ts';
import { BLANK, escapeText, shortDate, shortTimestamp, timeOfDay } from '../../ui/text.ts';
import { MAX_NOTE_LENGTH, type ResolveOutcome } from '../review.ts';
import type { ClaimDetail, PastAttempt, PastClaim, PastRequest, Resolution } from '../store/history.ts';
import { deliveryLine } from '../../rewards/views/words.ts';
import type { ReviewOutcome } from '../states.ts';
import { claimNotice } from './list.ts';
import { claimState, personName, verdictTitle } from './words.ts';

export const NOTE_INPUT = 'note';

/** So many lines always fit a field. */
const MAX_LINES = 8;

/**
 * One claim as it went.
 *
 * @param context - `place`: the page to go back to; `notice`: what has just happened
 */
export function claimDetail(
  { claim, attempts, deliveries }: ClaimDetail,
  { place, notice }: { place: ListPage; notice?: PlainTextKey },
  t: Translate,
): Reply {
  const player = escapeText(claim.playername, MAX_PLAYER_NAME_LENGTH);
  const asked = claim.requests.map((request) => ({ text: requestLine(request, t), count: 1 }));
  const embed = createEmbed({
    colour: claim.state === 'parked' ? 'amber' : 'blurple',
    title: t('claims.detail.title', { reference: claim.reference }),
    description: [
      ...(notice ? [t(notice)] : []),
      t('claims.detail.summary', { player, verdict: t(claimState(claim)) }),
      ...(claim.verdict && 'maybeTwo' in claim.verdict ? [t('claims.detail.maybeTwo')] : []),
      ...(claim.verdict && 'inDoubt' in claim.verdict ? [t('claims.detail.inDoubt')] : []),
      ...(claim.state === 'parked' ? [t('claims.detail.parked')] : []),
    ].join('\n\n'),
    fields: [
      { name: t('claims.detail.fields.asked'), value: newest(asked, t) || BLANK },
      {
        name: t('claims.detail.fields.attempts'),
        value: newest(attemptLines(attempts, t), t) || t('claims.detail.noAttempts'),
      },
      ...(deliveries.length > 0
        ? [
            {
              name: t('claims.detail.fields.reward'),
              value: deliveries.map((delivery) => deliveryLine(delivery, t)).join('\n'),
            },
          ]
        : []),
      ...(claim.resolution ? resolutionFields(claim.resolution, t) : []),
    ],
  });
  const listed = { claimId: claim.id, place };
  const isHeld = deliveries.some(({ state }) => state === 'held');
  const isSendable = deliveries.some(({ state, hasHook }) => hasHook && (state === 'due' || state === 'delivered'));
  return createReply(embed, [
    ...(claim.state === 'parked' ? moderatorButtons(claim, place, t) : []),
    ...(claim.state === 'parked' || isHeld ? decisionButtons(listed, t) : []),
    ...(isSendable ? [actionButton(t('buttons.sendAgain'), customIds.claims.buttons.send(listed))] : []),
    actionButton(t('buttons.backToList'), customIds.claims.buttons.page(place)),
  ]);
}

/** After *Mark resolved* was submitted. */
export function resolveReply(outcome: ResolveOutcome, place: ListPage, t: Translate): Reply {
  switch (outcome.kind) {
    case 'resolved': {
      // Those who asked for a claim that was likely granted have had their answer.
      const isParked = outcome.detail.claim.state === 'resolved';
      const notice = isParked ? 'claims.resolve.done' : 'claims.resolve.decided';
      return claimDetail(outcome.detail, { place, notice }, t);
    }
    case 'already':
      return claimDetail(outcome.detail, { place, notice: 'claims.resolve.already' }, t);
    case 'not-parked':
      return claimDetail(outcome.detail, { place, notice: 'claims.resolve.notParked' }, t);
    case 'not-found':
      return claimNotice('claims.notFound', t);
    case 'bad-note':
      return noticeReply({ colour: 'amber', text: 'claims.resolve.badNote' }, t, { max: MAX_NOTE_LENGTH });
  }
}

const MODALS = { unstated: 'resolve', claimed: 'claimed', 'not-claimed': 'unclaimed' } as const;

/** Asks for the note. @param listed - the claim, and the page to go back to */
export function resolveModal(
  listed: { claimId: string; place: ListPage },
  outcome: ReviewOutcome,
  t: Translate,
): Modal {
  return {
    custom_id: customIds.claims.modals[MODALS[outcome]](listed),
    title: t(`claims.resolve.modalTitles.${outcome}`),
    components: [
      {
        type: ComponentType.Label,
        label: t('claims.resolve.modalLabel'),
        component: {
          type: ComponentType.TextInput,
          custom_id: NOTE_INPUT,
          style: TextInputStyle.Paragraph,
          placeholder: t('claims.resolve.modalHint'),
          min_length: 1,
          max_length: MAX_NOTE_LENGTH,
          required: true,
        },
      },
    ],
  };
}

function moderatorButtons({ id }: PastClaim, place: ListPage, t: Translate): APIButtonComponent[] {
  return [
    actionButton(t('buttons.checkAgain'), customIds.claims.buttons.recheck(id), 'primary'),
    actionButton(t('buttons.markResolved'), customIds.claims.buttons.resolve({ claimId: id, place }), 'primary'),
  ];
}

/** A reward that is held is sent, or is not, by what a moderator says. */
function decisionButtons(listed: { claimId: string; place: ListPage }, t: Translate): APIButtonComponent[] {
  return [
    actionButton(t('buttons.wasClaimed'), customIds.claims.buttons.claimed(listed)),
    actionButton(t('buttons.wasNotClaimed'), customIds.claims.buttons.unclaimed(listed)),
  ];
}

function requestLine({ userId, askedAt, told }: PastRequest, t: Translate): string {
  const shown = told ? t('claims.detail.told', { verdict: t(verdictTitle(told)) }) : t('claims.detail.toldNothing');
  return [personName(userId, t), shortTimestamp(askedAt), shown].join(' · ');
}

/** Attempts, of which those that follow one another and ended alike make one line. */
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
    const times = [first.startedAt, ...(until === undefined ? [] : [until])].map(timeOfDay).join(' – ');
    return { text: `${shortDate(first.startedAt)} ${times} · ${count > 1 ? `${count} × ` : ''}${outcome}`, count };
  });
}

function outcomeText(outcome: PastAttempt['outcome'], t: Translate): string {
  switch (outcome?.kind) {
    case undefined:
      return t('claims.detail.outcomes.unfinished');
    case 'answered':
      return t(ANSWERS[outcome.claimed]);
    case 'not-sent':
      return t('claims.detail.outcomes.notSent');
    case 'rejected':
      return t('claims.detail.outcomes.rejected', { status: outcome.status });
    case 'unknown':
      return t('claims.detail.outcomes.unknown');
  }
}

/** What the service's 0, 1 and 2 mean (docs/services.md, "A claim"). */
const ANSWERS = {
  0: 'claims.detail.outcomes.none',
  1: 'claims.detail.outcomes.claimed',
  2: 'claims.detail.outcomes.already',
} as const satisfies Record<number, PlainTextKey>;

function resolutionFields({ at, by, note }: Resolution, t: Translate) {
  return [
    { name: t('claims.detail.fields.resolved'), value: `${personName(by, t)} · ${shortTimestamp(at)}` },
    { name: t('claims.detail.fields.note'), value: escapeText(note, MAX_NOTE_LENGTH) },
  ];
}

/** A line, and how many things it stands for. */
type Line = { text: string; count: number };

/** The last lines, which always fit a field, and how much there is before them. */
export function newest(lines: readonly Line[], t: Translate): string {
  const shown = lines.slice(-MAX_LINES);
  const before = lines.slice(0, -MAX_LINES).reduce((sum, { count }) => sum + count, 0);
  return [...(before > 0 ? [t('claims.detail.before', { count: before })] : []), ...shown.map(({ text }) => text)].join(
    '\n',
  );
}
