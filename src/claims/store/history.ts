import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { RowOf } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import type { NameQuestion, OwnName } from '../../guilds/own-names.ts';
import { isRewarded } from '../../guilds/store/name-owners.ts';
import { readQuestions } from '../../guilds/store/name-questions.ts';
import { ownerOf } from '../../guilds/store/own-names.ts';
import type { PastDecision, PastDelivery } from '../../rewards/hook.ts';
import { decisionsOf } from '../../rewards/store/decisions.ts';
import { deliveriesOf } from '../../rewards/store/of-claim.ts';
import { pageOf } from '../../ui/paging.ts';
import { chunksOf, ROWS_AT_ONCE } from '../../work/chunks.ts';
import type { Claim, ClaimRequest } from '../claim.ts';
import { DOUBTS_NAMED, isDecidedSince } from '../escalation.ts';
import { foldName } from '../folded-name.ts';
import { type ClaimState, isReviewable, type ReviewOutcome, type Verdict } from '../states.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { DOUBT_LASTS_MS } from '../timings.ts';
import { type ClaimFilter, matching, matchingQuestions } from './filter.ts';
import { grantedAt } from './own-claims.ts';
import { readVerdict, type RequestRow, toClaim, toOutcome } from './rows.ts';
import { claimNeedsAttention, claimNeedsNoAttention, isQuestion, stateOf } from './states.ts';

/** A claim as the moderators of one guild see it. Times in ms since the epoch. */
export type PastClaim = Claim & {
  state: ClaimState;
  /** undefined while it is open */
  verdict: Verdict | undefined;
  /** everyone in this guild who asked, in that order */
  requests: PastRequest[];
  /** in the order in which they started */
  attempts: PastAttempt[];
  /** of its reward, by hook */
  deliveries: PastDelivery[];
  /** about its reward, the oldest first */
  decisions: readonly PastDecision[];
  /** `by`: undefined once the moderator had their data deleted */
  resolution: { outcome: ReviewOutcome; at: number; by: string | undefined; note: string } | undefined;
  /** other claims for the same player that may be about the same vote, the newest; `outcome`: what a moderator decided */
  alsoInDoubt: readonly { reference: string; verdict: string | undefined; outcome: ReviewOutcome | undefined }[];
  /** a member of this guild has asked the moderators about it, and nobody has decided anything since */
  isAsked?: true;
  /**
   * of a vote that was claimed before, the claim that did; of one in doubt, the last reward of the player before. This and
   * the next two only of a claim that is read by itself
   */
  earlier?: OtherReward | undefined;
  /** of one in doubt, the next reward of the player */
  later?: OtherReward | undefined;
  /** of the name, where names have owners */
  owner?: OwnName | undefined;
};

/** A claim of the same player and guild that gave a reward, and who asked for it. */
export type OtherReward = { reference: string; requests: readonly PastRequest[]; claimedAt: number };

export type PastRequest = Pick<ClaimRequest, 'userId' | 'told'> & { askedAt: number };

/** One POST. `endedAt` and `outcome` are undefined when its end has not been recorded. */
export type PastAttempt = { startedAt: number; endedAt: number | undefined; outcome: AttemptOutcome | undefined };

/**
 * `questions`: about names, which come before all claims. `total` counts the claims on all pages, `waiting` what waits
 * for a moderator, questions too
 */
export type ClaimPage = {
  questions: NameQuestion[];
  claims: PastClaim[];
  page: number;
  pages: number;
  total: number;
  waiting: number;
};

/**
 * `count` of `total` matches. Their ids are read at one moment, the rest of each page when the page is reached, so that
 * nobody waits for thousands of rows. A claim that was deleted meanwhile is missing.
 */
export type FirstClaims = { pages: AsyncIterable<PastClaim[]>; count: number; total: number };

const PAGE_SIZE = 10;

export type ClaimHistory = ReturnType<typeof createClaimHistory>;

