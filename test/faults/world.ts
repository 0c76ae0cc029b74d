import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';

import { chunksOf } from '../../src/chunks.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Guild } from '../../src/sandbox/discord/guild.ts';
import { LoopbackDiscord } from '../../src/sandbox/discord/loopback-discord.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { IdentityHost } from '../../src/sandbox/hosts/identity-host.ts';
import { MainHost } from '../../src/sandbox/hosts/main-host.ts';
import { noteArrivals } from './arrivals.ts';
import type { Database } from './databases.ts';
import type { Ask, Listed, Post, PostEvent, Shown, Trouble } from './history.ts';
import { insist, offers } from './insisting.ts';
import type { KillPlan } from './kill-plan.ts';
import { Ledger } from './ledger.ts';
import { Lives } from './lives.ts';
import type { Patch } from './patches.ts';
import { DISCORD, TIMINGS } from './timings.ts';

const ENCRYPTION_KEY = `faults:${Buffer.alloc(32, 7).toString('base64')}`;
const NEW_TOKEN = 'access-token-renewed';
const GAME_SERVER = 'default';
const REFERENCE = /\b[2-9A-HJ-NP-Z]{8}\b/;
const MODERATE_MEMBERS = 1n << 40n;
const PEOPLE_AT_ONCE = 6;
const DOWNLOAD = 'Download CSV';

export type WorldOptions = {
  database: Database;
  processes: number;
  /** whether the main service takes `STEVE` and `Steve` for two players */
  caseSensitive: boolean;
  patches: readonly Patch[];
  plan: KillPlan;
  compileCache: string;
};

/** One request as it was made. `heirs`: the processes that Discord may have given it to. */
export type Asked = { person: Person; playername: string; exchange: Exchange; heirs: Set<object> };

/** A request to Discord or a host, while it is served. */
type Call = { startedAt: number; token: string; decided?: PostEvent['decided']; hadAttemptRow?: boolean };

/**
 * Discord, both hosts, a database and the bot's processes, and a record of all that people saw and hosts did. `change`
 * fires whenever anything happens.
 */
export class World extends EventEmitter<{ change: [] }> {
  readonly discord: LoopbackDiscord;
  readonly main: MainHost;
  readonly lives: Lives;
  readonly ledger: Ledger;
  readonly guilds: readonly Guild[];
  readonly moderators: Person[];
  readonly posts: PostEvent[] = [];
  readonly shown: Shown[] = [];
  readonly channel: Post[] = [];
  readonly troubles: Trouble[] = [];
  readonly asked: Asked[] = [];
  /** as Discord sent it */
  lastInteraction: { payload: unknown; asked: Asked | undefined } | undefined;
  readonly #identity = new IdentityHost();
  readonly #call = new AsyncLocalStorage<Call>();
  readonly #afterwards = new Map<string, (claimed: 0 | 1 | 2) => void>();
  #accessToken: string;

  private constructor(options: WorldOptions, discord: LoopbackDiscord, ledger: Ledger) {
    super();
    this.setMaxListeners(0);
    const { database, processes, caseSensitive, patches, plan, compileCache } = options;
    this.main = new MainHost({ caseSensitive });
    this.#accessToken = this.main.accessToken;
    this.main.tokens.set(NEW_TOKEN, GAME_SERVER);
    this.discord = discord;
    this.guilds = [...discord.guilds.values()];
    this.moderators = this.guilds.map((guild) =>
      this.discord.addPerson({ guild, name: 'Mona', permissions: MODERATE_MEMBERS }),
    );
    this.ledger = ledger;
    this.lives = new Lives({
      shards: processes,
      patches,
      compileCache,
      arm: () => plan.arm(),
      onArmsDone: (arms, point) => {
        plan.done(arms, point);
      },
      environment: () => ({
        DISCORD_TOKEN: this.discord.token,
        DISCORD_API_URL: this.discord.apiUrl,
        AUTH_URL: this.#identity.url,
        BASE_URL: this.main.url,
        APPLICATION_KEY: this.#identity.applicationKey,
        ACCESS_TOKEN: this.#accessToken,
        DATABASE_URL: database.url,
        ENCRYPTION_KEY,
        LOG_LEVEL: process.env.FAULT_LOG_LEVEL ?? 'silent',
      }),
    });
    this.lives.on('change', () => this.emit('change'));
    this.lives.on('ended', () => {
      this.trouble('kill', Date.now(), Date.now() + TIMINGS.parkAfterMs);
    });
    this.discord.on('message', ({ message }) => {
      this.#note(message);
    });
    this.discord.on('gateway', ({ direction, frame }) => {
      const { t, d } = frame as { t?: string; d?: unknown };
      if (direction === 'sent' && t === 'INTERACTION_CREATE') this.lastInteraction = { payload: d, asked: undefined };
    });
    this.#watchPosts();
  }

