import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Claims with their requests and attempts, announcements, guild settings, linked entities, saved names. */
export const claimsAndGuilds = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('claims')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addColumn('playername', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text')
      .addColumn('verdict_detail', 'text')
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('retry_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create unique index claims_open on claims (credential_id, playername) where state = 'open'`.execute(db);
    await sql`create index claims_lease on claims (lease_until, retry_at) where state = 'open'`.execute(db);
    await db.schema.createIndex('claims_guild').on('claims').columns(['guild_id', 'opened_at']).execute();

    await db.schema
      .createTable('claim_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('claim_id', 'text', (column) => column.notNull().references('claims.id').onDelete('cascade'))
      .addColumn('interaction_id', 'text', (column) => column.notNull().unique())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('sealed_reply_token', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('told', 'text')
      .execute();
    await db.schema.createIndex('claim_requests_claim').on('claim_requests').column('claim_id').execute();
    await db.schema
      .createIndex('claim_requests_person')
      .on('claim_requests')
      .columns(['user_id', 'guild_id'])
      .execute();
    await sql`create index claim_requests_sealed on claim_requests (created_at) where sealed_reply_token is not null`.execute(
      db,
    );

    await db.schema
      .createTable('claim_attempts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('claim_id', 'text', (column) => column.references('claims.id').onDelete('set null'))
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addColumn('folded_name', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('claimed', 'integer')
      .addColumn('status', 'integer')
      .addColumn('retry_at', 'bigint')
      .execute();
    await db.schema.createIndex('claim_attempts_claim').on('claim_attempts').column('claim_id').execute();
    await db.schema
      .createIndex('claim_attempts_name')
      .on('claim_attempts')
      .columns(['folded_name', 'started_at'])
      .execute();

    await db.schema
      .createTable('announcements')
      .addColumn('claim_id', 'text', (column) => column.primaryKey().references('claims.id').onDelete('cascade'))
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('posted_at', 'bigint')
      .execute();
    await sql`create index announcements_due on announcements (created_at) where posted_at is null`.execute(db);

    await db.schema
      .createTable('guilds')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed_token', 'text')
      .addColumn('token_last4', 'text')
      .addColumn('vote_url', 'text')
      .addColumn('announcement_channel_id', 'text')
      .addColumn('announcements_on', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('locale', 'text')
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('linked_entities')
      .addColumn('id', serial, (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('entity_id', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull())
      .addColumn('linked_by', 'text')
      .addColumn('linked_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('linked_entities_once', ['guild_id', 'entity_id'])
      .execute();
    await sql`create unique index linked_entities_default on linked_entities (guild_id) where is_default = 1`.execute(
      db,
    );

    await db.schema
      .createTable('pending_links')
      .addColumn('id', serial, (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('entity_id', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('saved_names')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('playername', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('saved_names_key', ['guild_id', 'user_id', 'playername'])
      .execute();
  },
});
