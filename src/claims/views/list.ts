import { questionRow, questionTitle } from '../../guilds/views/own-names.ts';
import type { Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, createReply, pageButtons, type Reply, selectOne, textReply } from '../../ui/reply.ts';
import { BLANK, escapeText, firstOf, plainText, relativeTimestamp, twoLineRow } from '../../ui/text.ts';
import { canBeDecided, claimNeedsAttention } from '../escalation.ts';
import { CLAIM_REFERENCE_LENGTH } from '../reference.ts';
import type { ClaimList } from '../review.ts';
import { needsAttention } from '../../rewards/hook.ts';
import { acceptedBy } from '../../rewards/views/delivery.ts';
import type { PastClaim } from '../store/history.ts';
import { isReviewed, knowsAnswer, stateSymbol, stateTextKey } from './words.ts';

/** What the select has for a question about a name, before its id. */
export const QUESTION = 'name ';

/** Limits at which ten rows always fit a description. */
const MAX_LISTED_NAME_LENGTH = 40;
const MAX_LISTED_NOTE_LENGTH = 30;
const LISTED_PEOPLE = 3;

export const claimsGone = textReply('grey', 'claims.gone');
export const claimNotFound = textReply('grey', 'claims.notFound');

/** @param namesOf - the member whose claims these are, where names have owners */
export function claimList(list: ClaimList, t: Translate, namesOf?: string): Reply {
  const { id: listId, questions, claims, page, pages, total, waiting } = list;
  const names =
    namesOf !== undefined && actionButton(t('buttons.namesOfMember'), customIds.claims.buttons.names(namesOf));
  if (total + questions.length === 0) return textReply('grey', 'claims.noneFound', { buttons: [names] })(t);
  const rows = (some: readonly PastClaim[]) => some.map((claim) => claimRow(claim, t));
  const asked = questions.map((question) => questionRow(question, MAX_LISTED_NAME_LENGTH, t));
  const first = [...asked, ...rows(claims.filter(claimNeedsAttention))];
  const others = rows(claims.filter((claim) => !claimNeedsAttention(claim)));
  return createReply(
    {
      colour: waiting > 0 ? 'amber' : 'blurple',
      title: t('claims.list.title'),
      description: [
        first.length > 0 && t('claims.list.parked'),
        ...first,
        first.length > 0 && others.length > 0 && t('claims.list.others'),
        ...others,
      ],
      footer: t('claims.list.page', { total, parked: waiting, page, pages }),
    },
    [
      ...pageButtons((to) => customIds.claims.buttons.page({ listId, page: to }), list, t),
      actionButton(t('buttons.downloadCsv'), customIds.claims.buttons.file(listId)),
      names,
    ],
    selectOne(customIds.claims.selects.show({ listId, page }), t('claims.list.pick'), [
      ...questions.map((question) => ({
        value: `${QUESTION}${question.id}`,
        label: plainText(question.playername, MAX_PLAYER_NAME_LENGTH) || BLANK,
        description: questionTitle(question, t),
      })),
      ...claims.map((claim) => ({
        value: claim.id,
        label: plainText(claim.playername, MAX_PLAYER_NAME_LENGTH) || BLANK,
        description: `${claim.reference} · ${t(stateTextKey(claim))}`,
      })),
    ]),
  );
}

/** @param typed - as a person typed it */
export function noSuchReference(typed: string, t: Translate): Reply {
  const reference = `**${escapeText(typed, CLAIM_REFERENCE_LENGTH * 2)}**`;
  return textReply('grey', 'claims.noReference')(t, { reference, length: CLAIM_REFERENCE_LENGTH });
}

/**
 * The player, and the outcome, or what was decided by whom, and why. Below, smaller: when, who asked, the reference.
 */
function claimRow(claim: PastClaim, t: Translate): string {
  const { requests, reference, resolution } = claim;
  const people = [...new Set(requests.map(({ userId }) => personName(userId, t)))];
  const player = `${stateSymbol(claim)} **${escapeText(claim.playername, MAX_LISTED_NAME_LENGTH)}**`;
  const decided = isReviewed(claim) && resolution;
  const reward = claim.deliveries.find(needsAttention);
  const hooks = reward && acceptedBy(claim.deliveries, t);
  const waiting = reward?.outcome?.kind === 'bad-name' ? 'badName' : reward?.state;
  return twoLineRow(
    [
      player,
      t(stateTextKey(claim)),
      decided && `${personName(decided.by, t)} ${relativeTimestamp(decided.at)}`,
      decided && escapeText(decided.note, MAX_LISTED_NOTE_LENGTH),
      waiting && t(`claims.list.reward.${waiting}`),
      hooks && t('claims.list.accepted', { hooks }),
      claim.isAsked && canBeDecided(claim) && t('claims.list.asked'),
    ],
    [
      relativeTimestamp(claim.openedAt),
      firstOf(people, decided ? 1 : LISTED_PEOPLE, t),
      shownTo(claim, t),
      `\`${reference}\``,
    ],
  );
}

/** How many of those who asked were shown the verdict, unless all of them were. */
function shownTo(claim: PastClaim, t: Translate): string | undefined {
  const asked = claim.requests.length;
  const shown = claim.requests.filter((request) => knowsAnswer(request, claim)).length;
  if (claim.verdict === undefined || shown === asked) return undefined;
  return shown === 0 ? t('claims.list.notShown') : t('claims.list.shownToSome', { shown, asked });
}