  static async open(options: WorldOptions): Promise<World> {
    const discord = new LoopbackDiscord({ ...DISCORD, shards: options.processes, guilds: [{}, {}] });
    const ledger = await Ledger.open(options.database, [...discord.guilds.values()]);
    const world = new World(options, discord, ledger);
    for (const { server } of [world.discord, world.main]) {
      noteArrivals(server, (token, serve) => {
        world.#call.run({ startedAt: Date.now(), token }, serve);
      });
    }
    await Promise.all([world.discord.listen(), world.#identity.listen(), world.main.listen()]);
    await world.lives.start();
    return world;
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
  ask(person: Person, playername: string, exchange: Exchange): Asked {
    const heirs = this.lives.servingGuild(person.guild.id);
    const asked: Asked = { person, playername, exchange, heirs: new Set(heirs) };
    this.asked.push(asked);
    if (this.lastInteraction) this.lastInteraction.asked = asked;
    exchange.on('change', () => this.emit('change'));
    return asked;
  }

  /** Whether Discord has somebody to give this person's interactions to. */
  isServed({ guild }: Person): boolean {
    return this.lives.servingGuild(guild.id).some(({ isReady }) => isReady);
  }

  /** Waits for something, but not for ever: whether it came only decides what happens next. */
  async until(isSo: () => boolean, mostMs: number): Promise<void> {
    const signal = AbortSignal.timeout(Math.ceil(mostMs));
    while (!isSo() && !signal.aborted) await once(this, 'change', { signal }).catch(() => undefined);
  }

  /** Waits until no claim is open and nobody is left to be told who can be. */
  async ledgerIsQuiet(): Promise<void> {
    while ((await this.ledger.left()) > 0) await this.changed();
  }

  trouble(kind: string, from: number, until = Date.now()): void {
    this.troubles.push({ kind, from, until });
  }

  changed(): Promise<unknown> {
    return once(this, 'change');
  }

  /** Ends every fault and every clock's error; from now on nobody is killed. */
  calm(): void {
    this.lives.disarm();
    this.main.server.heal();
    this.discord.server.heal();
    for (const life of this.lives.all) {
      life.child.kill('SIGCONT');
      this.lives.command(life, { skewMs: 0 });
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

  /** Everyone who asked uses another command, after which they get late answers. */
  async comeBack(): Promise<void> {
    const people = [...new Set(this.asked.map(({ person }) => person))];
    for (const some of chunksOf(people, PEOPLE_AT_ONCE)) {
      await Promise.all(some.map((person) => insist(() => person.command('privacy', {}, { subcommand: 'delete' }))));
    }
  }

  asks(): Promise<Ask[]> {
    return Promise.all(
      this.asked.map(async ({ person, playername, exchange, heirs }) => ({
        id: exchange.interactionId,
        personId: person.id,
        playername,
        at: exchange.startedAt,
        messageId: exchange.message?.id,
        fate: exchange.failed ? 'not acknowledged' : await this.#fateOf(exchange.interactionId, heirs),
      })),
    );
  }

  async #fateOf(interactionId: string, heirs: Set<object>): Promise<'acknowledged' | 'held' | 'lost'> {
    if (await this.ledger.hasRequest(interactionId)) return 'acknowledged';
    return [...this.lives.all].some((life) => heirs.has(life)) ? 'held' : 'lost';
  }

  /** What moderators find on their lists, as the file says that they can download. */
  async listed(): Promise<Listed[]> {
    const lists = await Promise.all(
      this.moderators.map(async (moderator) => {
        const list = await insist(() => moderator.command('claims', { outcome: 'parked' }));
        if (!offers(list, DOWNLOAD)) return [];
        const { attachments } = await insist(() => moderator.click(list, DOWNLOAD));
        const file = attachments[0] && this.discord.attachments.find(attachments[0].id);
        if (!file) throw new Error('the list of claims came without its file');
        return new TextDecoder().decode(file.bytes).trim().split(/\r?\n/).slice(1);
      }),
    );
    return lists.flat().map((line) => {
      const [, reference = '', playername = ''] = line.split(',');
      return { reference, playername };
    });
  }

  async close(): Promise<void> {
    await this.lives.end();
    await Promise.all([this.discord.close(), this.#identity.close(), this.main.close(), this.ledger.close()]);
  }

  #note(message: Message): void {
    const [embed] = message.embeds;
    if (!embed) return;
    const { title = '', description: text = '' } = embed;
    const reference = REFERENCE.exec(embed.footer?.text ?? '')?.[0];
    const { id: messageId, visibleTo: personId } = message;
    if (personId === null) this.channel.push({ reference, title });
    else if (title !== '') {
      const at = Date.now();
      const sentAt = this.#call.getStore()?.startedAt ?? at;
      this.shown.push({ at, sentAt, messageId, personId, title, text, reference });
    }
    this.emit('change');
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
