import { type QueryResult, type RawBuilder, sql } from 'kysely';

import { chunksOf } from '../work/chunks.ts';
import { PERSONAL_COLUMNS, type PersonalColumn } from './personal-columns.ts';
import type { Queries, Store } from './store.ts';

/** To delete a claim with all that refers to it takes half a millisecond where there are millions: others have their turn. */
const CLAIMS_AT_ONCE = 25;
const ROWS_FORGOTTEN_AT_ONCE = 500;

const [REQUESTS, ...FEW] = PERSONAL_COLUMNS;

/**
 * Removes a person from everything stored: if that fails midway they read so, and ask again. Claims that nobody else
 * asked for are deleted too; what is left of them, the next purge deletes. Their attempts are kept for a day, without the
 * person, because a lost answer puts later answers in doubt.
 */
export async function forgetPerson(store: Store, userId: string): Promise<void> {
  const isTheirs = ({ column }: PersonalColumn) => sql`${sql.ref(column)} = ${userId}`;
  // First, so that none goes on meanwhile.
  await store.write(async (db) => {
    const requests = db.selectFrom('claim_requests').select('id').where('user_id', '=', userId);
    await db.deleteFrom('looks').where('request_id', 'in', requests).execute();
  });
  await inParts(store, async (db) => {
    const some = sql`id in (select id from claim_requests where ${isTheirs(REQUESTS)} limit ${sql.lit(ROWS_FORGOTTEN_AT_ONCE)})`;
    return changedBy(await forgetting(REQUESTS, some).execute(db));
  });
  await store.write(async (db) => {
    for (const personal of FEW) await forgetting(personal, isTheirs(personal)).execute(db);
  });
  await deleteAbandonedClaims(store);
}

function forgetting({ table, onDelete }: PersonalColumn, which: RawBuilder<unknown>): RawBuilder<unknown> {
  if (onDelete === 'delete-row') return sql`delete from ${sql.table(table)} where ${which}`;
  const [columns, value] = 'end' in onDelete ? [onDelete.end, sql.ref(onDelete.at)] : [onDelete, sql`null`];
  const cleared = columns.map((name) => sql`${sql.ref(name)} = ${value}`);
  return sql`update ${sql.table(table)} set ${sql.join(cleared)} where ${which}`;
}

/**
 * Deletes the claims for which everyone who asked has had their data deleted. An open claim is kept until it is closed,
 * one whose reward is still to be delivered until it is, and one with a post that is due until that is posted, because it
 * tells whoever hands rewards over; of a parked one it does not.
 */
export async function deleteAbandonedClaims(store: Store): Promise<void> {
  const requests = await store.snapshot((db) =>
    db.selectFrom('claim_requests').select('claim_id').distinct().where('user_id', 'is', null).execute(),
  );
  const areAbandoned = sql`state <> 'open'
    and not exists (select 1 from claim_requests where claim_id = claims.id and user_id is not null)
    and not exists (select 1 from reward_deliveries where claim_id = claims.id and state in ('due', 'sending'))
    and (verdict = 'pending'
      or not exists (select 1 from posts where claim_id = claims.id and posted_at is null))`;
  for (const some of chunksOf(requests, CLAIMS_AT_ONCE)) {
    const ids = sql.join(some.map(({ claim_id }) => claim_id));
    await store.write((db) => deleteSome(db, sql`id in (${ids}) and ${areAbandoned}`, { keepAttempts: true }));
  }
}

/**
 * Deletes claims with their requests, deliveries, decisions and posts.
 *
 * @param which - a condition, and an order if an index is to serve it
 */
export async function deleteClaims(store: Store, which: RawBuilder<unknown>): Promise<void> {
  await inParts(store, (db) => deleteSome(db, which));
}

/** @returns how many */
async function deleteSome(db: Queries, which: RawBuilder<unknown>, { keepAttempts = false } = {}): Promise<number> {
  const some = sql<{ id: string }>`select id from claims where ${which} limit ${sql.lit(CLAIMS_AT_ONCE)}`;
  const ids = (await some.execute(db)).rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  if (!keepAttempts) await db.deleteFrom('claim_attempts').where('claim_id', 'in', ids).execute();
  await db.deleteFrom('claims').where('id', 'in', ids).execute();
  return ids.length;
}

export async function deleteRows(
  store: Store,
  table: 'claim_attempts' | 'claim_requests' | 'owned_names' | 'posts',
  which: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table);
  await inParts(store, async (db) => {
    const some = sql`select id from ${name} where ${which} limit ${sql.lit(ROWS_FORGOTTEN_AT_ONCE)}`;
    return changedBy(await sql`delete from ${name} where id in (${some})`.execute(db));
  });
}

/** Repeats a write until it changes nothing: others have their turn in between. */
async function inParts(store: Store, change: (db: Queries) => Promise<number>): Promise<void> {
  while ((await store.write(change)) > 0);
}

function changedBy({ numAffectedRows }: QueryResult<unknown>): number {
  return Number(numAffectedRows);
}

/**
 * Deletes everything stored about a guild, including requests from it that joined claims of other guilds. Its own row
 * goes last, so that an interrupted run is resumed.
 */
export async function forgetGuild(store: Store, guildId: string): Promise<void> {
  const isIts = sql`guild_id = ${guildId}`;
  // With them go its deliveries; attempts without a claim remain.
  await deleteClaims(store, isIts);
  await deleteRows(store, 'claim_attempts', sql`claim_id is null and ${isIts}`);
  await deleteRows(store, 'claim_requests', isIts);
  await store.write(async (db) => {
    for (const table of [
      'credentials_used',
      'goal_days',
      'linked_entities',
      'name_questions',
      'owed',
      'owned_names',
      'panel_posts',
      'pending_links',
      'posts',
      'reminders',
      'reward_decisions',
      'reward_hooks',
      'saved_names',
      'voter_role_grants',
    ] as const) {
      await db.deleteFrom(table).where('guild_id', '=', guildId).execute();
    }
    await db.deleteFrom('guilds').where('id', '=', guildId).execute();
  });
}
