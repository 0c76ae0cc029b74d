import type { ColumnType, Generated } from 'kysely';

/**
 * The tables, the same on SQLite and Postgres. Times are ms since the epoch on the database's clock, flags are 0 or 1, ids of
 * Discord are text, and what is `sealed_…` is encrypted (see `sealer.ts`).
 */
export type Schema = {
  claims: ClaimsTable;
  claim_requests: ClaimRequestsTable;
  claim_attempts: ClaimAttemptsTable;
  announcements: AnnouncementsTable;
  guilds: GuildsTable;
  linked_entities: LinkedEntitiesTable;
  pending_links: PendingLinksTable;
  saved_names: SavedNamesTable;
  plan_snapshots: PlanSnapshotsTable;
  alerts: AlertsTable;
  leases: LeasesTable;
};

/** One claim of one key; at most one of a key is open. */
export type ClaimsTable = {
  id: string;
  /** short, for people: announcements, moderators, the log */
  reference: string;
  guild_id: string;
  /** fingerprint of the main service and the credential */
  credential_id: string;
  playername: string;
  /** the player's name as those are found by that differ only in case */
  folded_name: Generated<string>;
  /** `parked` is closed without a final verdict, for a moderator to look at */
  state: 'open' | 'closed' | 'parked';
  verdict: string | null;
  /** what else there is to the verdict, as JSON */
  verdict_detail: string | null;
  opened_at: number;
  closed_at: number | null;
  /** counts the processes that held it; a write with an older one is refused */
  epoch: number;
  /** until then nobody else may take it over */
  lease_until: number;
  /** when recovery is to try it next, unless somebody asks before */
  retry_at: number;
  /** when a parked claim was dealt with; by which moderator, and what they noted */
  resolved_at: number | null;
  resolved_by: string | null;
  resolution_note: string | null;
  /** the reference of the later claim that settled a parked one, without a moderator */
  settling_reference: string | null;
};

/** One person's `/claimvote`. `user_id` is null once the person had their data deleted. */
export type ClaimRequestsTable = {
  id: string;
  claim_id: string;
  interaction_id: string;
  guild_id: string;
  user_id: string | null;
  locale: string;
  application_id: string;
  /** null once it is of no more use */
  sealed_reply_token: string | null;
  created_at: number;
  /** the last verdict the person was shown */
  told: string | null;
};

/** One POST. What the doubt rule asks by stands here again, so that an attempt can outlive its claim. */
export type ClaimAttemptsTable = {
  id: string;
  claim_id: string | null;
  guild_id: string;
  credential_id: string;
  folded_name: string;
  started_at: number;
  ended_at: number | null;
  /** null from before the POST until its end is recorded */
  outcome: 'answered' | 'not-sent' | 'rejected' | 'unknown' | null;
  claimed: number | null;
  status: number | null;
  /** when a refusal said to come back */
  retry_at: number | null;
};

/** A public thank-you that is due. `nonce` makes Discord post it once, however often we try. */
export type AnnouncementsTable = {
  claim_id: string;
  guild_id: string;
  nonce: string;
  created_at: number;
  /** until then one process is posting it, and no other may */
  held_until: Generated<number>;
  posted_at: number | null;
};

export type GuildsTable = {
  id: string;
  sealed_token: string | null;
  token_last4: string | null;
  vote_url: string | null;
  announcement_channel_id: string | null;
  announcements_on: Generated<number>;
  alert_channel_id: string | null;
  alerts_on: Generated<number>;
  /** when alerts were turned off because their channel was out of reach, until a manager was told */
  alerts_stopped_at: number | null;
  locale: string | null;
  /** when a complete list of the bot's guilds last had it */
  last_seen_at: number;
};

export type LinkedEntitiesTable = {
  /** in the order of linking, and what custom ids name */
  id: ColumnType<number, never, never>;
  guild_id: string;
  entity_id: string;
  label: string;
  is_default: number;
  linked_by: string | null;
  linked_at: number;
};

/** A link that was asked for and waits for its confirmation, which names it by id. */
export type PendingLinksTable = {
  id: ColumnType<number, never, never>;
  /** the guild it is for */
  guild_id: string;
  entity_id: string;
  label: string;
  requested_by: string;
  created_at: number;
};

export type SavedNamesTable = {
  guild_id: string;
  user_id: string;
  playername: string;
  saved_at: number;
};

/** What the watcher knows of the plan of an entity; there is a row for each that some guild wants to be alerted about. */
export type PlanSnapshotsTable = {
  entity_id: string;
  /** what the guilds know, as JSON; null until the first answer */
  plan: string | null;
  /** an answer that looks wrong and is believed only when it comes again, as JSON */
  doubtful_plan: string | null;
  /** which reminders were given, as JSON */
  reminders: string | null;
  /** counts the writes; one that read an older one is refused */
  revision: Generated<number>;
  /** 0 until it was asked for the first time */
  asked_at: Generated<number>;
};

/** A post about a plan that is due in one guild. */
export type AlertsTable = {
  /** its nonce too, which makes Discord post it once, however often we try */
  id: string;
  guild_id: string;
  entity_id: string;
  /** as JSON */
  news: string;
  /** the plan after them, as JSON */
  plan: string;
  created_at: number;
  /** until then one process is posting it, and no other may */
  held_until: Generated<number>;
  posted_at: number | null;
};

/** Work that one process at a time does. */
export type LeasesTable = {
  name: string;
  holder: string;
  until: number;
};
