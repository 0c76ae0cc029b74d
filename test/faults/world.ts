import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';

import type { StoredFile } from '../../src/sandbox/discord/attachments.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import { LoopbackDiscord } from '../../src/sandbox/discord/loopback-discord.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { GameServer } from '../../src/sandbox/hosts/game-server.ts';
import { IdentityHost } from '../../src/sandbox/hosts/identity-host.ts';
import { MainHost } from '../../src/sandbox/hosts/main-host.ts';
import type { LoopbackServer } from '../../src/sandbox/loopback-server.ts';
import { chunksOf } from '../../src/work/chunks.ts';
import { SECOND_MS, systemClock } from '../../src/work/clock.ts';
import { Link, type LostAnswer } from '../database/link.ts';
import { noteArrivals } from './arrivals.ts';
import type { Database } from './databases.ts';
import {
  type Ask,
  type Change,
  type Decision,
  type Deletion,
  type Departure,
  type Goal,
  type HandOver,
  type Listed,
  type Post,
  type PostEvent,
  REFERENCE,
  type Reminder,
  type RoleChange,
  type Shown,
  type Trouble,
  type Vote,
  type VoterRole,
  type Wish,
} from './history.ts';
import { insist, offers } from './insisting.ts';
import { type GuildSetup, Ledger } from './ledger.ts';
import type { AnyLives, Life, Places } from './lives.ts';
import type { Random } from './random.ts';
import { ARRIVED, BY_HAND, DELETED } from './rules/words.ts';
import {
  DISCORD,
  GUILD_SETTINGS,
  HEALED_WITHIN_MS,
  REMINDED_AFTER_MS,
  ROLE_HOURS,
  roleLastsMs,
  TIMINGS,
} from './timings.ts';
import type { WayIn } from './ways-in.ts';

const ENCRYPTION_KEY = `faults:${Buffer.alloc(32, 7).toString('base64')}`;
const NEW_TOKEN = 'access-token-renewed';
const GAME_SERVER = 'default';
const MODERATE_MEMBERS = 1n << 40n;
const MANAGE_GUILD = 1n << 5n;
const MANAGE_ROLES = 1n << 28n;
const PEOPLE_AT_ONCE = 6;
/** The share of those who come back although there is nothing to tell them. */
const OTHERS_COME_BACK = 0.25;
const DOWNLOAD = 'Download CSV';
const NO_CLAIMS = 'No claims found';
const GOAL = /\*\*([\d,]+) of [\d,]+\*\* claims through this bot, until <t:(\d+):f>/;
const GOAL_REACHED = /through this bot: \*\*([\d,]+)\*\*.* The count starts over <t:(\d+):f>/;
const CLAIMED_AT = /claimed <t:(\d+):R>/;
const NEXT_REMINDER = /The next one comes <t:(\d+):F>/;
const REMINDERS_ON = 'You get a direct message';
const REMINDERS_OFF = /^You get no (?:more )?reminders|^Nothing that this bot has stored points to you/;
const STOP = 'Stop reminders';
const WISH_LASTS_MS = 2_000;
/** More than an answer to a statement is waited for, twice. */
const CHANGE_LASTS_MS = 6_000;
const VOTE_LINK = 'https://vote.example/';
const DELETE = 'Delete my data';
/** A list, or a goal, is asked for this often, while the bot says that it cannot give one. */
const MAX_LISTS = 40;
const NEXT_LIST_MS = 500;

export type WorldOptions = {
  database: Database;
  processes: number;
  /** how interactions reach the processes */
  wayIn: (discord: LoopbackDiscord, places: number, running: Set<Life>) => WayIn | Promise<WayIn>;
  lives: (places: Places) => AnyLives;
  /** called when nobody listens yet */
  onOpened?: (world: World) => void;
  /** whether the main service takes `STEVE` and `Steve` for two players */
  caseSensitive: boolean;
  /** whether names have owners in the first guild, and in the second one everybody may claim with each */
  ownNames?: boolean | undefined;
  /** as long as Discord remembers a nonce; longer than a world lasts unless said */
  nonceLifetimeMs?: number | undefined;
};

/** One request as it was made. `heirs`: the processes that may have been given it; `looks`: to have a vote looked for */
export type Asked = { person: Person; playername: string; exchange: Exchange; heirs: Set<Life>; looks: boolean };

