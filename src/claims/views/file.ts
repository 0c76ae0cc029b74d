import type { Translate } from '../../locales/index.ts';
import { isVouchedFor, type PastDelivery } from '../../rewards/hook.ts';
import { type Columns, separatorIn, toCsv } from '../../ui/csv.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import type { Pages } from '../../work/chunks.ts';
import type { PastClaim, PastRequest } from '../store/history.ts';
import { knowsAnswer } from './words.ts';

/** People are written as mentions: a spreadsheet would read an id as a number and round it. */
const COLUMNS: Columns<PastClaim> = {
  opened_at: ({ openedAt }) => new Date(openedAt),
  reference: ({ reference }) => reference,
  player: ({ playername }) => playername,
  outcome: outcomeOf,
  reward: rewardOf,
  attempts: ({ attempts }) => attempts.length,
  asked_by: ({ requests }) => people(requests),
  shown_to: (claim) => people(claim.requests.filter((request) => knowsAnswer(request, claim))),
  decision: ({ resolution }) => resolution?.outcome ?? null,
  resolved_at: ({ resolution }) => (resolution ? new Date(resolution.at) : null),
  resolved_by: ({ resolution }) => (resolution ? people([{ userId: resolution.by }]) : null),
  note: ({ resolution }) => resolution?.note ?? null,
  reward_decisions: decisionsOf,
};

/** @param locale - of who reads it */
export const claimsCsv = (claims: Pages<PastClaim>, locale: string): Promise<string> =>
  toCsv(COLUMNS, claims, separatorIn(locale));

/** @param file - `count`: the claims in it, of `total` */
export function claimFile({ csv, count, total }: { csv: string; count: number; total: number }, t: Translate): Reply {
  const description = t(total > count ? 'claims.file.cut' : 'claims.file.description', { max: count });
  const text = { title: t('claims.file.title'), description: `${description} ${t('common.fileTimes')}` };
  const reply = createReply({ colour: 'blurple', ...text });
  return { ...reply, files: [{ name: 'claims.csv', content: csv }] };
}

/** The verdict, or the state of a claim that has none. */
function outcomeOf({ state, verdict }: PastClaim): string {
  return state === 'closed' && verdict ? verdict.kind : state;
}

/** The delivery to each place: `webhook 1 delivered; votifier 2 parked`. `vouched`: it arrived as a moderator says */
function rewardOf({ deliveries }: PastClaim): string {
  const stateOf = (delivery: PastDelivery) => (isVouchedFor(delivery) ? 'vouched' : delivery.state);
  return deliveries
    .map((delivery) => `${delivery.kind ?? 'target'} ${delivery.hookNumber} ${stateOf(delivery)}`)
    .join('; ');
}

/** Each with who and when: `2026-03-01T12:00:00.000Z <@1> sent-again 2`, the number being that of the place. */
function decisionsOf({ decisions }: PastClaim): string {
  return decisions
    .map(({ at, by, kind, hookNumber }) =>
      [new Date(at).toISOString(), people([{ userId: by }]), kind, hookNumber].join(' '),
    )
    .join('; ');
}

function people(some: readonly Pick<PastRequest, 'userId'>[]): string {
  const names = some.map(({ userId }) => (userId === undefined ? 'deleted' : `<@${userId}>`));
  return [...new Set(names)].join(' ');
}
