import type { Selectable } from 'kysely';

import type { ClaimsTable } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { pageOf } from '../../ui/paging.ts';
import type { ClaimState, Verdict } from '../states.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { type ClaimFilter, matching } from './filter.ts';
import { readVerdict, toOutcome } from './rows.ts';
import { awaitsModerator, stateOf } from './states.ts';

/** A claim as moderators see it. Times in ms since the epoch. */
export type PastClaim = {
  id: string;
  reference: string;
  playername: string;
  openedAt: number;
  state: ClaimState;
  /** undefined while it is open */
  verdict: Verdict | undefined;
  attempts: number;
  /** everyone in this guild who asked, in the order in which they did */
  requests: PastRequest[];
  resolution: Resolution | undefined;
};

export type PastRequest = {
  /** undefined once the person had their data deleted */
  userId: string | undefined;
  askedAt: number;
  /** the last verdict the person was shown */
  told: Verdict['kind'] | undefined;
};

/** `by`: undefined once the moderator had their data deleted */
export type Resolution = { at: number; by: string | undefined; note: string };

/** One POST. `endedAt` and `outcome` are undefined when its end has not been recorded. */
export type PastAttempt = { startedAt: number; endedAt: number | undefined; outcome: AttemptOutcome | undefined };

export type ClaimDetail = { claim: PastClaim; attempts: PastAttempt[] };

/** `total` and `parked` count all matches, on whichever page. */
export type ClaimPage = { claims: PastClaim[]; page: number; pages: number; total: number; parked: number };

/**
 * The ledger as the moderators of one guild see it: claims that were opened there, parked ones first, then the newest.
 */
export type ClaimHistory = {
  /** @param page - from 1; a page beyond the end gives the last one */
  page(guildId: string, filter: ClaimFilter, page: number): Promise<ClaimPage>;
  /** At most `max` of all matches; `total` counts all. */
  first(guildId: string, filter: ClaimFilter, max: number): Promise<Pick<ClaimPage, 'claims' | 'total'>>;
  find(guildId: string, claimId: string): Promise<ClaimDetail | undefined>;
};

const PAGE_SIZE = 10;

type ClaimRow = Selectable<ClaimsTable> & { attempts: number | null };

export function createClaimHistory(store: Store): ClaimHistory {
  return {
    page: (guildId, filter, wanted) =>
      store.snapshot(async (db) => {
        const { total, parked } = await countsOf(db, guildId, filter);
        const { page, pages, offset } = pageOf(total, wanted, PAGE_SIZE);
        const claims = await withRequests(db, guildId, inOrder(db, guildId, filter).limit(PAGE_SIZE).offset(offset));
        return { claims, page, pages, total, parked };
      }),

    first: (guildId, filter, max) =>
      store.snapshot(async (db) => {
        const { total } = await countsOf(db, guildId, filter);
        return { claims: await withRequests(db, guildId, inOrder(db, guildId, filter).limit(max)), total };
      }),

    find: (guildId, claimId) =>
      store.snapshot(async (db) => {
        const [claim] = await withRequests(db, guildId, inOrder(db, guildId, {}).where('id', '=', claimId));
        return claim && { claim, attempts: await attemptsOf(db, claimId) };
      }),
  };
}

/** The attempts of a claim, the first one first. */
export async function attemptsOf(db: Queries, claimId: string): Promise<PastAttempt[]> {
  const attempts = await db
    .selectFrom('claim_attempts')
    .selectAll()
    .where('claim_id', '=', claimId)
    .orderBy('sequence')
    .execute();
  return attempts.map((attempt) => ({
    startedAt: attempt.started_at,
    endedAt: attempt.ended_at ?? undefined,
    outcome: toOutcome(attempt),
  }));
}

async function countsOf(db: Queries, guildId: string, filter: ClaimFilter) {
  const { total, parked } = await matching(db, guildId, filter)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.sum<number | null>(awaitsModerator).as('parked')])
    .executeTakeFirstOrThrow();
  return { total, parked: parked ?? 0 };
}

function inOrder(db: Queries, guildId: string, filter: ClaimFilter) {
  return matching(db, guildId, filter)
    .selectAll('claims')
    .select(awaitsModerator.as('awaits_moderator'))
    .select((eb) =>
      eb
        .selectFrom('claim_attempts')
        .whereRef('claim_id', '=', 'claims.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('attempts'),
    )
    .orderBy(awaitsModerator, 'desc')
    .orderBy('opened_at', 'desc')
    .orderBy('id');
}

/**
 * These claims, and who asked for them in this guild only: a claim may also be joined from another guild with the same
 * credential.
 */
async function withRequests(db: Queries, guildId: string, claims: ReturnType<typeof inOrder>): Promise<PastClaim[]> {
  const rows = await db
    .selectFrom(claims.as('claims'))
    .leftJoin('claim_requests as asked', (join) =>
      join.onRef('asked.claim_id', '=', 'claims.id').on('asked.guild_id', '=', guildId),
    )
    .selectAll('claims')
    .select(['asked.user_id', 'asked.created_at as asked_at', 'asked.told'])
    .orderBy('awaits_moderator', 'desc')
    .orderBy('opened_at', 'desc')
    .orderBy('claims.id')
    .orderBy('asked_at')
    .execute();
  const found = new Map<string, PastClaim>();
  for (const row of rows) {
    const claim = found.get(row.id) ?? toPastClaim(row);
    found.set(row.id, claim);
    if (row.asked_at !== null) claim.requests.push(toPastRequest(row, row.asked_at));
  }
  return [...found.values()];
}

function toPastClaim(row: ClaimRow): PastClaim {
  return {
    id: row.id,
    reference: row.reference,
    playername: row.playername,
    openedAt: row.opened_at,
    state: stateOf(row),
    verdict: row.state === 'open' ? undefined : readVerdict(row),
    attempts: row.attempts ?? 0,
    requests: [],
    resolution: resolutionOf(row),
  };
}

function toPastRequest(row: { user_id: string | null; told: string | null }, askedAt: number): PastRequest {
  return { userId: row.user_id ?? undefined, askedAt, told: (row.told ?? undefined) as PastRequest['told'] };
}

function resolutionOf({ resolved_at: at, resolved_by: by, resolution_note: note }: ClaimRow): Resolution | undefined {
  return at === null ? undefined : { at, by: by ?? undefined, note: note ?? '' };
}
