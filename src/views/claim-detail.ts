import {
  ComponentType,
  TextInputStyle,
  type APIButtonComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';

import type { TextKey, Translate } from '../locales/index.ts';
import { NOTE_MAX_LENGTH, type ResolveOutcome } from '../services/claim-review.ts';
import { PLAYER_NAME_MAX_LENGTH } from '../services/player-name.ts';
import type { ClaimDetail, PastAttempt, PastClaim, PastRequest, Resolution } from '../storage/claim-history.ts';
import { claimNotice } from './claim-list.ts';
import { personName, verdictTitle } from './claim-words.ts';
import { formatCustomId } from './custom-id.ts';
import { actionButton, createEmbed, createReply, noticeReply, type Reply } from './reply.ts';
import { BLANK, escapeText, shortDate, shortTimestamp, timeOfDay } from './text.ts';

export const NOTE_INPUT = 'note';

/** So many lines always fit a field. */
const LINES_MOST = 8;

/**
 * One claim as it went.
 *
 * @param context - `place`: the list's id and the page to go back to, as they are in custom ids; `notice`: what has just happened
 */
export function claimDetail(
  { claim, attempts }: ClaimDetail,
  { place, notice }: { place: string; notice?: TextKey },
  t: Translate,
): Reply {
  const player = escapeText(claim.playername, PLAYER_NAME_MAX_LENGTH);
  const asked = claim.requests.map((request) => requestLine(request, t));
  const tried = attempts.map((attempt) => attemptLine(attempt, t));
  const embed = createEmbed({
    colour: claim.awaitsModerator ? 'amber' : 'blurple',
    title: t('claims.detail.title', { reference: claim.reference }),
    description: [
      ...(notice ? [t(notice)] : []),
      t('claims.detail.summary', {
        player,
        verdict: t(claim.resolution ? 'claims.resolved' : verdictTitle(claim.verdict?.kind)),
      }),
      ...(claim.awaitsModerator ? [t('claims.detail.parked')] : []),
    ].join('\n\n'),
    fields: [
      { name: t('claims.detail.fields.asked'), value: newest(asked, t) || BLANK },
      { name: t('claims.detail.fields.attempts'), value: newest(tried, t) || t('claims.detail.noAttempts') },
      ...(claim.resolution ? resolutionFields(claim.resolution, t) : []),
      ...(claim.settled ? [settledField(claim.settled, t)] : []),
    ],
  });
  return createReply(embed, [
    ...(claim.awaitsModerator ? moderatorButtons(claim, place, t) : []),
    actionButton(t('buttons.backToList'), formatCustomId('claims', 'page', place)),
  ]);
}

/** After *Mark resolved* was submitted. */
export function resolveReply(outcome: ResolveOutcome, place: string, t: Translate): Reply {
  switch (outcome.kind) {
    case 'resolved':
      return claimDetail(outcome.detail, { place, notice: 'claims.resolve.done' }, t);
    case 'already':
      return claimDetail(outcome.detail, { place, notice: 'claims.resolve.already' }, t);
    case 'not-parked':
      return claimDetail(outcome.detail, { place, notice: 'claims.resolve.notParked' }, t);
    case 'not-found':
      return claimNotice('claims.notFound', t);
    case 'bad-note':
      return noticeReply({ colour: 'amber', text: 'claims.resolve.badNote', values: { most: NOTE_MAX_LENGTH } }, t);
  }
}

/** Asks for the note. @param argument - of the button that opens it */
export function resolveModal(argument: string, t: Translate): APIModalInteractionResponseCallbackData {
  return {
    custom_id: formatCustomId('claims', 'resolve', argument),
    title: t('claims.resolve.modalTitle'),
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
          max_length: NOTE_MAX_LENGTH,
          required: true,
        },
      },
    ],
  };
}

function moderatorButtons({ id }: PastClaim, place: string, t: Translate): APIButtonComponent[] {
  return [
    actionButton(t('buttons.checkAgain'), formatCustomId('claims', 'recheck', id)),
    actionButton(t('buttons.markResolved'), formatCustomId('claims', 'resolve', id, place)),
  ];
}

function requestLine({ userId, askedAt, told }: PastRequest, t: Translate): string {
  const shown = told ? t('claims.detail.told', { verdict: t(verdictTitle(told)) }) : t('claims.detail.toldNothing');
  return [personName(userId, t), shortTimestamp(askedAt), shown].join(' · ');
}

function attemptLine({ startedAt, endedAt, outcome }: PastAttempt, t: Translate): string {
  const times = [startedAt, ...(endedAt === undefined ? [] : [endedAt])].map(timeOfDay).join(' – ');
  return `${shortDate(startedAt)} ${times} · ${outcomeText(outcome, t)}`;
}

/** How a POST ended. */
export function outcomeText(outcome: PastAttempt['outcome'], t: Translate): string {
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

/** What the service's 0, 1 and 2 mean (specification, section 3). */
const ANSWERS = {
  0: 'claims.detail.outcomes.none',
  1: 'claims.detail.outcomes.claimed',
  2: 'claims.detail.outcomes.already',
} as const satisfies Record<number, TextKey>;

function resolutionFields({ at, by, note }: Resolution, t: Translate) {
  return [
    { name: t('claims.detail.fields.resolved'), value: `${personName(by, t)} · ${shortTimestamp(at)}` },
    { name: t('claims.detail.fields.note'), value: escapeText(note, NOTE_MAX_LENGTH) },
  ];
}

function settledField({ at, reference }: NonNullable<PastClaim['settled']>, t: Translate) {
  return { name: t('claims.detail.fields.settled'), value: `\`${reference}\` · ${shortTimestamp(at)}` };
}

/** The last lines, which always fit a field, and how many there are before them. */
export function newest(lines: readonly string[], t: Translate): string {
  const shown = lines.slice(-LINES_MOST);
  const before = lines.length - shown.length;
  return [...(before > 0 ? [t('claims.detail.before', { count: before })] : []), ...shown].join('\n');
}
