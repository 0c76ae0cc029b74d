import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Every table, in the order of `schema.ts`, each with its indexes.
 *
 * @param serial - what the database calls an id that it counts itself
 */
export const firstRelease = (serial: 'integer' | 'bigserial'): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements(serial)) await sql.raw(statement).execute(db);
  },
});

function statements(serial: 'integer' | 'bigserial'): string[] {
  // Without "autoincrement", SQLite gives the id of a deleted last row to the next row, and a button that refers to the
  // old row would act on the new one.
  const countedKey = serial === 'integer' ? 'integer primary key autoincrement' : 'bigserial primary key';

  return [
    `create table claims (
      id text primary key,
      reference text not null,
      guild_id text not null,
      credential_id text not null,
      playername text not null,
      folded_name text not null,
      state text not null,
      verdict text,
      verdict_detail text,
      opened_at bigint not null,
      closed_at bigint,
      epoch integer not null,
      lease_until bigint not null,
      retry_at bigint not null,
      resolved_at bigint,
      resolved_by text,
      resolution_note text,
      resolution text
    )`,
    `create unique index claims_open on claims (credential_id, playername) where state = 'open'`,
    `create index claims_lease on claims (lease_until, retry_at) where state = 'open'`,
    `create index claims_closed on claims (closed_at) where state = 'closed'`,
    `create index claims_history on claims (
      guild_id, (case when state = 'parked' and resolved_at is null then 1 else 0 end) desc, opened_at desc, id
    )`,
    `create index claims_parked on claims (opened_at) where state = 'parked' and resolved_at is null`,
    `create index claims_resolved_by on claims (resolved_by) where resolved_by is not null`,

    `create table claim_requests (
      id text primary key,
      claim_id text not null references claims (id) on delete cascade,
      interaction_id text not null unique,
      guild_id text not null,
      user_id text,
      locale text not null,
      application_id text not null,
      sealed_reply_token text,
      created_at bigint not null,
      acknowledged integer not null default 0,
      told text,
      replaced integer not null default 0
    )`,
    `create index claim_requests_claim on claim_requests (claim_id)`,
    `create index claim_requests_person on claim_requests (user_id, guild_id)`,
    `create index claim_requests_guild on claim_requests (guild_id, claim_id)`,
    `create index claim_requests_sealed on claim_requests (created_at) where sealed_reply_token is not null`,

    `create table claim_attempts (
      id text primary key,
      claim_id text references claims (id) on delete set null,
      guild_id text not null,
      credential_id text not null,
      playername text not null,
      folded_name text not null,
      sequence bigint not null,
      started_at bigint not null,
      ended_at bigint,
      outcome text,
      claimed integer,
      status integer,
      retry_at bigint
    )`,
    `create index claim_attempts_claim on claim_attempts (claim_id)`,
    `create index claim_attempts_order on claim_attempts (folded_name, sequence)`,
    `create index claim_attempts_lost on claim_attempts (folded_name) where outcome is null or outcome = 'unknown'`,

    `create table posts (
      number ${countedKey},
      id text not null unique,
      kind text not null,
      guild_id text not null,
      channel text not null,
      claim_id text references claims (id) on delete cascade,
      detail text not null,
      created_at bigint not null,
      held_until bigint not null default 0,
      posted_at bigint
    )`,
    `create index posts_due on posts (guild_id, number) where posted_at is null`,
    `create index posts_claim on posts (claim_id)`,

    `create table credentials_used (
      guild_id text not null,
      credential_id text not null,
      constraint credentials_used_key primary key (guild_id, credential_id)
    )`,

    `create table guilds (
      id text primary key,
      sealed_token text,
      token_last4 text,
      vote_links text,
      panel_channel_id text,
      panel_message_id text,
      panel_text text,
      announcement_channel_id text,
      announcements_on integer not null default 0,
      alert_channel_id text,
      alerts_on integer not null default 0,
      alert_role_id text,
      moderators_channel_id text,
      moderators_on integer not null default 0,
      reminder_hours bigint,
      reminded_at bigint not null default 0,
      role_id text,
      role_hours bigint,
      role_state text not null default 'off',
      role_problem text,
      goal_claims bigint,
      goal_every text,
      goal_on integer not null default 0,
      goal_shown text,
      goal_show_at bigint not null default 0,
      locale text,
      last_seen_at bigint not null
    )`,
    `create index guilds_goal on guilds (goal_show_at) where goal_on = 1`,
    `create index guilds_reminded on guilds (reminded_at, id) where reminder_hours is not null`,

    `create table linked_entities (
      id ${countedKey},
      guild_id text not null,
      entity_id text not null,
      label text not null,
      is_default integer not null,
      linked_by text,
      linked_at bigint not null,
      constraint linked_entities_once unique (guild_id, entity_id)
    )`,
    `create unique index linked_entities_default on linked_entities (guild_id) where is_default = 1`,
    `create index linked_entities_entity on linked_entities (entity_id)`,

    `create table pending_links (
      id ${countedKey},
      guild_id text not null,
      entity_id text not null,
      label text not null,
      requested_by text not null,
      created_at bigint not null
    )`,

    `create table saved_names (
      guild_id text not null,
      user_id text not null,
      playername text not null,
      saved_at bigint not null,
      constraint saved_names_key primary key (guild_id, user_id, playername)
    )`,

    `create table plan_snapshots (
      entity_id text primary key,
      plan text,
      doubtful_plan text,
      warned text,
      revision integer not null default 0,
      asked_at bigint not null default 0
    )`,
    `create index plan_snapshots_asked on plan_snapshots (asked_at)`,

    `create table leases (
      name text primary key,
      holder text not null,
      until bigint not null
    )`,

    `create table reward_hooks (
      id text primary key,
      guild_id text not null,
      number integer not null,
      sealed_address text,
      sealed_secret text,
      sealed_old_secret text,
      old_secret_until bigint,
      credential_id text,
      state text not null default 'on',
      failures integer not null default 0,
      next_at bigint not null default 0,
      held_until bigint not null default 0,
      created_at bigint not null,
      constraint reward_hooks_number unique (guild_id, number)
    )`,

    `create table reward_deliveries (
      id ${countedKey},
      hook_id text references reward_hooks (id) on delete set null,
      hook_number integer not null,
      claim_id text not null references claims (id) on delete cascade,
      guild_id text not null,
      message_id text not null,
      body text not null,
      state text not null,
      tries integer not null default 0,
      due_at bigint not null,
      outcome text,
      created_at bigint not null,
      ended_at bigint,
      constraint reward_deliveries_once unique (claim_id, hook_id)
    )`,
    `create index reward_deliveries_hook on reward_deliveries (hook_id, state, due_at)`,
    `create index reward_deliveries_due on reward_deliveries (created_at) where state = 'due'`,
    `create index reward_deliveries_held on reward_deliveries (created_at) where state = 'held'`,

    `create table voter_role_grants (
      id ${countedKey},
      guild_id text not null,
      role_id text not null,
      user_id text not null,
      until_at bigint not null,
      revision integer not null default 0,
      tries integer not null default 0,
      due_at bigint not null,
      held_until bigint not null default 0,
      claimed_at bigint not null,
      take_begun_at bigint,
      constraint voter_role_grants_once unique (guild_id, role_id, user_id)
    )`,
    `create index voter_role_grants_due on voter_role_grants (due_at)`,
    `create index voter_role_grants_person on voter_role_grants (user_id)`,

    `create table reminders (
      id ${countedKey},
      guild_id text not null,
      user_id text not null,
      state text not null,
      changed_at bigint not null,
      locale text not null,
      claimed_at bigint,
      done_for bigint,
      due_at bigint,
      begun_at bigint,
      tries integer not null default 0,
      held_until bigint not null default 0,
      quiet_from integer,
      quiet_to integer,
      time_zone text,
      constraint reminders_once unique (guild_id, user_id)
    )`,
    `create index reminders_due on reminders (due_at) where due_at is not null`,
    `create index reminders_begun on reminders (begun_at) where begun_at is not null`,
    `create index reminders_guild on reminders (guild_id, due_at) where due_at is not null`,
    `create index reminders_person on reminders (user_id)`,

    `create table owed (
      id ${countedKey},
      guild_id text not null,
      user_id text,
      kind text not null,
      subject text not null,
      detail text not null,
      at bigint not null
    )`,
    `create unique index owed_once on owed (guild_id, coalesce(user_id, ''), kind, subject)`,
    `create index owed_person on owed (user_id) where user_id is not null`,

    `create table goal_days (
      guild_id text not null,
      day bigint not null,
      claims bigint not null,
      constraint goal_days_key primary key (guild_id, day)
    )`,

    `create table panel_posts (
      nonce text primary key,
      guild_id text not null,
      channel_id text not null,
      message_id text,
      is_wanted integer not null,
      begun_at bigint not null,
      tries integer not null default 0,
      held_until bigint not null
    )`,
  ];
}
