import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Queries, Store } from '../../src/database/store.ts';
import { encryptionKeys } from '../../src/formats.ts';
import { createHookSecret } from '../../src/rewards/message.ts';
import { createHooks, type Hooks } from '../../src/rewards/store/hooks.ts';
import { createVoterRoles } from '../../src/rewards/store/voter-roles.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import type { Role } from '../../src/sandbox/discord/role.ts';
import type { GameServer } from '../../src/sandbox/hosts/game-server.ts';
import { Secret } from '../../src/secret.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { StorageUnavailableError } from '../../src/work/errors.ts';
import type { Database } from './databases.ts';
import type { Decision } from './history.ts';
import type { Patch } from './patches.ts';

/** The bot's database takes its time from the machine's clock and a table, by which the clock can be set. */
export const ADJUSTABLE_CLOCK: readonly Patch[] = [
  [
    'src/database/sqlite.ts',
    "cast(unixepoch('subsec') * 1000 as integer)",
    "(cast(unixepoch('subsec') * 1000 as integer) + (select step_ms from fault_clock))",
  ],
  [
    'src/database/postgres.ts',
    'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
    '(cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + (select step_ms from fault_clock))',
  ],
];

const TRIES = 500;
/** A role that ends within this time is waited for. */
const SOON_MS = 60_000;
/** Longer than any pause between two tries to give a role. */
const MAX_PAUSE_MS = 1_000;

/** What a guild has set up. */
export type GuildSetup = {
  guild: Guild;
  role: Role;
  reminderHours: number;
  roleHours: number;
  goal: number;
  /** whether names have owners */
  hasOwnNames: boolean;
};

/** What the proof sees of the bot's database, and does to it. */
export class Ledger {
  readonly #store: Store;
  readonly #database: Database;
  readonly #hooks: Hooks;
  readonly #guilds: readonly Guild[];

  private constructor(store: Store, database: Database, hooks: Hooks, guilds: readonly Guild[]) {
    this.#store = store;
    this.#database = database;
    this.#hooks = hooks;
    this.#guilds = guilds;
  }

  /**
   * Sets announcements, reminders, a voter role and a goal up in each guild, and where names have owners.
   *
   * @param encryptionKey - that of the bot's processes
   */
  static async open(database: Database, settings: readonly GuildSetup[], encryptionKey: string): Promise<Ledger> {
    const store = await database.open();
    await store.write(async (db) => {
      await sql`create table fault_clock (step_ms bigint not null)`.execute(db);
      await sql`insert into fault_clock values (0)`.execute(db);
      for (const { guild, role, reminderHours, roleHours, goal, hasOwnNames } of settings) {
        const { id, channel } = guild;
        await db
          .insertInto('guilds')
          .values({
            id,
            announcement_channel_id: channel.id,
            announcements_on: 1,
            announcements_arrival: 1,
            moderators_channel_id: channel.id,
            moderators_on: 1,
            reminder_hours: reminderHours,
            role_id: role.id,
            role_hours: roleHours,
            role_state: 'on',
            goal_claims: goal,
            goal_every: 'month',
            goal_on: 1,
            names_on: hasOwnNames ? 1 : 0,
            last_seen_at: store.now,
          })
          .execute();
      }
    });
    const sealer = createSealer(encryptionKeys.parse(encryptionKey));
    const guilds = settings.map(({ guild }) => guild);
    return new Ledger(store, database, createHooks({ store, sealer }), guilds);
  }

  /** Has the rewards of each guild told to a game server, by a webhook with a secret of its own, and by Votifier. */
  async addHooks(game: GameServer): Promise<void> {
    for (const { id } of this.#guilds) {
      const secret = createHookSecret();
      await this.#hooks.add(id, { kind: 'webhook', address: game.address, secret, credentialId: undefined });
      game.accept(secret.reveal());
      const token = new Secret(game.votifier.token.get('default') ?? '');
      const { address } = game.votifier;
      await this.#hooks.add(id, { kind: 'votifier', address, secret: token, credentialId: undefined });
    }
  }

  /** Turns every hook on again that was turned off, as a manager does. */
  async resumeHooks(): Promise<void> {
    for (const { id: guildId } of this.#guilds) {
      const off = (await this.#persist(() => this.#hooks.list(guildId))).filter(({ state }) => state !== 'on');
      for (const { id } of off) await this.#persist(() => this.#hooks.resume(guildId, id));
    }
  }

  /** Whether the vote link of a guild has this label now. */
  async hasVoteLink(guildId: string, label: string): Promise<boolean> {
    const { vote_links: links } = await this.#read((db) =>
      db.selectFrom('guilds').select('vote_links').where('id', '=', guildId).executeTakeFirstOrThrow(),
    );
    return links?.includes(label) === true;
  }

