import { sql } from 'kysely';

import { PERSONAL_COLUMNS } from './personal-columns.ts';
import { type Queries, type Store, VALUES_AT_ONCE } from './store.ts';

const CLAIMS_AT_ONCE = 1_000;

/**
 * Removes a person from everything stored. Claims that nobody else asked for are deleted too (see
 * {@link deleteAbandonedClaims}). Their attempts are kept for a day, without the person, because a lost answer puts
 * later answers in doubt.
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
 * Deletes the claims that were closed long ago, with their requests, attempts and posts. Parked claims stay: what became
 * of them is not known.
 *
 * @param closedFor - in ms
 */
export async function deleteOldClaims(store: Store, closedFor: number): Promise<void> {
  await inParts(VALUES_AT_ONCE, store, async (db) => {
    const old = await db
      .selectFrom('claims')
      .select('id')
      .where('state', '=', 'closed')
      .where('closed_at', '<', store.before(closedFor))
      .orderBy('closed_at')
      .limit(VALUES_AT_ONCE)
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await db.deleteFrom('claim_attempts').where('claim_id', 'in', ids).execute();
    await db.deleteFrom('claims').where('id', 'in', ids).execute();
    return old.length;
  });
}

/** Deletes part after part, so that others have their turn in between, until one is smaller than `most`. */
async function inParts(most: number, store: Store, deleteSome: (db: Queries) => Promise<number>): Promise<void> {
  while ((await store.write(deleteSome)) === most);
}

/**
 * Deletes everything stored about a guild, including requests from it that joined claims of other guilds. All its claims
 * at once can take longer than the statement timeout; its own row goes last, so that an interrupted run is resumed.
 */
export async function forgetGuild(store: Store, guildId: string): Promise<void> {
  await inParts(CLAIMS_AT_ONCE, store, async (db) => {
    const some = db.selectFrom('claims').select('id').where('guild_id', '=', guildId).limit(CLAIMS_AT_ONCE);
    return Number((await db.deleteFrom('claims').where('id', 'in', some).executeTakeFirstOrThrow()).numDeletedRows);
  });
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
