import { EventEmitter } from 'node:events';

import { GatewayIntentBits } from 'discord-api-types/v10';

import { LoopbackServer } from '../loopback-server.ts';
import { Application } from './application.ts';
import { Attachments } from './attachments.ts';
import { Commands } from './commands.ts';
import { DirectChannels } from './direct-channel.ts';
import { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { Gateway, GATEWAY_PATH, type GatewayFrame } from './gateway/gateway.ts';
import { Guild, type GuildOptions } from './guild.ts';
import { Interactions } from './interactions.ts';
import { Messages, type MessageEvent } from './messages.ts';
import { Person, type PersonOptions } from './person/person.ts';
import { Responses } from './responses.ts';
import type { RoleChange } from './rest/guild-routes.ts';
import { mountRest, type Rejection } from './rest/rest.ts';
import { Snowflakes } from './snowflakes.ts';

/** Times in ms. `shards`: the recommendation of GET /gateway/bot. */
export type LoopbackDiscordOptions = {
  now?: () => number;
  ackDeadlineMs?: number;
  tokenLifetimeMs?: number;
  nonceLifetimeMs?: number;
  heartbeatIntervalMs?: number;
  token?: string;
  botPublic?: boolean;
  shards?: number;
  guilds?: readonly GuildOptions[];
};

type LoopbackDiscordEvents = {
  message: [MessageEvent];
  gateway: [GatewayFrame];
  exchange: [Exchange];
  rejection: [Rejection];
  role: [RoleChange];
};

const ACK_DEADLINE_MS = 3_000;
const TOKEN_LIFETIME_MS = 900_000;
/** Discord says "the past few minutes". */
const NONCE_LIFETIME_MS = 300_000;
const HEARTBEAT_INTERVAL_MS = 41_250;
/** The largest request. Source: Discord API reference, "Uploading files". */
const UPLOAD_BYTES_MOST = 25 * 1024 * 1024;
/** Guilds are a millisecond apart, so that they spread over shards however fast they are added. */
const FIRST_GUILD_AT = Date.UTC(2020, 0, 1);

/**
 * A Discord on the loopback interface: gateway v10, REST v10 and people. A stock discord.js client logs in with
 * `rest: { api: discord.apiUrl }` and `discord.token`. `server` switches faults of the REST API on, `gateway` those of
 * the gateway. Interactions go through the gateway, or are posted to `application.endpoint`.
 */
export class LoopbackDiscord extends EventEmitter<LoopbackDiscordEvents> {
  readonly server = new LoopbackServer(UPLOAD_BYTES_MOST);
  readonly gateway: Gateway;
  readonly application: Application;
  readonly commands: Commands;
  readonly messages: Messages;
  readonly attachments: Attachments;
  readonly guilds = new Map<string, Guild>();
  readonly direct: DirectChannels;
  /** Every refused body of the application (50035, 50006). */
  readonly rejections: Rejection[] = [];
  readonly #snowflakes: Snowflakes;
  readonly #interactions: Interactions;
  readonly #now: () => number;

  constructor(options: LoopbackDiscordOptions = {}) {
    super();
    const now = options.now ?? Date.now;
    const snowflakes = new Snowflakes(now);
    const times = {
      ackDeadlineMs: options.ackDeadlineMs ?? ACK_DEADLINE_MS,
      tokenLifetimeMs: options.tokenLifetimeMs ?? TOKEN_LIFETIME_MS,
    };
    const application = new Application({
      snowflakes,
      token: options.token,
      botPublic: options.botPublic ?? false,
      endpoint: new Endpoint({ now, deadlineMs: ACK_DEADLINE_MS }),
    });
    const messages = new Messages(snowflakes, now);
    const direct = new DirectChannels({ guilds: this.guilds, snowflakes, messages });
    const attachments = new Attachments(snowflakes, () => this.server.url);
    const gateway = new Gateway({
      token: application.token,
      url: () => this.gatewayUrl,
      now,
      heartbeatIntervalMs: options.heartbeatIntervalMs ?? HEARTBEAT_INTERVAL_MS,
      content: { ready: () => this.#ready(), guilds: () => this.#gatewayGuilds() },
    });
    const interactions = new Interactions({ application, gateway, messages, snowflakes, now, times });
    const responses = new Responses({ application, interactions, messages, attachments, now });
    this.#now = now;
    this.#snowflakes = snowflakes;
    this.#interactions = interactions;
    this.application = application;
    this.commands = new Commands(application.id, snowflakes);
    this.messages = messages;
    this.direct = direct;
    this.attachments = attachments;
    this.gateway = gateway;
    mountRest(this.server.app, {
      application,
      attachments,
      commands: this.commands,
      guilds: this.guilds,
      direct,
      messages,
      responses,
      now,
      nonceLifetimeMs: options.nonceLifetimeMs ?? NONCE_LIFETIME_MS,
      shards: options.shards ?? 1,
      gatewayUrl: () => this.gatewayUrl,
      onRejection: (rejection) => {
        this.rejections.push(rejection);
        this.emit('rejection', rejection);
      },
      onRole: (change) => this.emit('role', change),
    });
    messages.on('message', (event) => this.emit('message', event));
    gateway.on('frame', (frame) => this.emit('gateway', frame));
    interactions.on('exchange', (exchange) => this.emit('exchange', exchange));
    for (const guild of options.guilds ?? []) this.addGuild(guild);
  }

  /** For discord.js's `rest.api`; discord.js appends the version. */
  get apiUrl(): string {
    return `${this.server.url}/api`;
  }

  get gatewayUrl(): string {
    return `${this.server.url.replace('http', 'ws')}${GATEWAY_PATH}`;
  }

  get token(): string {
    return this.application.token;
  }

  get applicationId(): string {
    return this.application.id;
  }

  /** The user who owns the application; `addPerson` with this id lets the owner act. */
  get ownerId(): string {
    return this.application.owner.id;
  }

  /** @param port - 0 takes any free port */
  async listen(port = 0): Promise<void> {
    await this.server.listen(port);
    this.gateway.attach(this.server.http);
  }

  async close(): Promise<void> {
    this.#interactions.close();
    this.gateway.close();
    await this.server.close();
  }

  addGuild(options: GuildOptions = {}): Guild {
    const id = options.id ?? this.#snowflakes.next(FIRST_GUILD_AT + this.guilds.size);
    const guild = new Guild(id, options, { snowflakes: this.#snowflakes, messages: this.messages });
    this.guilds.set(id, guild);
    this.gateway.dispatch('GUILD_CREATE', guild.toGateway(this.#now()), {
      guildId: id,
      intent: GatewayIntentBits.Guilds,
    });
    return guild;
  }

  addPerson(options: PersonOptions): Person {
    const person = new Person(options.id ?? this.#snowflakes.next(), options, {
      interactions: this.#interactions,
      commands: this.commands,
      messages: this.messages,
      direct: this.direct,
      botUser: this.application.bot,
      now: this.#now,
    });
    options.guild.members.set(person.id, person);
    return person;
  }

  #ready(): Record<string, unknown> {
    const { id, bot } = this.application;
    return {
      user: { ...bot, flags: 0, verified: true, mfa_enabled: false, email: null },
      application: { id, flags: 0 },
      private_channels: [],
      relationships: [],
      presences: [],
      user_settings: {},
      _trace: [],
    };
  }

  #gatewayGuilds(): { id: string; create: () => unknown }[] {
    return [...this.guilds.values()].map((guild) => ({ id: guild.id, create: () => guild.toGateway(this.#now()) }));
  }
}
