import { sql } from 'kysely';

import { PERSONAL_COLUMNS } from './personal-columns.ts';
import type { Queries, Store } from './store.ts';

const CLAIMS_AT_ONCE = 1_000;

/**
 * Takes a person out of everything stored. Claims that nobody else asked for go with them, see {@link deleteAbandonedClaims}; what was sent
 * to the main service for those stays for a day, without the person, for the rule that a lost answer puts later ones in doubt.
 */
export async function forgetPerson(db: Queries, userId: string): Promise<void> {
  for (const { table, column, onDelete } of PERSONAL_COLUMNS) {
    const theirs = sql`where ${sql.ref(column)} = ${userId}`;
    if (onDelete === 'delete-row') await sql`delete from ${sql.table(table)} ${theirs}`.execute(db);
    else {
      const cleared = onDelete.map((name) => sql`${sql.ref(name)} = null`);
      await sql`update ${sql.table(table)} set ${sql.join(cleared)} ${theirs}`.execute(db);
    }
  }
  await deleteAbandonedClaims(db);
}

/**
 * Deletes the claims of which everyone who asked for them had their data deleted. One that is open is kept until it is closed, and one
 * whose announcement is due until that is posted: it tells whoever hands the reward over.
 */
export async function deleteAbandonedClaims(db: Queries): Promise<void> {
  await db
    .deleteFrom('claims')
    .where('state', '!=', 'open')
    .where('id', 'in', db.selectFrom('claim_requests').select('claim_id').where('user_id', 'is', null))
    .where((claim) =>
      claim.not(
        claim.exists(
          claim
            .selectFrom('claim_requests')
            .select('claim_requests.id')
            .whereRef('claim_requests.claim_id', '=', 'claims.id')
            .where('user_id', 'is not', null),
        ),
      ),
    )
    .where('id', 'not in', db.selectFrom('announcements').select('claim_id').where('posted_at', 'is', null))
    .execute();
}

/**
 * Deletes everything stored of a guild, with what its members asked for elsewhere in its name. Its claims go a part at a time, because
 * all at once can take longer than a statement may; the guild's own row goes last, so that what is interrupted is found again.
 */
export async function forgetGuild(store: Store, guildId: string): Promise<void> {
  for (let more = true; more;) more = await store.write((db) => deleteSomeClaims(db, guildId));
  await store.write(async (db) => {
    for (const table of [
      'alerts',
      'claim_attempts',
      'claim_requests',
      'linked_entities',
      'pending_links',
      'saved_names',
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
