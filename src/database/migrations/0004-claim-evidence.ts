import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const ROWS_AT_ONCE = 500;

/** What tells one vote from another: attempts in order and with the name they sent, the credentials of each guild, acknowledgements. */
export const claimEvidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('claim_requests')
      .addColumn('acknowledged', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();

    await db.schema
      .alterTable('claim_attempts')
      .addColumn('playername', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('claim_attempts')
      .addColumn('sequence', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update claim_attempts set playername = coalesce(
      (select playername from claims where claims.id = claim_attempts.claim_id), '')`.execute(db);
    await foldAgain(db, 'claims');
    await foldAgain(db, 'claim_attempts');
    await sql`update claim_attempts set sequence = ordered.place from (
      select id, row_number() over (
        partition by folded_name order by started_at, case when claimed = 1 then 0 else 1 end, id
      ) as place from claim_attempts
    ) as ordered where ordered.id = claim_attempts.id`.execute(db);
    await db.schema.dropIndex('claim_attempts_name').execute();
    await sql`create index claim_attempts_order on claim_attempts (folded_name, sequence)`.execute(db);
    await sql`create index claim_attempts_lost on claim_attempts (folded_name)
      where outcome is null or outcome = 'unknown'`.execute(db);

    // A later claim of the same vote used to take a parked one off the moderators' list. It proves nothing, so they are back on it.
    await sql`update claims set resolved_at = null where settling_reference is not null`.execute(db);
    await db.schema.alterTable('claims').dropColumn('settling_reference').execute();
    await db.schema.dropIndex('claims_parked').execute();

    await db.schema
      .createTable('credentials_used')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('credentials_used_key', ['guild_id', 'credential_id'])
      .execute();
    await sql`insert into credentials_used select distinct claim_requests.guild_id, credential_id
      from claim_requests join claims on claims.id = claim_id`.execute(db);
    // Whose a credential was is not on record: a guild without a token of its own uses the operator's.
    await sql`insert into credentials_used select distinct 'operator', credential_id from credentials_used
      where guild_id not in (select id from guilds where sealed_token is not null)`.execute(db);
  },
};

/** Until now names were folded without normalisation, which SQL cannot do on either database. */
async function foldAgain(db: Kysely<unknown>, table: 'claims' | 'claim_attempts'): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; playername: string; folded_name: string }>`
      select id, playername, folded_name from ${sql.table(table)}
      where id > ${last} and playername <> '' order by id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
    for (const { id, playername, folded_name } of rows) {
      const folded = playername.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
      if (folded === folded_name) continue;
      await sql`update ${sql.table(table)} set folded_name = ${folded} where id = ${id}`.execute(db);
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
