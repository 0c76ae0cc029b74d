import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/**
 * The tables, the same on SQLite and Postgres. Times are ms since the epoch on the database's clock, flags are 0 or 1,
 * Discord ids are text, and `sealed_…` columns are encrypted (see `sealer.ts`). Until `held_until`, one process works at
 * a row and no other may; `tries` counts those in a row that failed.
 */
export type Schema = {
  /** One claim of a key; at most one claim per key is open. */
  claims: {
    id: string;
    /** short, for people: announcements, moderators, the log */
    reference: string;
    guild_id: string;
    /** fingerprint of the main service and the credential */
    credential_id: string;
    playername: string;
    /** the player's name for look-ups that ignore case and encoding */
    folded_name: string;
    /** `parked`: closed without a final verdict, for a moderator. Only transitions write it, and the next two. */
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
    /** when a moderator dealt with a parked claim, or decided a doubtful one; it stays after a late grant. Who, and their note */
    resolved_at: ColumnType<number | null, number | null | undefined, never>;
    resolved_by: string | null;
    resolution_note: string | null;
    /** what the moderator found out */
    resolution: 'unstated' | 'claimed' | 'not-claimed' | null;
  };

  /** One person's `/claimvote`. `user_id` is null once the person had their data deleted. */
  claim_requests: {
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
    /** by which process Discord was reached, as far as it is known: one of `ACKNOWLEDGED` in `src/claims/store/rows.ts` */
    acknowledged: Generated<-1 | 0 | 1>;
    /** the last verdict the person was shown */
    told: string | null;
    /** whether its reply shows another request from now on */
    replaced: Generated<number>;
    /**
     * before which no process takes the answer for a direct message; null for none. Whoever takes it puts that off, past
     * the end of their work. A lease in a column of its own would not keep off a process of the version before, which
     * takes by this column alone during a handover.
     */
    direct_at: number | null;
    /** since when Discord may have that message */
    direct_begun_at: number | null;
    /** in whose place a look put it, in the reply of the same person; null for every other one */
    look_after: string | null;
    /** 1 for a moderator's *Check again* of somebody else's claim: it makes them the owner of no name */
    is_recheck: Generated<number>;
  };

  /** One POST. The columns that the doubt rule queries are repeated here, so that an attempt can outlive its claim. */
  claim_attempts: {
    id: string;
    claim_id: string | null;
    guild_id: string;
    credential_id: string;
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

  /** Somebody has the bot keep looking for a vote. It is gone once that is over, or their claim or request is. */
  looks: {
    id: string;
    /** whose claim found no vote, or is under way: each time it is looked, another one */
    request_id: string;
    guild_id: string;
    begun_at: number;
    /** from then on nothing more is sent: the reply can be edited no more */
    ends_at: number;
    due_at: number;
    held_until: Generated<number>;
  };

  /** The credentials that claims were made with. `guild_id` is `operator` where it is the operator's own. */
  credentials_used: {
    guild_id: string;
    credential_id: string;
  };

  /** A post in a channel of a guild. */
  posts: {
    /** ascending in the order in which they were written, in which a guild's are posted */
    number: GeneratedAlways<number>;
    /** also its nonce, which makes Discord post it once, however often we try */
    id: string;
    kind: 'announcement' | 'escalation' | 'delivery' | 'question' | 'name' | 'alert' | 'goal' | 'notice' | 'token';
    guild_id: string;
    /** whose settings decide where it is posted, and whether */
    channel: 'announcements' | 'alerts' | 'moderators';
    /** the claim that it is deleted with */
    claim_id: string | null;
    /** as JSON, by the kind */
    detail: string;
    created_at: number;
    held_until: Generated<number>;
    /** when it was posted, or dropped; null while it is to be posted, or changed */
    posted_at: number | null;
    /** of the message, in the channel of the settings */
    message_id: string | null;
    /** since when the message is to say something else: that the reward has reached every place, or what was decided */
    arrived_at: number | null;
  };

  guilds: {
    id: string;
    sealed_token: string | null;
    token_last4: string | null;
    /** JSON, by `src/guilds/store/guilds.ts`; null for none */
    vote_links: string | null;
    /** the message of the claim panel; both null for none */
    panel_channel_id: string | null;
    panel_message_id: string | null;
    /** the guild's own words on it, kept while there is none; null for the usual ones */
    panel_text: string | null;
    announcement_channel_id: string | null;
    announcements_on: Generated<number>;
    /** 1: each announcement says when its reward has reached every place */
    announcements_arrival: Generated<number>;
    alert_channel_id: string | null;
    alerts_on: Generated<number>;
    alert_role_id: string | null;
    moderators_channel_id: string | null;
    moderators_on: Generated<number>;
    /** 1: its staff hand rewards over by hand, as a manager said since the guild last had a hook */
    rewards_by_hand: Generated<number>;
    /** after how many hours members who want it are reminded to vote again; null while nobody is */
    reminder_hours: number | null;
    /** 1 where they are reminded when the guild's next day begins instead */
    reminder_next_day: Generated<number>;
    /** when a reminder was last taken from its queue; 0 until then */
    reminded_at: Generated<number>;
    /** the voter role, given for so many hours to whoever claims a reward; both null until there is one */
    role_id: string | null;
    role_hours: number | null;
    /** `off`: by a manager, or there is none; `stopped`: by us, because of `role_problem` */
    role_state: Generated<'on' | 'off' | 'stopped'>;
    role_problem: string | null;
    /** how many claims the guild wants to see confirmed in each period; both null until there is a goal */
    goal_claims: number | null;
    goal_every: 'day' | 'week' | 'month' | null;
    goal_on: Generated<number>;
    /**
     * what the claim panel shows of it, only compared as a whole: the first day of the period, how many claims there are,
     * how many there should be. One value has one comparison; three columns would need three, and this one would stay for
     * processes of the version before.
     */
    goal_shown: string | null;
    /** the period in which a goal was last said to be reached, and with how many claims; both null until one was */
    goal_told_in: string | null;
    goal_told_count: number | null;
    /** when the guild's day begins: a full hour of the clocks of a zone */
    day_zone: Generated<string>;
    day_hour: Generated<number>;
    /** the goal on the panel is not edited before */
    goal_show_at: Generated<number>;
    /** 1 where a player's name belongs to the first member who claimed a reward with it */
    names_on: Generated<number>;
    /** when that was last turned off: who came first until then is settled; null until it was */
    names_off_at: number | null;
    locale: string | null;
    /** when a complete list of the bot's guilds last included it */
    last_seen_at: number;
  };

  linked_entities: {
    /** ascending in the order of linking; custom ids refer to it */
    id: GeneratedAlways<number>;
    guild_id: string;
    entity_id: string;
    label: string;
    is_default: number;
    linked_by: string | null;
    linked_at: number;
  };

  /** A requested link that waits for confirmation; the buttons refer to it by id. */
  pending_links: {
    id: GeneratedAlways<number>;
    guild_id: string;
    entity_id: string;
    label: string;
    requested_by: string;
    created_at: number;
  };

  saved_names: {
    guild_id: string;
    user_id: string;
    playername: string;
    saved_at: number;
  };

  /** The one member of a guild who may claim with a name there. Whoever owns it next has another row. */
  owned_names: {
    id: GeneratedAlways<number>;
    guild_id: string;
    /** equal for all spellings (`src/claims/folded-name.ts`) */
    folded_name: string;
    /** as it was spelled when it came to its owner */
    playername: string;
    user_id: string;
    /** from 1 to `MAX_OWNED_NAMES`: no two of a member have the same, so that nobody has more */
    number: number;
    owned_at: number;
  };

  /** A member who says that somebody else's name is theirs, for the moderators. Each asks once about an owner's name. */
  name_questions: {
    id: GeneratedAlways<number>;
    guild_id: string;
    /** the row of `owned_names`, which may be gone */
    name_id: number;
    folded_name: string;
    playername: string;
    /** who asks */
    user_id: string;
    asked_at: number;
    /** `given`: to who asks; `given-elsewhere`: to somebody else. All three are null until a moderator decides */
    outcome: 'given' | 'kept' | 'freed' | 'given-elsewhere' | null;
    decided_at: number | null;
    /** null also once they had their data deleted */
    decided_by: string | null;
  };

  /** What is known of an entity's plan; there is a row for each entity that some guild wants alerts about. */
  plan_snapshots: {
    entity_id: string;
    /** the last answer that was believed, as JSON; null until there is one */
    plan: string | null;
    /** an answer that looks wrong, and is believed only if it comes again, as JSON */
    doubtful_plan: string | null;
    /** the warnings already given, as JSON */
    warned: string | null;
    /** counts the writes; a write based on an older revision is refused */
    revision: Generated<number>;
    /** when the plan was last read; 0 until the first time */
    asked_at: Generated<number>;
  };

  /**
   * Names that somebody has to themselves for a while: work that only one process may do at a time, an interaction that
   * is handled once, a process that has its share of requests. They share a table, as old and new processes find each
   * other's names during a handover only where both look: in another one, an interaction would be handled twice.
   */
  leases: {
    name: string;
    holder: string;
    until: number;
  };

  /** Where the rewards of a guild's claims are sent. */
  reward_hooks: {
    id: string;
    guild_id: string;
    /** from 1, by which people tell the hooks of a guild apart */
    number: number;
    /** what takes the rewards there: a receiver of signed messages, or a game server with NuVotifier */
    kind: Generated<'webhook' | 'votifier'>;
    /** null only once the key that sealed it is lost, as for the next one */
    sealed_address: string | null;
    sealed_secret: string | null;
    /** of a webhook: the secret before, which signs as well until then */
    sealed_old_secret: string | null;
    old_secret_until: number | null;
    /** the only credential of whose claims it is told; null for all */
    credential_id: string | null;
    state: Generated<'on' | 'paused' | 'stopped' | 'gone'>;
    /** tries in a row that failed */
    failures: Generated<number>;
    /** since when it counts as failing; null while it does not */
    failing_since: number | null;
    /** of the last try, or look at the address, that failed */
    last_outcome: string | null;
    /** nothing is sent before */
    next_at: Generated<number>;
    held_until: Generated<number>;
    created_at: number;
  };

  /** A reward that a hook is to be told of, or was. Ascending in the order of the claims. */
  reward_deliveries: {
    id: GeneratedAlways<number>;
    /** null once the hook is gone */
    hook_id: string | null;
    hook_number: number;
    claim_id: string;
    guild_id: string;
    /** the same on every try, and for every hook */
    message_id: string;
    /** as it is sent, byte for byte */
    body: string;
    /** as `DeliveryState` in `src/rewards/hook.ts` */
    state: 'held' | 'due' | 'sending' | 'parked' | 'delivered' | 'dropped';
    /** since it was last due from the start, and those before */
    tries: Generated<number>;
    earlier_tries: Generated<number>;
    due_at: number;
    /** of the last try: the status of the answer, or why there was none */
    outcome: string | null;
    created_at: number;
    /** when it was delivered or dropped */
    ended_at: number | null;
  };

  /** What somebody did by which a reward may be handed out, beside the claim itself. It goes with its claim. */
  reward_decisions: {
    id: GeneratedAlways<number>;
    guild_id: string;
    /** null for a test vote */
    claim_id: string | null;
    hook_number: number;
    /** a message that was sent, or a vote that may have been taken, goes out again; it arrived; a vote for `test_name` */
    kind: 'sent-again' | 'arrived' | 'tested';
    /** null once they had their data deleted */
    user_id: string | null;
    /** the name in a test vote; null for others */
    test_name: string | null;
    at: number;
  };

  /** Who has the voter role, or is to get it, and until when. It is gone once the role is removed. */
  voter_role_grants: {
    id: GeneratedAlways<number>;
    guild_id: string;
    role_id: string;
    user_id: string;
    /** the role is removed from then on */
    until_at: number;
    /** grows when it is prolonged; what was done for an older one does not count */
    revision: Generated<number>;
    tries: Generated<number>;
    /** when Discord is to be asked next: to give it, or to remove it */
    due_at: number;
    held_until: Generated<number>;
    /** when the claim was confirmed that gave or prolonged it last */
    claimed_at: number;
    /** since when Discord may be removing it, until it was given again and that was made sure of */
    take_begun_at: number | null;
  };

  /** A member who wants to be reminded to vote again, or did. */
  reminders: {
    id: GeneratedAlways<number>;
    guild_id: string;
    user_id: string;
    /** `off`: by the member, or by us because they take no messages; only their quiet hours are kept */
    state: 'on' | 'off';
    /** when it was turned on or off */
    changed_at: number;
    locale: string;
    /** when their newest claim here was confirmed */
    claimed_at: number | null;
    /** which of their claims, by its `claimed_at`, there is nothing to send for any more */
    done_for: number | null;
    /** when it is to be looked at next; null when nothing is to be sent */
    due_at: number | null;
    /** since when Discord may have been sent the message that is due */
    begun_at: number | null;
    tries: Generated<number>;
    held_until: Generated<number>;
    /** whole hours of the day, from 0 to 23; both null for none, as is the zone */
    quiet_from: number | null;
    quiet_to: number | null;
    time_zone: string | null;
  };

  /** What somebody is to be told with their next command. It is gone once they were. */
  owed: {
    id: GeneratedAlways<number>;
    guild_id: string;
    /** null for the guild's managers, one of whom is told */
    user_id: string | null;
    kind: string;
    /** what it is about: of a kind and a subject, one is owed */
    subject: string;
    /** what the words of the kind need, as JSON */
    detail: string;
    at: number;
  };

  /** How many claims of a guild with a goal were confirmed on a day. It holds nobody's name. */
  goal_days: {
    guild_id: string;
    /** in UTC, counted from the epoch */
    day: number;
    claims: number;
  };

  /** A message of a panel that is being posted, or is to be deleted. */
  panel_posts: {
    /** makes Discord post it once, however often we try */
    nonce: string;
    guild_id: string;
    channel_id: string;
    /** null while it is being posted */
    message_id: string | null;
    /** 1 for one that becomes the panel, 0 for one to be deleted */
    is_wanted: number;
    /** since when Discord may have been sent it */
    begun_at: number;
    tries: Generated<number>;
    held_until: number;
  };
};

/** A row of a table, as it is read. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;
