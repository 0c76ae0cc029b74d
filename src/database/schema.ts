import type { ColumnType, Generated } from 'kysely';

/**
 * The tables, the same on SQLite and Postgres. Times are ms since the epoch on the database's clock, flags are 0 or 1,
 * Discord ids are text, and `sealed_…` columns are encrypted (see `sealer.ts`).
 */
export type Schema = {
  claims: ClaimsTable;
  claim_requests: ClaimRequestsTable;
  claim_attempts: ClaimAttemptsTable;
  announcements: AnnouncementsTable;
  escalations: EscalationsTable;
  credentials_used: CredentialsUsedTable;
  guilds: GuildsTable;
  linked_entities: LinkedEntitiesTable;
  pending_links: PendingLinksTable;
  saved_names: SavedNamesTable;
  plan_snapshots: PlanSnapshotsTable;
  alerts: AlertsTable;
  leases: LeasesTable;
};

/** One claim of a key; at most one claim per key is open. */
export type ClaimsTable = {
  id: string;
  /** short, for people: announcements, moderators, the log */
  reference: string;
  guild_id: string;
  /** fingerprint of the main service and the credential */
  credential_id: string;
  playername: string;
  /** the player's name for look-ups that ignore case and encoding */
  folded_name: Generated<string>;
  /**
   * `parked` is closed without a final verdict, for a moderator to look at. Only transitions write it, and the next
   * two.
   */
  state: ColumnType<'open' | 'closed' | 'parked', 'open' | 'closed' | 'parked', never>;
  verdict: ColumnType<string | null, string | null | undefined, never>;
  /** the verdict's other properties, as JSON */
  verdict_detail: ColumnType<string | null, string | null | undefined, never>;
  opened_at: number;
  closed_at: number | null;
  /** grows by 1 with each takeover; a write with an older epoch is refused */
  epoch: number;
  /** until then no other process may take it over */
  lease_until: number;
  /** when recovery may try it next, unless somebody asks earlier */
  retry_at: number;
  /** when a parked claim was dealt with; by which moderator, and what they noted */
  resolved_at: ColumnType<number | null, number | null | undefined, never>;
  resolved_by: string | null;
  resolution_note: string | null;
  /** what the moderator found out; null also for claims that were resolved before this was asked */
  resolution: 'unstated' | null;
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
  /** null once it is no longer needed */
  sealed_reply_token: string | null;
  created_at: number;
  /** whether Discord acknowledged it to a process that did not hold the claim */
  acknowledged: Generated<number>;
  /** the last verdict the person was shown */
  told: string | null;
  /** whether its reply shows another request from now on */
  replaced: Generated<number>;
};

/** One POST. The columns that the doubt rule queries are repeated here, so that an attempt can outlive its claim. */
export type ClaimAttemptsTable = {
  id: string;
  claim_id: string | null;
  guild_id: string;
  credential_id: string;
  /** as it was sent; empty for attempts of earlier versions whose claim was deleted */
  playername: string;
  folded_name: string;
  /** grows with each attempt for a folded name */
  sequence: number;
  started_at: number;
  ended_at: number | null;
  /** null until the end of the POST is recorded */
  outcome: 'answered' | 'not-sent' | 'rejected' | 'unknown' | null;
  claimed: number | null;
  status: number | null;
  /** when the host said to try again, for a refusal */
  retry_at: number | null;
};

/** The credentials that claims were made with. `guild_id` is `operator` where it is the operator's own. */
export type CredentialsUsedTable = {
  guild_id: string;
  credential_id: string;
};

/** A public thank-you. `nonce` makes Discord post it once, however often we try. */
export type AnnouncementsTable = {
  claim_id: string;
  guild_id: string;
  nonce: string;
  created_at: number;
  /** until then one process is posting it, and no other may */
  held_until: Generated<number>;
  posted_at: number | null;
};

/** A post for whoever has to look at a claim. */
export type EscalationsTable = {
  /** also its nonce, which makes Discord post it once, however often we try */
  id: string;
  claim_id: string;
  /** one whose people asked for the claim */
  guild_id: string;
  /** whose channel it is posted in: the moderators', or that of the announcements */
  channel: 'announcements' | 'alerts' | 'moderators';
  /** the claim's when this was written */
  verdict: 'pending' | 'likely-granted' | 'granted';
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
  /** when they were turned off because their channel was out of reach; null again once a manager knows */
  announcements_stopped_at: number | null;
  alert_channel_id: string | null;
  alerts_on: Generated<number>;
  /** the role that alerts mention */
  alert_role_id: string | null;
  /** as for announcements */
  alerts_stopped_at: number | null;
  moderators_channel_id: string | null;
  moderators_on: Generated<number>;
  /** as for announcements */
  moderators_stopped_at: number | null;
  locale: string | null;
  /** when a complete list of the bot's guilds last included it */
  last_seen_at: number;
};

export type LinkedEntitiesTable = {
  /** ascending in the order of linking; custom ids refer to it */
  id: ColumnType<number, never, never>;
  guild_id: string;
  entity_id: string;
  label: string;
  is_default: number;
  linked_by: string | null;
  linked_at: number;
};

/** A requested link that waits for confirmation; the buttons refer to it by id. */
export type PendingLinksTable = {
  id: ColumnType<number, never, never>;
  /** the guild to link in */
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

/** What is known of an entity's plan; there is a row for each entity that some guild wants alerts about. */
export type PlanSnapshotsTable = {
  entity_id: string;
  /** the last answer that was believed, as JSON; null until there is one */
  plan: string | null;
  /** an answer that looks wrong, and is believed only if it comes again, as JSON */
  doubtful_plan: string | null;
  /** the reminders already given, as JSON */
  reminders: string | null;
  /** counts the writes; a write based on an older revision is refused */
  revision: Generated<number>;
  /** when the plan was last read; 0 until the first time */
  asked_at: Generated<number>;
};

/** A post about a plan in one guild. */
export type AlertsTable = {
  /** also its nonce, which makes Discord post it once, however often we try */
  id: string;
  guild_id: string;
  entity_id: string;
  /** as JSON */
  news: string;
  /** the plan after the news, as JSON */
  plan: string;
  created_at: number;
  /** until then one process is posting it, and no other may */
  held_until: Generated<number>;
  posted_at: number | null;
};

/** Which process does work that only one may do at a time, and until when. */
export type LeasesTable = {
  name: string;
  holder: string;
  until: number;
};
