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
  await db
    .deleteFrom('claims')
    .where('state', '!=', 'open')
    .where('id', 'in', db.selectFrom('claim_requests').select('claim_id').where('user_id', 'is', null))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('claim_requests')
            .select('claim_requests.id')
            .whereRef('claim_requests.claim_id', '=', 'claims.id')
            .where('user_id', 'is not', null),
        ),
      ),
    )
    .where('id', 'not in', db.selectFrom('reward_deliveries').select('claim_id').where('state', '=', 'due'))
    .where((eb) =>
      eb.or([
        eb('verdict', '=', 'pending'),
        eb.not(
          eb.exists(
            eb
              .selectFrom('posts')
              .select('posts.id')
              .whereRef('posts.claim_id', '=', 'claims.id')
              .where('posted_at', 'is', null),
          ),
        ),
      ]),
    )
    .execute();
}

/**
 * Deletes the claims that were closed long ago, with their requests, attempts and posts. Parked claims stay: what became
 * of them is not known. A part at a time, so that others have their turn in between.
 *
 * @param closedFor - in ms
 */
export async function deleteOldClaims(store: Store, closedFor: number): Promise<void> {
  for (let more = true; more;) more = await store.write((db) => deleteSomeOldClaims(db, store, closedFor));
}

/** @returns whether there may be more */
async function deleteSomeOldClaims(db: Queries, store: Store, closedFor: number): Promise<boolean> {
  const old = await db
    .selectFrom('claims')
    .select('id')
    .where('state', '=', 'closed')
    .where('closed_at', '<', store.before(closedFor))
    .orderBy('closed_at')
    .limit(VALUES_AT_ONCE)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await db.deleteFrom('claim_attempts').where('claim_id', 'in', ids).execute();
  await db.deleteFrom('claims').where('id', 'in', ids).execute();
  return old.length === VALUES_AT_ONCE;
}

/**
 * Deletes everything stored about a guild, including requests from it that joined claims of other guilds. Its claims
 * are deleted in batches, because all of them can take longer than the statement timeout; its own row goes last, so
 * that an interrupted run is resumed.
 */
export async function forgetGuild(store: Store, guildId: string): Promise<void> {
  for (let more = true; more;) more = await store.write((db) => deleteSomeClaims(db, guildId));
  await store.write(async (db) => {
    for (const table of [
      'claim_attempts',
      'claim_requests',
      'credentials_used',
      'goal_days',
      'goals',
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
      'voter_roles',
    ] as const) {
      await db.deleteFrom(table).where('guild_id', '=', guildId).execute();
    }
    await db.deleteFrom('guilds').where('id', '=', guildId).execute();
  });
}

/** @returns whether there may be more */
async function deleteSomeClaims(db: Queries, guildId: string): Promise<boolean> {
  const some = db.selectFrom('claims').select('id').where('guild_id', '=', guildId).limit(CLAIMS_AT_ONCE);
  const { numDeletedRows } = await db.deleteFrom('claims').where('id', 'in', some).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(CLAIMS_AT_ONCE);
}
