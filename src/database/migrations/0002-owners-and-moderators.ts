import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Plan alerts and the snapshots they are based on, moderators' notes on parked claims, and leases on posts. */
export const ownersAndModerators = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('claims').addColumn('resolved_at', 'bigint').execute();
    await db.schema.alterTable('claims').addColumn('resolved_by', 'text').execute();
    await db.schema.alterTable('claims').addColumn('resolution_note', 'text').execute();
    await db.schema.alterTable('claims').addColumn('settling_reference', 'text').execute();
    await sql`create index claims_parked on claims (credential_id, playername) where state = 'parked'`.execute(db);
    await sql`create index claims_resolved_by on claims (resolved_by) where resolved_by is not null`.execute(db);
    await db.schema
      .alterTable('claims')
      .addColumn('folded_name', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update claims set folded_name = coalesce(
      (select folded_name from claim_attempts where claim_id = claims.id limit 1), lower(playername))`.execute(db);
    await db.schema.dropIndex('claims_guild').execute();
    await sql`create index claims_history on claims (
      guild_id, (case when state = 'parked' and resolved_at is null then 1 else 0 end) desc, opened_at desc, id
    )`.execute(db);

    await db.schema
      .alterTable('announcements')
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();

    await db.schema.alterTable('guilds').addColumn('alert_channel_id', 'text').execute();
    await db.schema
      .alterTable('guilds')
      .addColumn('alerts_on', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('guilds').addColumn('alerts_stopped_at', 'bigint').execute();

    await db.schema
      .createTable('plan_snapshots')
      .addColumn('entity_id', 'text', (column) => column.primaryKey())
      .addColumn('plan', 'text')
      .addColumn('doubtful_plan', 'text')
      .addColumn('reminders', 'text')
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('asked_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('plan_snapshots_asked').on('plan_snapshots').column('asked_at').execute();
    await db.schema.createIndex('linked_entities_entity').on('linked_entities').column('entity_id').execute();

    await db.schema
      .createTable('alerts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('entity_id', 'text', (column) => column.notNull())
      .addColumn('news', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('posted_at', 'bigint')
      .execute();
    await sql`create index alerts_due on alerts (created_at) where posted_at is null`.execute(db);

    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();

    if (serial === 'integer') await neverReuseIds(db);
  },
});

/**
 * Without `autoincrement`, SQLite gives the id of a deleted last row to the next row, and a button that refers to the old row would act on
 * the new one. SQLite cannot add this to an existing table, so the tables are recreated.
 */
async function neverReuseIds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('linked_entities').renameTo('old_linked_entities').execute();
  await db.schema
    .createTable('linked_entities')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('linked_by', 'text')
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('linked_entities_once', ['guild_id', 'entity_id'])
    .execute();
  await sql`insert into linked_entities select * from old_linked_entities`.execute(db);
  await db.schema.dropTable('old_linked_entities').execute();
  await sql`create unique index linked_entities_default on linked_entities (guild_id) where is_default = 1`.execute(db);
  await db.schema.createIndex('linked_entities_entity').on('linked_entities').column('entity_id').execute();

  await db.schema.alterTable('pending_links').renameTo('old_pending_links').execute();
  await db.schema
    .createTable('pending_links')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into pending_links select * from old_pending_links`.execute(db);
  await db.schema.dropTable('old_pending_links').execute();
}