/** The claims that were opened in a guild: those that wait for a moderator first, then the newest. */
export function createClaimHistory(store: Store) {
  return {
    /** @param wanted - from 1; a page beyond the end gives the last one */
    page: (guildId: string, filter: ClaimFilter, wanted: number): Promise<ClaimPage> =>
      store.snapshot(async (db) => {
        const { total, waiting } = await countsOf(db, guildId, filter);
        const asked = matchingQuestions(db, guildId, filter);
        const { count } = await asked.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
        const { page, pages, offset } = pageOf(total + count, wanted, PAGE_SIZE);
        const questions = offset < count ? await readQuestions(asked, { max: PAGE_SIZE, offset }) : [];
        const place = { max: PAGE_SIZE - questions.length, offset: Math.max(0, offset - count) };
        const ids = await idsOf(db, guildId, filter, { ...place, waiting });
        const claims = await readClaims(db, guildId, ids);
        return { questions, claims, page, pages, total, waiting: waiting + count };
      }),

    first: (guildId: string, filter: ClaimFilter, max: number): Promise<FirstClaims> =>
      store.snapshot(async (db) => {
        const { total, waiting } = await countsOf(db, guildId, filter);
        const ids = await idsOf(db, guildId, filter, { max, offset: 0, waiting });
        return { pages: pagesOf(store, guildId, ids), count: ids.length, total };
      }),

    find: (guildId: string, claimId: string): Promise<PastClaim | undefined> =>
      store.snapshot(async (db) => {
        const claim = await readClaim(db, guildId, claimId);
        return claim?.guildId === guildId ? claim : undefined;
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

async function countsOf(db: Queries, guildId: string, filter: ClaimFilter) {
  const isWaiting = sql<number>`case when ${claimNeedsAttention(guildId)} then 1 else 0 end`;
  const { total, waiting } = await matching(db, guildId, filter)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.sum<number | null>(isWaiting).as('waiting')])
    .executeTakeFirstOrThrow();
  return { total, waiting: waiting ?? 0 };
}

/** Those that wait for a moderator come first. @param options.waiting - how many of the matches do */
async function idsOf(
  db: Queries,
  guildId: string,
  filter: ClaimFilter,
  { max, offset, waiting }: { max: number; offset: number; waiting: number },
): Promise<string[]> {
  const ids = (which: RawBuilder<SqlBool>, limit: number, from: number) =>
    matching(db, guildId, filter)
      .select('id')
      .where(which)
      .orderBy('opened_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(from)
      .execute();
  const first = offset < waiting ? await ids(claimNeedsAttention(guildId), max, offset) : [];
  const left = max - first.length;
  const others = left > 0 ? await ids(claimNeedsNoAttention(guildId), left, Math.max(0, offset - waiting)) : [];
  return [...first, ...others].map(({ id }) => id);
}

async function* pagesOf(store: Store, guildId: string, ids: readonly string[]): AsyncGenerator<PastClaim[]> {
  for (const some of chunksOf(ids, ROWS_AT_ONCE)) yield await store.snapshot((db) => readClaims(db, guildId, some));
}

/** Reads a claim as {@link readClaims} does, whose its name is, and the player's rewards that may be for its vote. */
export async function readClaim(db: Queries, guildId: string, claimId: string): Promise<PastClaim | undefined> {
  const [found] = await readClaims(db, guildId, [claimId]);
  if (!found) return undefined;
  const owner = await ownerOf(db, guildId, foldName(found.playername));
  const { earlier, later } = await rewardsBeside(db, guildId, found);
  const others = await readClaims(
    db,
    guildId,
    [earlier, later].flatMap((granted) => granted?.id ?? []),
  );
  const rewardOf = (granted: Granted | undefined): OtherReward | undefined => {
    const other = others.find(({ id }) => id === granted?.id);
    return granted && other && { reference: other.reference, requests: other.requests, claimedAt: granted.claimedAt };
  };
  return { ...found, owner, earlier: rewardOf(earlier), later: rewardOf(later) };
}

type Granted = { id: string; claimedAt: number };

/**
 * The claims of a guild that have used the vote of a claim up, or may have if that is in doubt. A vote waits until it is
 * claimed, and is claimed until there is another: only the player's last reward before and the first one after can be
 * for the same, however long ago.
 */
async function rewardsBeside(
  db: Queries,
  guildId: string,
  { id, playername, verdict }: PastClaim,
): Promise<{ earlier?: Granted | undefined; later?: Granted | undefined }> {
  if (verdict?.kind === 'already') {
    const { recordedAt } = verdict;
    if (recordedAt === undefined) return {};
    const found = grantedAt(db, { playername, recordedAt }).select('id').where('guild_id', '=', guildId);
    const granted = await found.executeTakeFirst();
    return { earlier: granted && { ...granted, claimedAt: recordedAt } };
  }
  if (!isReviewable(verdict?.kind)) return {};
  const next = (side: '<' | '>') =>
    db
      .selectFrom('claim_attempts')
      .select(['claim_id as id', 'started_at as claimedAt'])
      .$narrowType<{ id: string }>()
      .where('folded_name', '=', foldName(playername))
      .where('guild_id', '=', guildId)
      .where('claim_id', '<>', id)
      // Postgres makes no join of a case: it goes along the index from the claim on, and stops at the first reward.
      .where(
        sql<SqlBool>`case when exists (
          select 1 from claims where claims.id = claim_attempts.claim_id and ${isRewarded}) then 1 else 0 end = 1`,
      )
      .where('sequence', side, (eb) =>
        eb
          .selectFrom('claim_attempts as own')
          .select((own) => own.fn.min('own.sequence').as('first'))
          .where('own.claim_id', '=', id),
      )
      .orderBy('sequence', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
  const [earlier, later] = [await next('<'), await next('>')];
  return { earlier, later: later?.id === earlier?.id ? undefined : later };
}

/**
 * Reads claims in the order of the ids, with the requests of one guild: another guild with the same credential may have
 * joined a claim.
 */
async function readClaims(db: Queries, guildId: string, ids: readonly string[]): Promise<PastClaim[]> {
  if (ids.length === 0) return [];
  const claims = await db.selectFrom('claims').selectAll().where('id', 'in', ids).execute();
  const asked = await db
    .selectFrom('claim_requests')
    .select(['claim_id', 'user_id', 'created_at', 'told'])
    .where('claim_id', 'in', ids)
    .where('guild_id', '=', guildId)
    .orderBy('created_at')
    .execute();
  const tried = await db
    .selectFrom('claim_attempts')
    .selectAll()
    .where('claim_id', 'in', ids)
    .orderBy('sequence')
    .execute();
  const deliveries = await deliveriesOf(db, ids);
  const decisions = await decisionsOf(db, ids);
  const beside = await doubtsBeside(db, ids, sql`other.guild_id = ${guildId}`)
    .selectAll()
    .orderBy('nth')
    .execute();
  const doubts = Map.groupBy(beside, ({ of }) => of);
  const questions = await db
    .selectFrom('posts')
    .select(['claim_id', 'created_at'])
    .where('claim_id', 'in', ids)
    .where('kind', '=', 'question')
    .where('guild_id', '=', guildId)
    .execute();
  const rows = new Map(claims.map((claim) => [claim.id, claim]));
  const requests = Map.groupBy(asked, ({ claim_id }) => claim_id);
  const attempts = Map.groupBy(tried, ({ claim_id }) => claim_id);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { resolved_at: at, resolved_by: by, resolution_note: note, resolution: outcome } = row;
    const decided = { resolution: at === null ? undefined : { at }, decisions: decisions.get(id) ?? [] };
    const isAsked = questions.some((post) => post.claim_id === id && !isDecidedSince(post.created_at, decided));
    return {
      ...toClaim(row),
      state: stateOf(row),
      verdict: row.state === 'open' ? undefined : readVerdict(row),
      resolution:
        at === null ? undefined : { outcome: outcome ?? 'unstated', at, by: by ?? undefined, note: note ?? '' },
      requests: (requests.get(id) ?? []).map(toPastRequest),
      attempts: (attempts.get(id) ?? []).map(toPastAttempt),
      deliveries: deliveries.get(id) ?? [],
      decisions: decided.decisions,
      ...(isAsked && { isAsked }),
      alsoInDoubt: (doubts.get(id) ?? []).map(({ reference, verdict, resolution }) => ({
        reference,
        verdict: verdict ?? undefined,
        outcome: resolution ?? undefined,
      })),
    };
  });
}

/**
 * The newest other claims about which moderators are, or were, asked as well, for the same player and at most a day apart, of each claim: one
 * more than are named. Somebody may ask again and again.
 *
 * @param which - of two claims `one` and `other`: which others count
 */
export function doubtsBeside(db: Queries, ids: readonly string[], which: RawBuilder<unknown>) {
  const others = db
    .selectFrom('claims as one')
    .innerJoin('claims as other', 'other.folded_name', 'one.folded_name')
    .select(['one.id as of', 'other.id', 'other.reference', 'other.verdict', 'other.resolution'])
    .select(sql<number>`row_number() over (partition by one.id order by other.opened_at desc, other.id)`.as('nth'))
    .where('one.id', 'in', ids)
    .whereRef('other.id', '<>', 'one.id')
    // A claim that is already claimed may be so by one of them.
    .where(sql<SqlBool>`(${isQuestion('one')} or one.verdict = 'already') and ${isQuestion('other')} and ${which}`)
    .where(sql<SqlBool>`abs(other.opened_at - one.opened_at) < ${DOUBT_LASTS_MS}`);
  return db.selectFrom(others.as('beside')).where('nth', '<=', DOUBTS_NAMED + 1);
}

function toPastRequest(row: Pick<RequestRow, 'user_id' | 'created_at' | 'told'>): PastRequest {
  const told = (row.told ?? undefined) as PastRequest['told'];
  return { userId: row.user_id ?? undefined, askedAt: row.created_at, told };
}

function toPastAttempt(row: RowOf<'claim_attempts'>): PastAttempt {
  return { startedAt: row.started_at, endedAt: row.ended_at ?? undefined, outcome: toOutcome(row) };
}