  /** Whether a moderator's note is kept. */
  async hasNote(note: string): Promise<boolean> {
    const found = await this.#read((db) =>
      db.selectFrom('claims').select('id').where('resolution_note', '=', note).executeTakeFirst(),
    );
    return found !== undefined;
  }

  /** For which player a claim is; undefined when none with this reference is on record. */
  async playerOf(reference: string): Promise<string | undefined> {
    const claim = await this.#read((db) =>
      db.selectFrom('claims').select('playername').where('reference', '=', reference).executeTakeFirst(),
    );
    return claim?.playername;
  }

  /** Whether a claim has this decision of a moderator, of whom this is the note. */
  async isDecided({ reference, kind }: Pick<Decision, 'reference' | 'kind'>, note: string): Promise<boolean> {
    const found = await this.#read((db) =>
      db
        .selectFrom('claims')
        .leftJoin('reward_decisions', 'claim_id', 'claims.id')
        .select('claims.id')
        .where('reference', '=', reference)
        .where(sql<boolean>`((resolution = ${kind} and resolution_note = ${note}) or kind = ${kind})`)
        .executeTakeFirst(),
    );
    return found !== undefined;
  }

  /** How many attempts for this spelling are on record, also of claims that are gone. */
  async attemptsFor(playername: string): Promise<number> {
    const { count } = await this.#read((db) =>
      db
        .selectFrom('claim_attempts')
        .where('playername', '=', playername)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    return count;
  }

  async isOnRecord(interactionId: string): Promise<boolean> {
    const found = await this.#read((db) =>
      db.selectFrom('claim_requests').select('id').where('interaction_id', '=', interactionId).executeTakeFirst(),
    );
    return found !== undefined;
  }

  /** How much is left to do: claims that are open, people still to be told, posts to be made, rewards to be delivered. */
  async left(): Promise<number> {
    const { left } = await this.#read((db) =>
      db
        .selectNoFrom([
          sql<number>`(select count(*) from claims where state = 'open')
            + (select count(*) from claim_requests join claims on claims.id = claim_id
               where sealed_reply_token is not null and (told is null or told <> verdict))
            + (select count(*) from posts where posted_at is null)
            + (select count(*) from reward_deliveries where state in ('due', 'sending'))`.as('left'),
        ])
        .executeTakeFirstOrThrow(),
    );
    return left;
  }

  /** How many reminders and answers are still to be sent, and roles to be given, or taken within a minute. */
  async promised(): Promise<number> {
    const { promised } = await this.#read((db) =>
      db
        .selectNoFrom([
          sql<number>`(select count(*) from reminders where due_at is not null)
            + (select count(*) from claim_requests where direct_at is not null)
            + (select count(*) from voter_role_grants
               where due_at <= ${this.#store.now} or until_at <= ${this.#store.after(SOON_MS)})`.as('promised'),
        ])
        .executeTakeFirstOrThrow(),
    );
    return promised;
  }

  /** References of claims of which every place has accepted the reward. */
  async arrived(): Promise<string[]> {
    const claims = await this.#read((db) =>
      db
        .selectFrom('claims')
        .innerJoin('reward_deliveries', 'claim_id', 'claims.id')
        .select('reference')
        .groupBy('reference')
        .having(sql<number>`max(case when reward_deliveries.state = 'delivered' then 0 else 1 end)`, '=', 0)
        .execute(),
    );
    return claims.map(({ reference }) => reference);
  }

  /** How many roles are due to be given, those included whose next try is after a pause. */
  async toBeGiven(): Promise<number> {
    const { count } = await this.#read((db) =>
      db
        .selectFrom('voter_role_grants')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('due_at', '<=', this.#store.after(MAX_PAUSE_MS))
        .where('until_at', '>', this.#store.now)
        .executeTakeFirstOrThrow(),
    );
    return count;
  }

  /** Turns the voter role of a guild off, as a manager does. */
  async turnRoleOff(guildId: string): Promise<void> {
    await this.#persist(() => createVoterRoles(this.#store).set(guildId, undefined));
  }

  /** How many verdicts, and decisions of moderators, people are told only when they use a command again. */
  async late(): Promise<number> {
    const { late } = await this.#read((db) =>
      db
        .selectNoFrom([
          sql<number>`(select count(*) from claim_requests join claims on claims.id = claim_id
            where sealed_reply_token is null and user_id is not null and state <> 'open'
              and told is distinct from (case when resolution is not null and verdict <> 'granted' then 'reviewed' else verdict end)
              and (told is not null or verdict not in ('unavailable', 'postponed')))`.as('late'),
        ])
        .executeTakeFirstOrThrow(),
    );
    return late;
  }

  /** The ids of those who were not told last, by what is on record, how one of their claims stands. */
  async unaware(): Promise<ReadonlySet<string | null>> {
    const found = await this.#read((db) =>
      db
        .selectFrom('claim_requests')
        .innerJoin('claims', 'claims.id', 'claim_id')
        .select('user_id')
        .where(sql<boolean>`told is distinct from (case when resolution is null then verdict else 'reviewed' end)`)
        .execute(),
    );
    return new Set(found.map(({ user_id }) => user_id));
  }

  /** Sets the database's clock back, or forward again. */
  async stepClock(stepMs: number): Promise<void> {
    await this.#persist(() => this.#store.write((db) => sql`update fault_clock set step_ms = ${stepMs}`.execute(db)));
  }

  /** Makes the database fail for `ms`. */
  async fail(ms: number): Promise<void> {
    await this.#database.fail(ms);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #read<T>(query: (db: Queries) => Promise<T>): Promise<T> {
    return this.#persist(() => this.#store.read(query));
  }

  /** Tries however often a disturbance of ours makes it fail. */
  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StorageUnavailableError) || tries === TRIES) throw error;
        await delay(20);
      }
    }
  }
}