/** A wish for reminders, or for none, or that everything be forgotten, as it was made. */
type Wished = { person: Person; isOn: boolean; exchange: Exchange };

/** A request to Discord or a host, while it is served. */
type Call = { startedAt: number; token: string; decided?: PostEvent['decided']; hadAttemptRow?: boolean };

/**
 * Discord, both hosts, a game server, a database and the bot's processes, and a record of all that people saw and hosts did. `change`
 * fires whenever anything happens.
 */
export class World extends EventEmitter<{ change: [] }> {
  readonly discord: LoopbackDiscord;
  readonly main: MainHost;
  /** told of the rewards of both guilds */
  readonly game = new GameServer();
  readonly lives: AnyLives;
  readonly ledger: Ledger;
  readonly guilds: readonly Guild[];
  readonly moderators: Person[];
  readonly posts: PostEvent[] = [];
  readonly shown: Shown[] = [];
  readonly channel: Post[] = [];
  readonly reminders: Reminder[] = [];
  readonly roleChanges: RoleChange[] = [];
  readonly troubles: Trouble[] = [];
  readonly asked: Asked[] = [];
  readonly departures: Departure[] = [];
  readonly managers: Person[];
  readonly voterRoles: VoterRole[];
  /** ids of guilds in which names have owners */
  readonly ownNamesIn: readonly string[];
  readonly wayIn: WayIn;
  /** between each process and Postgres; none with SQLite */
  readonly links: readonly Link[];
  readonly #identity = new IdentityHost();
  readonly #call = new AsyncLocalStorage<Call>();
  readonly #afterwards = new Map<string, (claimed: 0 | 1 | 2) => void>();
  readonly #wished: Wished[] = [];
  readonly #deleting: { personId: string; exchange: Exchange }[] = [];
  readonly #changes: Change[] = [];
  readonly #decisions: (Omit<Decision, 'isKept'> & { note: string })[] = [];
  /** who waits for the answer to a change */
  readonly #changing = new Set<Person>();
  readonly #posted = new Map<string, Post>();
  #accessToken: string;

