import type { Translate } from '../../locales/index.ts';
import { type Columns, toCsv } from '../../ui/csv.ts';
import { createEmbed, createReply, type Reply } from '../../ui/reply.ts';
import type { PastClaim, PastRequest } from '../store/history.ts';
import { knowsAnswer } from './words.ts';

const FILE_NAME = 'claims.csv';

/** People are written as mentions: a spreadsheet would read an id as a number and round it. */
const COLUMNS: Columns<PastClaim> = {
  opened_at: ({ openedAt }) => new Date(openedAt),
  reference: ({ reference }) => reference,
  player: ({ playername }) => playername,
  outcome: outcomeOf,
  attempts: ({ attempts }) => attempts,
  asked_by: ({ requests }) => people(requests),
  shown_to: (claim) => people(claim.requests.filter((request) => knowsAnswer(request, claim))),
  resolved_at: ({ resolution }) => (resolution ? new Date(resolution.at) : null),
  resolved_by: ({ resolution }) => (resolution ? people([{ userId: resolution.by }]) : null),
  note: ({ resolution }) => resolution?.note ?? null,
};

/** Claims for a spreadsheet. @param total - how many there are, when not all of them fit the file */
export function claimFile({ claims, total }: { claims: readonly PastClaim[]; total: number }, t: Translate): Reply {
  const description = total > claims.length ? 'claims.file.cut' : 'claims.file.description';
  const embed = createEmbed({
    colour: 'blurple',
    title: t('claims.file.title'),
    description: t(description, { max: claims.length }),
  });
  return { ...createReply(embed), files: [{ name: FILE_NAME, content: toCsv(COLUMNS, claims) }] };
}

/** The verdict, or the state of a claim that has none. */
function outcomeOf({ state, verdict }: PastClaim): string {
  return state === 'closed' && verdict ? verdict.kind : state;
}

/** Each once, however often they asked. */
function people(some: readonly Pick<PastRequest, 'userId'>[]): string {
  const names = some.map(({ userId }) => (userId === undefined ? 'deleted' : `<@${userId}>`));
  return [...new Set(names)].join(' ');
}
