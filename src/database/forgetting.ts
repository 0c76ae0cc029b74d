import { type RawBuilder, sql } from 'kysely';

import { PERSONAL_COLUMNS } from './personal-columns.ts';
import { type Queries, type Store, VALUES_AT_ONCE } from './store.ts';

/**
 * Removes a person from everything stored. Claims that nobody else asked for are deleted too. Their attempts are kept
 * for a day, without the person, because a lost answer puts later answers in doubt.
 */
export async function forgetPerson(db: Queries, userId: string): Promise<void> {
  for (const { table, column, onDelete } of PERSONAL_COLUMNS) {
    const theirs = sql`where ${sql.ref(column)} = ${userId}`;
    if (onDelete === 'delete-row') await sql`delete from ${sql.table(table)} ${theirs}`.execute(db);
    else {
      const [columns, value] = 'end' in onDelete ? [onDelete.end, sql.ref(onDelete.at)] : [onDelete, sql`null`];
      const cleared = columns.map((name) => sql`${sql.ref(name)} = ${value}`);
      await sql`update ${sql.table(table)} set ${sql.join(cleared)} ${theirs}`.execute(db);
    }
  }
  await deleteAbandonedClaims(db);
}

/**
 * Deletes the claims for which everyone who asked has had their data deleted. An open claim is kept until it is closed,
 * one whose reward is still to be delivered until it is, and one with a post that is due until that is posted, because it
 * tells whoever hands rewards over; of a parked one it does not.
 */
export async function deleteAbandonedClaims(db: Queries): Promise<void> {
  await sql`
    delete from claims where state <> 'open'
      and id in (select claim_id from claim_requests where user_id is null)
      and not exists (select 1 from claim_requests where claim_id = claims.id and user_id is not null)
      and id not in (select claim_id from reward_deliveries where state = 'due')
      and (verdict = 'pending'
        or not exists (select 1 from posts where claim_id = claims.id and posted_at is null))`.execute(db);
}

/**
 * Deletes claims with their requests, attempts and posts, part after part: others have their turn in between, and no
 * statement takes too long.
 *
 * @param which - a condition, and an order if an index is to serve it
 */
export async function deleteClaims(store: Store, which: RawBuilder<unknown>): Promise<void> {
  let deleted: number;
  do {
    deleted = await store.write(async (db) => {
      const some = sql<{ id: string }>`select id from claims where ${which} limit ${sql.lit(VALUES_AT_ONCE)}`;
      const ids = (await some.execute(db)).rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await db.deleteFrom('claim_attempts').where('claim_id', 'in', ids).execute();
      await db.deleteFrom('claims').where('id', 'in', ids).execute();
      return ids.length;
    });
  } while (deleted === VALUES_AT_ONCE);
}

/**
 * Deletes everything stored about a guild, including requests from it that joined claims of other guilds. Its own row
 * goes last, so that an interrupted run is resumed.
 */
export async function forgetGuild(store: Store, guildId: string): Promise<void> {
  await deleteClaims(store, sql`guild_id = ${guildId}`);
  await store.write(async (db) => {
    for (const table of [
      'claim_attempts',
      'claim_requests',
      'credentials_used',
      'goal_days',
      'linked_entities',
      'owed',
      'panel_posts',
      'pending_links',
      'posts',
      'reminders',
      'reward_deliveries',
      'reward_hooks',
      'saved_names',
      'voter_role_grants',
    ] as const) {
      await db.deleteFrom(table).where('guild_id', '=', guildId).execute();
    }
    await db.deleteFrom('guilds').where('id', '=', guildId).execute();
  });
}