  private constructor(
    options: WorldOptions,
    parts: {
      discord: LoopbackDiscord;
      ledger: Ledger;
      setups: GuildSetup[];
      wayIn: WayIn;
      running: Set<Life>;
      links: Link[];
    },
  ) {
    super();
    this.setMaxListeners(0);
    const { database, processes, caseSensitive } = options;
    const { discord, ledger, setups, wayIn, running, links } = parts;
    this.main = new MainHost({ caseSensitive });
    this.#accessToken = this.main.accessToken;
    this.main.tokens.set(NEW_TOKEN, GAME_SERVER);
    this.discord = discord;
    this.guilds = [...discord.guilds.values()];
    this.moderators = this.guilds.map((guild) =>
      this.discord.addPerson({ guild, name: 'Mona', permissions: MODERATE_MEMBERS }),
    );
    this.managers = this.guilds.map((guild) =>
      this.discord.addPerson({ guild, name: 'Max', permissions: MANAGE_GUILD }),
    );
    this.voterRoles = setups.map(({ guild, roleHours }) => ({
      guildId: guild.id,
      lastsMs: roleLastsMs(roleHours),
      endedAt: undefined,
    }));
    this.ownNamesIn = setups.filter(({ hasOwnNames }) => hasOwnNames).map(({ guild }) => guild.id);
    this.ledger = ledger;
    this.wayIn = wayIn;
    this.links = links;
    this.lives = options.lives({
      running,
      places: processes,
      environment: (place) => ({
        ...wayIn.environment(place),
        DISCORD_TOKEN: this.discord.token,
        DISCORD_API_URL: this.discord.apiUrl,
        AUTH_URL: this.#identity.url,
        BASE_URL: this.main.url,
        APPLICATION_KEY: this.#identity.applicationKey,
        ACCESS_TOKEN: this.#accessToken,
        DATABASE_URL: links[place]?.through(database.url) ?? database.url,
        ENCRYPTION_KEY,
        WEBHOOK_ALLOWED_HOSTS: [new URL(this.game.url).host, this.game.votifier.address].join(','),
        LOG_LEVEL: process.env.FAULT_LOG_LEVEL ?? 'silent',
      }),
    });
    this.lives.on('change', () => this.emit('change'));
    const lost = () => {
      this.trouble('commit', Date.now(), Date.now() + HEALED_WITHIN_MS);
    };
    this.lives.on('lost', lost);
    for (const link of links) link.on('lost', lost);
    this.lives.on('ended', () => {
      this.trouble('kill', Date.now(), Date.now() + TIMINGS.parkAfterMs);
    });
    this.lives.on('stopped', (from, until) => {
      this.trouble('pause', from, until + TIMINGS.leaseMs);
    });
    this.lives.on('starved', (from, until) => {
      this.trouble('starved', from, until);
    });
    this.discord.on('message', ({ kind, message }) => {
      this.#note(message, kind === 'created');
    });
    this.discord.on('role', ({ guildId, userId: personId, isGiven }) => {
      const at = Date.now();
      this.roleChanges.push({ guildId, personId, isGiven, at, sentAt: this.#call.getStore()?.startedAt ?? at });
      this.emit('change');
    });
    this.#watchPosts();
    this.game.server.on('request', () => this.emit('change'));
    this.game.votifier.on('vote', () => this.emit('change'));
  }

  static async open(options: WorldOptions): Promise<World> {
    const nonces = options.nonceLifetimeMs === undefined ? {} : { nonceLifetimeMs: options.nonceLifetimeMs };
    const discord = new LoopbackDiscord({ ...DISCORD, ...nonces, guilds: [{}, {}] });
    const setups = setUp(discord, options.ownNames ?? false);
    const ledger = await Ledger.open(options.database, setups, ENCRYPTION_KEY);
    const running = new Set<Life>();
    const wayIn = await options.wayIn(discord, options.processes, running);
    const links = await linksTo(options);
    const world = new World(options, { discord, ledger, setups, wayIn, running, links });
    options.onOpened?.(world);
    for (const { server } of [world.discord, world.main]) {
      noteArrivals(server, (token, serve) => {
        world.#call.run({ startedAt: Date.now(), token }, serve);
      });
    }
    await Promise.all([world.discord.listen(), world.#identity.listen(), world.main.listen(), world.game.listen()]);
    await ledger.addHooks(world.game);
    await world.lives.start();
    return world;
  }

  /** All servers of the world, besides the port for votes. */
  get servers(): readonly LoopbackServer[] {
    return [this.discord.server, this.main.server, this.game.server, this.#identity.server];
  }

  /** Casts another vote for the player as soon as a POST for this spelling was decided in this way. */
  voteAfter(playername: string, wanted: 0 | 1 | 2): void {
    this.#afterwards.set(playername, (claimed) => {
      if (claimed !== wanted) return;
      this.#afterwards.delete(playername);
      this.main.castVote(playername);
    });
  }

  /** Processes that start from now on use another access token of the same game server. */
  renewToken(): void {
    this.#accessToken = NEW_TOKEN;
  }

  /** Records what somebody asked, and who may have been given it. */
  ask(person: Person, playername: string, exchange: Exchange, { looks = false } = {}): Asked {
    const heirs = this.wayIn.heirs(exchange.interactionId);
    const asked: Asked = { person, playername, exchange, heirs, looks };
    this.asked.push(asked);
    exchange.on('change', () => this.emit('change'));
    return asked;
  }

  /** Asks to be reminded, or to be reminded no more, and waits for an answer, but not for ever. */
  async wish(person: Person, isOn: boolean): Promise<void> {
    const reminder = person.directMessages.at(-1);
    const exchange =
      !isOn && reminder && offers(reminder, STOP)
        ? person.click(reminder, STOP)
        : person.command('remind', { on: isOn });
    this.#wished.push({ person, isOn, exchange });
    exchange.on('change', () => this.emit('change'));
    await this.until(
      () => exchange.failed || exchange.history.some(({ message }) => message.embeds.length > 0),
      WISH_LASTS_MS,
    );
  }

  /** Somebody has what is stored about them deleted, if the bot answers. */
  async forget(person: Person): Promise<void> {
    const asked = await this.read(person.command('privacy', {}, { subcommand: 'delete' }));
    if (!asked || !offers(asked, DELETE)) return;
    const exchange = person.click(asked, DELETE);
    this.#deleting.push({ personId: person.id, exchange });
    this.#wished.push({ person, isOn: false, exchange });
    await this.read(exchange);
  }

  /** Somebody leaves their guild, where Discord takes their role, and comes back after so long. */
  async leave(person: Person, ms: number): Promise<void> {
    const { id: personId, guild, roles } = person;
    const at = Date.now();
    const departure: Departure = { personId, at, until: Infinity };
    guild.members.delete(personId);
    this.departures.push(departure);
    if (roles.size > 0) this.roleChanges.push({ guildId: guild.id, personId, isGiven: false, at, sentAt: at });
    roles.clear();
    await this.until(() => false, ms);
    guild.members.set(personId, person);
    departure.until = Date.now();
  }

  /** Changes a setting of a guild to a value of its own, and waits for an answer, but not for ever. */
  change(manager: Person): Promise<void> {
    const { id } = manager.guild;
    return this.#alone(manager, async () => {
      const what = `Link ${this.#changes.length} of ${id}`;
      const answer = manager.command('settings', { url: VOTE_LINK, label: what }, { subcommand: 'vote-link' });
      await this.#noteChange(manager, answer, { what }, () => this.ledger.hasVoteLink(id, what));
    });
  }

  /** A moderator does something about claims, unless they are at it already. */
  moderate(moderator: Person, work: () => Promise<void>): Promise<void> {
    return this.#alone(moderator, work);
  }

  async #alone(person: Person, work: () => Promise<void>): Promise<void> {
    if (this.#changing.has(person)) return;
    this.#changing.add(person);
    await work().finally(() => this.#changing.delete(person));
  }

  /** Records that a moderator decides on a claim. @returns the note that it is to have */
  decide(claim: Omit<Decision, 'at' | 'isKept'>): string {
    const note = `Note ${this.#decisions.length}`;
    this.#decisions.push({ ...claim, at: Date.now(), note });
    return note;
  }

  /** Records what a moderator reads of a decision with a note. */
  noteDecision(moderator: Person, answer: Exchange, { what, about }: { what: string; about: string }): Promise<void> {
    return this.#noteChange(moderator, answer, { what, about }, () => this.ledger.hasNote(what));
  }

  async #noteChange(
    { id: personId }: Person,
    exchange: Exchange,
    change: Pick<Change, 'what' | 'about'>,
    isKept: () => Promise<boolean>,
  ): Promise<void> {
    const { title = '', description: text = '' } = (await this.read(exchange))?.embeds[0] ?? {};
    const { startedAt: at, interactionId } = exchange;
    const heirs = [...this.wayIn.heirs(interactionId)].map(({ lifetime }) => lifetime.number);
    this.#changes.push({ personId, ...change, at, heirs, title, text, isKept: await isKept() });
  }

  /** The decisions so far. */
  decisions(): Promise<Decision[]> {
    return Promise.all(
      this.#decisions.map(async ({ note, ...decision }) => ({
        ...decision,
        isKept: await this.ledger.isDecided(decision, note),
      })),
    );
  }

  get deletions(): Deletion[] {
    return this.#deleting.map(({ personId, exchange: { startedAt, history } }) => {
      const done = history.find(({ message: { embeds } }) => embeds.some(({ title }) => title === DELETED));
      return { personId, at: startedAt, until: done?.at ?? Infinity };
    });
  }

  /** The changes so far, but of claims that are gone. What was written later than its answer was read is kept all the same. */
  async changes(): Promise<Change[]> {
    const changes = await Promise.all(
      this.#changes.map(async (change) => {
        const { what, about } = change;
        if (about !== undefined && (await this.ledger.playerOf(about)) === undefined) return [];
        const guildId = what.split(' of ')[1];
        const isKept = guildId ? this.ledger.hasVoteLink(guildId, what) : this.ledger.hasNote(what);
        return [{ ...change, isKept: change.isKept || (await isKept) }];
      }),
    );
    return changes.flat();
  }

  /** What somebody reads first, if it does not take too long: as the reply, or beside the message that they clicked on. */
  async read(exchange: Exchange): Promise<Message | undefined> {
    exchange.on('change', () => this.emit('change'));
    const answer = () =>
      [...exchange.history.map(({ message }) => message), ...exchange.followUps].find(
        ({ embeds }) => embeds.length > 0,
      );
    await this.until(() => exchange.failed || answer() !== undefined, CHANGE_LASTS_MS);
    return answer();
  }

  /** The next such COMMIT is lost: one of a process chosen at random, else of every one. */
  loseCommit(loss: LostAnswer, random?: Random): void {
    const some = <T>(all: readonly T[]) => (random && all.length > 0 ? [random.pick(all)] : all);
    for (const link of some(this.links)) link.loseCommit(loss);
    if (this.links.length > 0) return;
    for (const life of some([...this.lives.all])) life.tell({ loseCommit: loss });
  }

  /** No COMMIT that was to be lost is lost any more. */
  spareCommits(): void {
    for (const link of this.links) link.spareCommits();
    this.lives.disarm();
  }

  get wishes(): Wish[] {
    return this.#wished.map(({ person, isOn, exchange }) => {
      const answer = exchange.history.flatMap(({ at, message: { embeds } }) =>
        embeds.flatMap(({ description = '' }) =>
          (isOn ? description.startsWith(REMINDERS_ON) : REMINDERS_OFF.test(description)) ? [{ at, description }] : [],
        ),
      )[0];
      const next = answer && NEXT_REMINDER.exec(answer.description)?.[1];
      return {
        personId: person.id,
        isOn,
        at: exchange.startedAt,
        doneAt: answer?.at,
        follows: next === undefined ? undefined : Number(next) * SECOND_MS - REMINDED_AFTER_MS,
      };
    });
  }

  /** How far each guild is, as its manager reads it. */
  goals(): Promise<Goal[]> {
    return Promise.all(
      this.managers.map(async (manager, at) => {
        const goal = await this.#goalOf(manager);
        return { guildId: manager.guild.id, claims: GUILD_SETTINGS[at]?.goal ?? 0, ...goal };
      }),
    );
  }

  /** It is asked for again when the bot cannot read it. */
  async #goalOf(manager: Person): Promise<{ count: number; until: number }> {
    for (let tries = 0; tries < MAX_LISTS; tries += 1) {
      const { embeds } = await insist(() => manager.command('settings', {}, { subcommand: 'goal' }));
      const [goal] = embeds.flatMap(({ description = '' }) => goalIn(description) ?? []);
      if (goal) return goal;
      await systemClock.sleep(NEXT_LIST_MS);
    }
    throw new Error('the goal of a guild never came');
  }

  /** Managers turn the voter roles off that would last. */
  async endRoles(): Promise<void> {
    for (const [at, role] of this.voterRoles.entries()) {
      if (GUILD_SETTINGS[at]?.roleHours === ROLE_HOURS.short) continue;
      role.endedAt = Date.now();
      await this.ledger.turnRoleOff(role.guildId);
    }
  }

  /** Whether Discord has somebody to give interactions to. */
  isServed(): boolean {
    return this.lives.all.values().some(({ isReady }) => isReady);
  }

  /** Waits for something, but not for ever: whether it came only decides what happens next. */
  async until(isSo: () => boolean, mostMs: number): Promise<void> {
    const signal = systemClock.signal(Math.ceil(mostMs));
    while (!isSo() && !signal.aborted) await once(this, 'change', { signal }).catch(() => undefined);
  }

  /** Waits until no claim is open and nobody is left to be told who can be. */
  async ledgerIsQuiet(): Promise<void> {
    while ((await this.leftOfClaims()) > 0) await this.changed();
  }

  /** How much the bot has left to do about claims. Whoever manages a guild turns a hook on again that was turned off. */
  async leftOfClaims(): Promise<number> {
    await this.ledger.resumeHooks();
    return this.ledger.left();
  }

  /** The same with reminders, and with roles that have to be given, or end soon. */
  async leftToDo(): Promise<number> {
    return (await this.leftOfClaims()) + (await this.ledger.promised());
  }

  get handedOver(): HandOver[] {
    return this.game.handedOver
      .filter((reward) => reward.by === 'webhook')
      .map(({ reference, player, claimedAt }) => ({ reference, playername: player, claimedAt }));
  }

  trouble(kind: string, from: number, until = Date.now()): void {
    this.troubles.push({ kind, from, until });
  }

  /** From now on, and until what it returns is called, so many people ask that not everyone can be served. */
  crowd(): () => void {
    const crowd: Trouble = { kind: 'crowd', from: Date.now(), until: Number.POSITIVE_INFINITY };
    this.troubles.push(crowd);
    return () => {
      crowd.until = Date.now();
    };
  }

  changed(): Promise<unknown> {
    return once(this, 'change');
  }

  /** Ends every fault and every clock's error; from now on nobody is killed. */
  calm(): void {
    this.spareCommits();
    this.main.server.heal();
    this.discord.server.heal();
    this.game.server.heal();
    for (const life of this.lives.all) {
      life.signal('SIGCONT');
      life.tell({ skewMs: 0 });
    }
  }

  /** How many people still wait for an answer, of those who can get one. */
  async unanswered(): Promise<number> {
    const waiting = this.asked.filter(
      ({ exchange: { failed, message, startedAt } }) =>
        !failed && !this.shown.some((state) => state.messageId === message?.id && state.at >= startedAt),
    );
    const fates = await Promise.all(waiting.map(({ exchange, heirs }) => this.#fateOf(exchange.interactionId, heirs)));
    return fates.filter((fate) => fate !== 'lost').length;
  }

  /** Everyone uses another command who may be told something late, after which they get it, and so do some others. */
  async comeBack(random: Random): Promise<void> {
    const unaware = await this.ledger.unaware();
    const asked = new Set(this.asked.map(({ person }) => person));
    const people = [...asked].filter(({ id }) => unaware.has(id) || random.next() < OTHERS_COME_BACK);
    for (const some of chunksOf(people, PEOPLE_AT_ONCE)) {
      await Promise.all(some.map((person) => insist(() => person.command('privacy', {}, { subcommand: 'delete' }))));
    }
  }

  asks(): Promise<Ask[]> {
    return Promise.all(
      this.asked.map(async ({ person, playername, exchange, heirs, looks }) => ({
        id: exchange.interactionId,
        personId: person.id,
        guildId: person.guild.id,
        playername,
        at: exchange.startedAt,
        messageId: exchange.message?.id,
        acknowledgedAfterMs: exchange.acknowledgedAfterMs,
        heirs: [...heirs].map(({ lifetime }) => lifetime.number),
        looks,
        fate: exchange.failed ? 'not acknowledged' : await this.#fateOf(exchange.interactionId, heirs),
      })),
    );
  }

  async #fateOf(interactionId: string, heirs: Set<Life>): Promise<'acknowledged' | 'held' | 'lost'> {
    if (await this.ledger.isOnRecord(interactionId)) return 'acknowledged';
    return heirs.values().some((life) => this.lives.all.has(life)) ? 'held' : 'lost';
  }

  get votes(): Vote[] {
    return this.game.votifier.votes.map(({ username, timestamp }) => ({
      playername: username,
      claimedAt: Number(timestamp),
    }));
  }

  /** What moderators find on their lists, as the file says that they can download. */
  async waiting(): Promise<Record<'listed' | 'undecided' | 'parkedVotes', Listed[]>> {
    const lists = await Promise.all(
      this.moderators.map(async (moderator) => {
        const file = await this.#fileOfParked(moderator);
        if (!file) return [];
        return new TextDecoder().decode(file.bytes).trim().split(/\r?\n/).slice(1);
      }),
    );
    const claims = lists.flat().map((line) => {
      const [, reference = '', playername = '', outcome, reward = ''] = line.split(',');
      return { claim: { reference, playername }, outcome, reward };
    });
    return {
      listed: claims.filter(({ outcome }) => outcome === 'parked').map(({ claim }) => claim),
      undecided: claims.filter(({ outcome }) => outcome === 'likely-granted').map(({ claim }) => claim),
      parkedVotes: claims.filter(({ reward }) => reward.includes('votifier 2 parked')).map(({ claim }) => claim),
    };
  }

  /** Undefined when nothing is parked. The list is asked for again when the bot has forgotten it, or cannot read it. */
  async #fileOfParked(moderator: Person): Promise<StoredFile | undefined> {
    for (let tries = 0; tries < MAX_LISTS; tries += 1) {
      const list = await insist(() => moderator.command('claims', { outcome: 'parked' }));
      if (list.embeds.some(({ title }) => title === NO_CLAIMS)) return undefined;
      const answer = offers(list, DOWNLOAD) ? await insist(() => moderator.click(list, DOWNLOAD)) : list;
      const file = answer.attachments[0] && this.discord.attachments.find(answer.attachments[0].id);
      if (file) return file;
      await systemClock.sleep(NEXT_LIST_MS);
    }
    throw new Error('the list of claims never came with its file');
  }

  async close(): Promise<void> {
    await this.lives.end();
    await Promise.all([
      this.wayIn.close(),
      this.discord.close(),
      this.#identity.close(),
      this.main.close(),
      this.game.close(),
      this.ledger.close(),
      ...this.links.map((link) => link.close()),
    ]);
  }

  #note(message: Message, isNew: boolean): void {
    const [embed] = message.embeds;
    if (!embed) return;
    const { title = '', description: text = '' } = embed;
    const reference = REFERENCE.exec(embed.footer?.text ?? '')?.[0];
    const { id: messageId, channelId, visibleTo: personId } = message;
    const direct = this.discord.direct.find(channelId);
    if (direct) {
      // A moderator's decision has a reference.
      if (isNew && reference === undefined) this.#noteReminder(direct.userId, text);
      else if (isNew) this.#noteShown(message, direct.userId, reference);
    } else if (personId === null) {
      const guildId = this.guilds.find(({ channels }) => channels.has(channelId))?.id ?? '';
      const goal = [text, ...(embed.fields ?? []).map(({ value }) => value)].flatMap((one) => goalIn(one) ?? [])[0];
      const says = { saysArrival: ARRIVED.test(text), saysByHand: text.includes(BY_HAND) };
      const before = this.#posted.get(messageId);
      const post = Object.assign(before ?? {}, { guildId, reference, title, goal, ...says });
      this.#posted.set(messageId, post);
      if (!before) this.channel.push(post);
    } else if (title !== '') {
      this.#noteShown(message, personId, reference);
    }
    this.emit('change');
  }

  #noteShown({ id: messageId, embeds }: Message, personId: string, reference: string | undefined): void {
    const { title = '', description: text = '' } = embeds[0] ?? {};
    const at = Date.now();
    const sentAt = this.#call.getStore()?.startedAt ?? at;
    this.shown.push({ at, sentAt, messageId, personId, title, text, reference });
  }

  #noteReminder(personId: string, text: string): void {
    const claimedAt = Number(CLAIMED_AT.exec(text)?.[1] ?? 0) * SECOND_MS;
    this.reminders.push({ personId, claimedAt, sentAt: this.#call.getStore()?.startedAt ?? Date.now() });
  }

  /** Every POST, and whether there were at least as many attempts on record as POSTs when it was decided. */
  #watchPosts(): void {
    this.main.beforeAnswer = async ({ at, playername, claimed, voteId }) => {
      const call = this.#call.getStore();
      const decided = this.main.claims.filter((claim) => claim.playername === playername).length;
      if (call) call.decided = { at, claimed, voteId };
      this.#afterwards.get(playername)?.(claimed);
      this.emit('change');
      const recorded = await this.ledger.attemptsFor(playername);
      if (call) call.hadAttemptRow = recorded >= decided;
    };
    this.main.server.on('request', ({ requestBody, status, fault, startedAt, endedAt }) => {
      const { playername } = JSON.parse(requestBody) as { playername: string };
      const { decided, hadAttemptRow = true, token = '' } = this.#call.getStore() ?? {};
      const answered = decided !== undefined && status === 200 && fault?.kind !== 'garbage';
      this.posts.push({ playername, token, startedAt, endedAt, hadAttemptRow, decided, answered });
      this.emit('change');
    });
  }
}

/** Gives each guild a role that the bot may give, and the settings of the proof. */
function setUp(discord: LoopbackDiscord, ownNames: boolean): GuildSetup[] {
  return [...discord.guilds.values()].map((guild, at) => {
    guild.appRole.permissions |= MANAGE_ROLES;
    const settings = GUILD_SETTINGS[at];
    if (!settings) throw new Error('there are no settings for a guild');
    return { guild, role: guild.addRole('Voter'), hasOwnNames: ownNames && at === 0, ...settings };
  });
}

/** How many claims of a guild a text says that there are. */
function goalIn(text: string): { count: number; until: number } | undefined {
  const [, count = '', until] = GOAL.exec(text) ?? GOAL_REACHED.exec(text) ?? [];
  return until === undefined ? undefined : { count: Number(count.replaceAll(',', '')), until: Number(until) };
}

/** A link for each process. */
function linksTo({ database: { config }, processes }: WorldOptions): Promise<Link[]> {
  if (config.kind === 'sqlite') return Promise.resolve([]);
  const port = Number(new URL(config.url.reveal()).port);
  return Promise.all(Array.from({ length: processes }, () => Link.to(port)));
}
