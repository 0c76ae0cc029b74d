import type { PastClaim, PastRequest } from '../storage/claim-history.ts';
import { toCsv, type Columns } from './csv.ts';
import type { Reply } from './reply.ts';

const FILE_NAME = 'claims.csv';

/** People are written as mentions: a spreadsheet would read an id as a number and round it. */
const COLUMNS: Columns<PastClaim> = {
  opened_at: ({ openedAt }) => new Date(openedAt),
  reference: ({ reference }) => reference,
  player: ({ playername }) => playername,
  outcome: ({ awaitsModerator, verdict }) => (awaitsModerator ? 'parked' : (verdict?.kind ?? 'open')),
  attempts: ({ attempts }) => attempts,
  asked_by: ({ requests }) => people(requests),
  shown_to: ({ requests, verdict }) =>
    people(requests.filter(({ told }) => told !== undefined && told === verdict?.kind)),
  resolved_at: ({ resolution }) => (resolution ? new Date(resolution.at) : null),
  resolved_by: ({ resolution }) => (resolution ? people([{ userId: resolution.by }]) : null),
  note: ({ resolution }) => resolution?.note ?? null,
};

/** Claims for a spreadsheet; no file when there are none. */
export function claimFiles(claims: readonly PastClaim[]): Pick<Reply, 'files'> {
  return claims.length === 0 ? {} : { files: [{ name: FILE_NAME, content: toCsv(COLUMNS, claims) }] };
}

function people(some: readonly Pick<PastRequest, 'userId'>[]): string {
  return some.map(({ userId }) => (userId === undefined ? 'deleted' : `<@${userId}>`)).join(' ');
}
