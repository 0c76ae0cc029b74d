import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Queries, Store } from '../../database/store.ts';
import { chunksOf } from '../../work/chunks.ts';
import { MINUTE_MS } from '../../work/clock.ts';
import { lockOpenClaims } from './guilds.ts';
import { isRewarded, NUMBERS } from './name-owners.ts';

/** A statement has two seconds on Postgres, and a guild may have hundreds of thousands of claims. */
const CLAIMS_LISTED_AT_ONCE = 2_000;

/** A transaction that closes a claim ends within this time: what it wrote before the history was read may come later. */
const CLOSING_LASTS_MS = MINUTE_MS;

const COLUMNS = {
  guild_id: 'text',
  folded_name: 'text',
  playername: 'text',
  user_id: 'text',
  number: 'bigint',
  owned_at: 'bigint',
} as const;
const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

type FirstClaim = { request_id: string; folded_name: string; playername: string; user_id: string; owned_at: number };

/** The first claim of each name that had a reward since `since`, as far as it was on record at `readAt`. */
type EarlierClaims = { firsts: readonly FirstClaim[]; since: number; readAt: number };

/** Reads the claims since names had owners the last time: page after page, so that nobody waits for all of them. */
export async function readEarlierClaims(store: Store, guildId: string): Promise<EarlierClaims> {
  const { readAt, offAt } = await store.read((db) =>
    db
      .selectNoFrom((eb) => [
        store.now.as('readAt'),
        eb.selectFrom('guilds').select('names_off_at').where('id', '=', guildId).as('offAt'),
      ])
      .executeTakeFirstOrThrow(),
  );
  const since = offAt ?? 0;
  const firsts: FirstClaim[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const page = await store.snapshot((db) => readPage(db, store, guildId, { from, since }));
    firsts.push(...page.claims);
    after = page.next;
  }
  return { firsts: earliestOfEach(firsts), since, readAt };
}

/**
 * Gives the names that belong to nobody to whoever was the first to have a reward with them, as far as it is on record,
 * the earliest first: so the first names of a member are theirs. Claims that are being settled are waited for, and those
 * that were meanwhile are read.
 */
export async function ownEarlierNames(
  db: Queries,
  store: Store,
  guildId: string,
  { firsts: before, since, readAt }: EarlierClaims,
): Promise<void> {
  await lockOpenClaims(db, store, guildId);
  const closedFrom = Math.max(since, readAt - CLOSING_LASTS_MS);
  const { rows: meanwhile } = await sql<FirstClaim>`
    ${firstOfClaims(guildId, sql`claims`)} and claims.state = 'closed' and claims.closed_at >= ${closedFrom}`.execute(
    db,
  );
  const firsts = earliestOfEach([...before, ...meanwhile]);
  const owned = await db
    .selectFrom('owned_names')
    .select(['folded_name', 'user_id', 'number'])
    .where('guild_id', '=', guildId)
    .execute();
  const isOwned = new Set(owned.map(({ folded_name }) => folded_name));
  const takenBy = Map.groupBy(owned, ({ user_id }) => user_id);
  const free = new Map<string, number[]>();
  const freeOf = (userId: string): number[] => {
    const taken = (takenBy.get(userId) ?? []).map(({ number }) => number);
    const left = free.get(userId) ?? NUMBERS.filter((number) => !taken.includes(number));
    free.set(userId, left);
    return left;
  };
  const rows = firsts.flatMap((first) => {
    const number = isOwned.has(first.folded_name) ? undefined : freeOf(first.user_id).shift();
    return number === undefined ? [] : [{ ...first, guild_id: guildId, number }];
  });
  for (const some of chunksOf(rows, CLAIMS_LISTED_AT_ONCE)) {
    await db
      .insertInto('owned_names')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom(store.given({ ...COLUMNS, request_id: 'text' }, some))
          .where(hasAsked)
          .select(columns),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** That who asked for a claim has not had their data deleted since it was read. */
const hasAsked = sql<SqlBool>`exists (
  select 1 from claim_requests where claim_requests.id = given.request_id and claim_requests.user_id = given.user_id)`;

async function readPage(
  db: Queries,
  store: Store,
  guildId: string,
  { from, since }: { from: string; since: number },
): Promise<{ claims: FirstClaim[]; next: string | undefined }> {
  const asked = await db
    .selectFrom('claim_requests')
    .select('claim_id as id')
    .distinct()
    .where('guild_id', '=', guildId)
    .where('claim_id', '>', from)
    .orderBy('claim_id')
    .limit(CLAIMS_LISTED_AT_ONCE)
    .execute();
  const ofPage = sql`${store.given({ id: 'text' }, asked)} join claims on claims.id = given.id`;
  const { rows } = await sql<FirstClaim>`
    ${firstOfClaims(guildId, ofPage)} and claims.closed_at >= ${since}`.execute(db);
  return { claims: rows, next: asked.length < CLAIMS_LISTED_AT_ONCE ? undefined : asked.at(-1)?.id };
}

/** Who asked first in a guild for each claim that had a reward. */
const firstOfClaims = (guildId: string, from: RawBuilder<unknown>) => sql`
  select first.id as request_id, claims.folded_name, claims.playername, first.user_id, claims.closed_at as owned_at
  from ${from}
  join claim_requests as first on first.id = (
    select claim_requests.id from claim_requests
    where claim_requests.claim_id = claims.id and claim_requests.guild_id = ${guildId}
      and claim_requests.user_id is not null and claim_requests.is_recheck = 0
    order by claim_requests.created_at, claim_requests.id limit 1
  )
  where ${isRewarded}`;

function earliestOfEach(claims: readonly FirstClaim[]): FirstClaim[] {
  const firsts = new Map<string, FirstClaim>();
  for (const claim of claims.toSorted((one, other) => one.owned_at - other.owned_at)) {
    if (!firsts.has(claim.folded_name)) firsts.set(claim.folded_name, claim);
  }
  return [...firsts.values()];
}
