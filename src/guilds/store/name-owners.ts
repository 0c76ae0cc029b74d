import { type Expression, sql, type SqlBool } from 'kysely';

import { givenIds, type Queries, type Store } from '../../database/store.ts';
import { forgive, owe } from '../../people/store/owed.ts';
import { MAX_OWNED_NAMES, NAME_DECIDED, type NameNews } from '../own-names.ts';

/** What tells the names of a member apart in the table. */
export const NUMBERS = Array.from({ length: MAX_OWNED_NAMES }, (_, index) => index + 1);

/** A name that is to belong to somebody. */
type NewOwner = { guild_id: string; folded_name: string; playername: string; user_id: string };

/** That names have owners in a guild where somebody asked for a claim, a row of `claims`. */
export const hasOwnNames: Expression<SqlBool> = sql`exists (
  select 1 from claim_requests join guilds on guilds.id = claim_requests.guild_id
  where claim_requests.claim_id = claims.id and guilds.names_on = 1
)`;

/** Of a row of `claims`: it has a reward, as its answer says, or a moderator who found out. */
export const isRewarded: Expression<SqlBool> = sql`(
  claims.verdict = 'granted' or (claims.resolution = 'claimed' and claims.verdict <> 'already')
)`;

/** Joins to `claims` and `claim_requests` the owner of the name in the guild of the request, where names have owners. */
export const joinOwner = sql`
  left join guilds as naming on naming.id = claim_requests.guild_id and naming.names_on = 1
  left join owned_names as owner on owner.guild_id = naming.id and owner.folded_name = claims.folded_name`;

/**
 * With {@link joinOwner}: who has what a claim brings a member, the owner or else who asked, but no moderator who checks
 * somebody else's claim again.
 */
export const rewardedMember = sql<string | null>`
  coalesce(owner.user_id, case when claim_requests.is_recheck = 0 then claim_requests.user_id end)`;

/**
 * Gives the names of claims that have a reward to whoever asked first, where they belong to nobody so far, within the
 * transaction that says so. Names are written in one order, so that no two transactions wait for each other.
 */
export async function ownNames(db: Queries, store: Store, claims: readonly { id: string }[]): Promise<void> {
  const ids = claims.map(({ id }) => id);
  const { rows } = await sql<NewOwner>`
    select claim_requests.guild_id, claims.folded_name, claims.playername, claim_requests.user_id
    from ${givenIds(store, ids)}
    join claims on claims.id = given.id
    join claim_requests on claim_requests.claim_id = claims.id
    ${joinOwner}
    where naming.id is not null and owner.id is null and ${isRewarded}
      and claim_requests.user_id is not null and claim_requests.is_recheck = 0
    order by claim_requests.guild_id, claims.folded_name, claim_requests.created_at, claim_requests.id`.execute(db);
  const firsts = Map.groupBy(rows, ({ guild_id, folded_name }) => `${guild_id} ${folded_name}`);
  for (const [first] of firsts.values()) if (first) await ownIfFree(db, store, first);
}

/** Does nothing where the name has an owner by now, or the member has as many as a member can have. */
async function ownIfFree(db: Queries, store: Store, owner: NewOwner): Promise<void> {
  const { now } = store;
  for (const number of NUMBERS) {
    const added = await db
      .insertInto('owned_names')
      .values({ ...owner, number, owned_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) return tellOfOwner(db, store, owner);
  }
}

/** Owes a member news of a name. What was decided last takes the place of what they have not been told. */
export async function tellOfName(
  db: Queries,
  store: Pick<Store, 'now'>,
  { guild_id: guildId, folded_name: subject, user_id: userId }: Omit<NewOwner, 'playername'>,
  news: NameNews,
): Promise<void> {
  await forgive(db, NAME_DECIDED, { guildId, userId, subject });
  await owe(db, store, NAME_DECIDED, { guildId, userId, subject }, news);
}

/** Whoever has yet to be told that a name is free, or not theirs, is told otherwise once it has an owner, who knows. */
export async function tellOfOwner(db: Queries, store: Pick<Store, 'now'>, owner: NewOwner): Promise<void> {
  const { guild_id, folded_name, user_id, playername } = owner;
  await forgive(db, NAME_DECIDED, { guildId: guild_id, userId: user_id, subject: folded_name });
  const untold = await db
    .selectFrom('owed')
    .select(['user_id', 'detail'])
    .where('guild_id', '=', guild_id)
    .where('kind', '=', NAME_DECIDED.name)
    .where('subject', '=', folded_name)
    .execute();
  for (const { user_id: userId, detail } of untold) {
    const isFreed = NAME_DECIDED.detail.parse(JSON.parse(detail)).outcome === 'freed';
    if (isFreed && userId !== null)
      await tellOfName(db, store, { ...owner, user_id: userId }, { playername, outcome: 'given-elsewhere' });
  }
}
