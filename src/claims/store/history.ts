import { chunksOf, ROWS_AT_ONCE } from '../../chunks.ts';
import type { Queries, Store } from '../../database/store.ts';
import type { PastDelivery } from '../../rewards/hook.ts';
import { deliveriesOf } from '../../rewards/store/deliveries.ts';
import { pageOf } from '../../ui/paging.ts';
import type { Claim, ClaimRequest } from '../claim.ts';
import type { ClaimState, Verdict } from '../states.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { type ClaimFilter, matching } from './filter.ts';
import { type ClaimRow, readVerdict, toOutcome } from './rows.ts';
import { awaitsModerator, stateOf } from './states.ts';

/** A claim as moderators see it. Times in ms since the epoch. */
export type PastClaim = Pick<Claim, 'id' | 'reference' | 'playername' | 'openedAt'> & {
  state: ClaimState;
  /** undefined while it is open */
  verdict: Verdict | undefined;
  attempts: number;
  /** everyone in this guild who asked, in the order in which they did */
  requests: PastRequest[];
  resolution: Resolution | undefined;
};

export type PastRequest = Pick<ClaimRequest, 'userId' | 'told'> & { askedAt: number };

/** `by`: undefined once the moderator had their data deleted */
export type Resolution = { at: number; by: string | undefined; note: string };

/** One POST. `endedAt` and `outcome` are undefined when its end has not been recorded. */
export type PastAttempt = { startedAt: number; endedAt: number | undefined; outcome: AttemptOutcome | undefined };

/** `deliveries`: of its reward, by hook */
export type ClaimDetail = { claim: PastClaim; attempts: PastAttempt[]; deliveries: PastDelivery[] };
export type RewardedPastClaim = PastClaim & Pick<ClaimDetail, 'deliveries'>;

/** `total` and `parked` count all matches, on whichever page. */
export type ClaimPage = { claims: PastClaim[]; page: number; pages: number; total: number; parked: number };

/**
 * At most `max` of all matches: `count` of `total`. Which ones was read at one moment, by their ids alone. What there is
 * to say of them is read while the pages are gone through, so that nobody waits for thousands of rows, and a page is as
 * it was then; a claim that was deleted meanwhile is missing.
 */
export type FirstClaims = { pages: AsyncIterable<RewardedPastClaim[]>; count: number; total: number };

/**
 * The ledger as the moderators of one guild see it: claims that were opened there, parked ones first, then the newest.
 */
export type ClaimHistory = {
  /** @param page - from 1; a page beyond the end gives the last one */
  page(guildId: string, filter: ClaimFilter, page: number): Promise<ClaimPage>;
  first(guildId: string, filter: ClaimFilter, max: number): Promise<FirstClaims>;
  find(guildId: string, claimId: string): Promise<ClaimDetail | undefined>;
  /** How the last attempt ended of the newest claim that was made with a credential; undefined before any has. */
  lastOutcome(guildId: string, credentialId: string): Promise<AttemptOutcome | undefined>;
};

const PAGE_SIZE = 10;

export function createClaimHistory(store: Store): ClaimHistory {
  return {
    page: (guildId, filter, wanted) =>
      store.snapshot(async (db) => {
        const { total, parked } = await countsOf(db, guildId, filter);
        const { page, pages, offset } = pageOf(total, wanted, PAGE_SIZE);
        const some = inOrder(matching(db, guildId, filter))
          .limit(PAGE_SIZE)
          .offset(offset);
        return { claims: await withRequests(db, guildId, some), page, pages, total, parked };
      }),

    first: (guildId, filter, max) =>
      store.snapshot(async (db) => {
        const { total } = await countsOf(db, guildId, filter);
        const found = await inOrder(matching(db, guildId, filter))
          .clearSelect()
          .select('id')
          .limit(max)
          .execute();
        const ids = found.map(({ id }) => id);
        return { pages: pagesOf(store, guildId, ids), count: ids.length, total };
      }),

    find: (guildId, claimId) =>
      store.snapshot(async (db) => {
        const [claim] = await withRequests(db, guildId, inOrder(matching(db, guildId, {})).where('id', '=', claimId));
        if (!claim) return undefined;
        const deliveries = await deliveriesOf(db, [claimId]);
        return { claim, attempts: await attemptsOf(db, claimId), deliveries: deliveries.get(claimId) ?? [] };
      }),

    async lastOutcome(guildId, credentialId) {
      const last = await store.read((db) =>
        db
          .selectFrom('claim_attempts')
          .selectAll('claim_attempts')
          .where('outcome', 'is not', null)
          .where('claim_id', '=', (eb) =>
            eb
              .selectFrom('claims')
              .select('claims.id')
              .where('claims.guild_id', '=', guildId)
              .where('claims.credential_id', '=', credentialId)
              .where('state', '!=', 'open')
              .orderBy('opened_at', 'desc')
              .limit(1),
          )
          .orderBy('sequence', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
      return last && toOutcome(last);
    },
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

/** Asks by id only: a condition on the guild would have SQLite go through all claims of it for each page. */
async function* pagesOf(store: Store, guildId: string, ids: readonly string[]): AsyncGenerator<RewardedPastClaim[]> {
  for (const some of chunksOf(ids, ROWS_AT_ONCE)) {
    const claims = await store.read((db) =>
      withRequests(db, guildId, inOrder(db.selectFrom('claims').where('id', 'in', some))),
    );
    const deliveries = await store.read((db) => deliveriesOf(db, some));
    const byId = new Map(claims.map((claim) => [claim.id, { ...claim, deliveries: deliveries.get(claim.id) ?? [] }]));
    yield some.flatMap((id) => byId.get(id) ?? []);
  }
}

function inOrder(claims: ReturnType<typeof matching>) {
  return claims
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
    const { user_id, asked_at: askedAt } = row;
    const told = (row.told ?? undefined) as PastRequest['told'];
    if (askedAt !== null) claim.requests.push({ userId: user_id ?? undefined, askedAt, told });
  }
  return [...found.values()];
}

function toPastClaim(row: ClaimRow & { attempts: number | null }): PastClaim {
  const { resolved_at: at, resolved_by: by, resolution_note: note } = row;
  return {
    id: row.id,
    reference: row.reference,
    playername: row.playername,
    openedAt: row.opened_at,
    state: stateOf(row),
    verdict: row.state === 'open' ? undefined : readVerdict(row),
    attempts: row.attempts ?? 0,
    requests: [],
    resolution: at === null ? undefined : { at, by: by ?? undefined, note: note ?? '' },
  };
}
