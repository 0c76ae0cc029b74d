import type { Queries, Store } from '../../database/store.ts';
import type { PastDelivery } from '../../rewards/hook.ts';
import { deliveriesOf } from '../../rewards/store/deliveries.ts';
import { pageOf } from '../../ui/paging.ts';
import { chunksOf, ROWS_AT_ONCE } from '../../work/chunks.ts';
import type { Claim, ClaimRequest } from '../claim.ts';
import type { ClaimState, Verdict } from '../states.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { type ClaimFilter, matching } from './filter.ts';
import { type ClaimRow, readVerdict, toOutcome } from './rows.ts';
import { awaitsModerator, stateOf } from './states.ts';

/** A claim as the moderators of one guild see it. Times in ms since the epoch. */
export type PastClaim = Pick<Claim, 'id' | 'reference' | 'playername' | 'openedAt'> & {
  state: ClaimState;
  /** undefined while it is open */
  verdict: Verdict | undefined;
  attempts: number;
  /** everyone in this guild who asked, in that order */
  requests: PastRequest[];
  /** `by`: undefined once the moderator had their data deleted */
  resolution: { at: number; by: string | undefined; note: string } | undefined;
};

export type PastRequest = Pick<ClaimRequest, 'userId' | 'told'> & { askedAt: number };

/** One POST. `endedAt` and `outcome` are undefined when its end has not been recorded. */
export type PastAttempt = { startedAt: number; endedAt: number | undefined; outcome: AttemptOutcome | undefined };

/** `deliveries`: of its reward, by hook */
export type ClaimDetail = { claim: PastClaim; attempts: PastAttempt[]; deliveries: PastDelivery[] };
export type RewardedPastClaim = PastClaim & Pick<ClaimDetail, 'deliveries'>;

/** `total` and `parked` count the matches on all pages. */
export type ClaimPage = { claims: PastClaim[]; page: number; pages: number; total: number; parked: number };

/**
 * `count` of `total` matches. Their ids are read at one moment, the rest of each page when the page is reached, so that
 * nobody waits for thousands of rows. A claim that was deleted meanwhile is missing.
 */
export type FirstClaims = { pages: AsyncIterable<RewardedPastClaim[]>; count: number; total: number };

const PAGE_SIZE = 10;

export type ClaimHistory = ReturnType<typeof createClaimHistory>;

/** The claims that were opened in a guild: parked ones first, then the newest. */
export function createClaimHistory(store: Store) {
  return {
    /** @param wanted - from 1; a page beyond the end gives the last one */
    page: (guildId: string, filter: ClaimFilter, wanted: number): Promise<ClaimPage> =>
      store.snapshot(async (db) => {
        const { total, parked } = await countsOf(db, guildId, filter);
        const { page, pages, offset } = pageOf(total, wanted, PAGE_SIZE);
        const some = inOrder(matching(db, guildId, filter))
          .limit(PAGE_SIZE)
          .offset(offset);
        return { claims: await withRequests(db, guildId, some), page, pages, total, parked };
      }),

    first: (guildId: string, filter: ClaimFilter, max: number): Promise<FirstClaims> =>
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

    find: (guildId: string, claimId: string): Promise<ClaimDetail | undefined> =>
      store.snapshot(async (db) => {
        const [claim] = await withRequests(db, guildId, inOrder(matching(db, guildId, {})).where('id', '=', claimId));
        if (!claim) return undefined;
        const deliveries = await deliveriesOf(db, [claimId]);
        return { claim, attempts: await attemptsOf(db, claimId), deliveries: deliveries.get(claimId) ?? [] };
      }),

    /** How the last attempt of the newest claim with a credential ended; undefined before one has. */
    async lastOutcome(guildId: string, credentialId: string): Promise<AttemptOutcome | undefined> {
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

/** The attempts of a claim, in their order. */
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

/** Asks by id alone: with a condition on the guild, SQLite would go through all its claims for each page. */
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

/** Claims with the requests of this guild: another guild with the same credential may have joined a claim. */
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
    const told = (row.told ?? undefined) as PastRequest['told'];
    if (row.asked_at !== null) claim.requests.push({ userId: row.user_id ?? undefined, askedAt: row.asked_at, told });
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
