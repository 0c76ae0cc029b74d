import type { Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { customIds } from '../../ui/custom-ids.ts';
import {
  actionButton,
  createEmbed,
  createReply,
  noticeReply,
  pageButtons,
  type Reply,
  selectOne,
} from '../../ui/reply.ts';
import { BLANK, escapeText, firstOf, plainText, relativeTimestamp, twoLineRow } from '../../ui/text.ts';
import type { ClaimList } from '../review.ts';
import type { PastClaim } from '../store/history.ts';
import { knowsAnswer, personName, stateSymbol, verdictTitle } from './words.ts';

/** Limits at which ten rows always fit a description. */
const MAX_LISTED_NAME_LENGTH = 40;
const LISTED_PEOPLE = 3;

/** One page of the claims of a guild, with a select that shows one of them. */
export function claimList(list: ClaimList, t: Translate): Reply {
  const { id, claims, page, pages, total, parked } = list;
  if (total === 0) return claimNotice('claims.noneFound', t);
  const waiting = claims.filter(({ state }) => state === 'parked');
  const others = claims.filter(({ state }) => state !== 'parked');
  const embed = createEmbed({
    colour: parked > 0 ? 'amber' : 'blurple',
    title: t('claims.list.title'),
    description: [
      ...section(t('claims.list.parked'), waiting, t),
      ...section(waiting.length > 0 ? t('claims.list.others') : undefined, others, t),
    ].join('\n\n'),
    footer: t('claims.list.page', { total, parked, page, pages }),
  });
  const options = claims.map((claim) => ({
    value: claim.id,
    label: plainText(claim.playername, MAX_PLAYER_NAME_LENGTH) || BLANK,
    description: `${claim.reference} · ${t(verdictTitle(claim.verdict?.kind))}`,
  }));
  const select = selectOne(customIds.claims.selects.show({ listId: id, page }), t('claims.list.pick'), options);
  return createReply(
    embed,
    [
      ...pageButtons((to) => customIds.claims.buttons.page({ listId: id, page: to }), list, t),
      actionButton(t('buttons.downloadCsv'), customIds.claims.buttons.file(id)),
    ],
    select,
  );
}

/** For a list or a claim that does not exist, or not any more. */
export function claimNotice(text: 'claims.noneFound' | 'claims.gone' | 'claims.notFound', t: Translate): Reply {
  return noticeReply({ colour: 'grey', text }, t);
}

function section(heading: string | undefined, claims: readonly PastClaim[], t: Translate): string[] {
  if (claims.length === 0) return [];
  return [[...(heading ? [heading] : []), ...claims.map((claim) => claimRow(claim, t))].join('\n')];
}

/**
 * Whose vote it is and what became of it, unless that stands above: a claim that waits for a moderator is under that
 * heading. Below, smaller: when, for whom, and its reference.
 */
function claimRow(claim: PastClaim, t: Translate): string {
  const people = claim.requests.map(({ userId }) => personName(userId, t));
  const player = `${stateSymbol(claim)} **${escapeText(claim.playername, MAX_LISTED_NAME_LENGTH)}**`;
  const outcome =
    claim.state === 'parked'
      ? []
      : [t(claim.state === 'resolved' ? 'claims.list.resolved' : verdictTitle(claim.verdict?.kind))];
  return twoLineRow(
    [player, ...outcome],
    [
      relativeTimestamp(claim.openedAt),
      firstOf(people, LISTED_PEOPLE, t),
      ...shownTo(claim, t),
      `\`${claim.reference}\``,
    ],
  );
}

/** How many of those who asked were shown the verdict, unless all of them were. */
function shownTo(claim: PastClaim, t: Translate): string[] {
  const { requests } = claim;
  if (claim.verdict === undefined) return [];
  const shown = requests.filter((request) => knowsAnswer(request, claim)).length;
  if (shown === requests.length) return [];
  return [shown === 0 ? t('claims.list.notShown') : t('claims.list.shownToSome', { shown, asked: requests.length })];
}
