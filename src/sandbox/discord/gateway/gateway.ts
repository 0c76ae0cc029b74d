import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';

import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer, type WebSocket } from 'ws';

import { endsSession } from './close-codes.ts';
import { serveConnection, type ClientFrame } from './connection.ts';
import { Session, type Shard } from './session.ts';

export const GATEWAY_PATH = '/gateway';

/** A frame that was sent or received, its token masked. `at` in ms since the epoch. */
export type GatewayFrame = { direction: 'sent' | 'received'; frame: object; at: number };

type GatewayEvents = {
  frame: [GatewayFrame];
  ready: [Session];
  resumed: [Session];
  disconnected: [session: Session, code: number];
};

/** The contents of READY and GUILD_CREATE, read at each identify. */
type GatewayContent = {
  ready: () => Record<string, unknown>;
  guilds: () => { id: string; create: () => unknown }[];
};

type GatewayOptions = {
  token: string;
  url: () => string;
  content: GatewayContent;
  now: () => number;
  heartbeatIntervalMs: number;
};

/** `guildId` picks the shard; `intent` is the one that a session needs for the event. */
type DispatchScope = { guildId: string; intent?: number };

const ABNORMAL_CLOSURE = 1006;

/** A gateway v10 (JSON, no compression) that can fail in the ways of a real one. */
export class Gateway extends EventEmitter<GatewayEvents> {
  /** False leaves heartbeats unanswered, as a dead connection does. */
  acknowledgesHeartbeats = true;
  /** False turns every new socket away, as an outage does. */
  acceptsConnections = true;
  readonly #options: GatewayOptions;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #sessions = new Map<string, Session>();
  #refusals: number[] = [];

  constructor(options: GatewayOptions) {
    super();
    this.#options = options;
    this.#server.on('connection', (socket) => {
      this.#serve(socket);
    });
  }

  attach(http: Server): void {
    http.on('upgrade', (request, socket, head) => {
      const isGateway = request.url?.split('?')[0] === GATEWAY_PATH;
      if (!isGateway || !this.acceptsConnections) socket.destroy();
      else {
        this.#server.handleUpgrade(request, socket, head, (client) => {
          this.#server.emit('connection', client, request);
        });
      }
    });
  }

  get connected(): Session[] {
    return [...this.#sessions.values()].filter(({ socket }) => socket !== undefined);
  }

  /**
   * Sends an event to every connected session of the guild's shard, as Discord does while two sessions share a shard.
   * Without a connected session, the newest one that can be resumed keeps the event. Without any session, the event is
   * lost.
   */
  dispatch(event: string, data: unknown, scope: DispatchScope): void {
    const able = [...this.#sessions.values()].filter((session) => session.receives(scope.guildId, scope.intent ?? 0));
    const connected = able.filter(({ socket }) => socket !== undefined);
    for (const session of connected.length > 0 ? connected : able.slice(-1)) this.#deliver(session, event, data);
  }

  /** Sends an event to every connected session. Its data may be malformed. */
  dispatchToAll(event: string, data: unknown): void {
    for (const session of this.connected) this.#deliver(session, event, data);
  }

  /** Sends text unchanged to every connected session. It may be no JSON. */
  sendRaw(text: string): void {
    for (const { socket } of this.connected) socket?.send(text);
  }

  /** Sends the last dispatch of an event again with its old sequence number, as can happen after a resume. */
  replayLast(event: string): void {
    for (const session of this.connected) {
      const dispatch = session.last(event);
      if (session.socket && dispatch) this.#send(session.socket, dispatch);
    }
  }

  /** Closes the next sockets with this code when they identify. */
  refuseNextIdentify(code: number, times = 1): void {
    this.#refusals.push(...Array.from({ length: times }, () => code));
  }

  /** Cuts every socket without a close frame; the sessions can be resumed. */
  drop(): void {
    for (const session of this.connected) {
      const { socket } = session;
      this.#disconnected(session, ABNORMAL_CLOSURE);
      socket?.terminate();
    }
  }

  /** Closes every socket with a code, which decides whether the sessions can be resumed. */
  closeWith(code: number): void {
    for (const session of this.connected) {
      const { socket } = session;
      this.#disconnected(session, code);
      socket?.close(code);
    }
  }

  /** Asks every client to reconnect and resume (opcode 7). */
  requestReconnect(): void {
    for (const { socket } of this.connected) if (socket) this.#send(socket, { op: GatewayOpcodes.Reconnect, d: null });
  }

  /** Declares every connected session invalid (opcode 9). */
  invalidateSessions({ resumable = false } = {}): void {
    for (const session of this.connected) {
      if (!resumable) this.#sessions.delete(session.id);
      if (session.socket) this.#send(session.socket, { op: GatewayOpcodes.InvalidSession, d: resumable });
    }
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
    this.#sessions.clear();
  }

  #serve(socket: WebSocket): void {
    serveConnection(socket, {
      heartbeatIntervalMs: this.#options.heartbeatIntervalMs,
      acknowledgesHeartbeats: () => this.acknowledgesHeartbeats,
      send: (to, frame) => {
        this.#send(to, frame);
      },
      received: (frame) => {
        this.#note('received', withoutToken(frame));
      },
      identify: (...identity) => this.#identify(...identity),
      resume: (...claim) => this.#resume(...claim),
      left: (session, code) => {
        this.#disconnected(session, code);
      },
    });
  }

  #identify(socket: WebSocket, token: string, intents: number, shard: Shard): Session | undefined {
    const refusal = token === this.#options.token ? this.#refusals.shift() : GatewayCloseCodes.AuthenticationFailed;
    if (refusal !== undefined) {
      socket.close(refusal);
      return undefined;
    }
    const session = new Session(shard, intents);
    session.socket = socket;
    this.#sessions.set(session.id, session);
    const guilds = this.#options.content.guilds().filter(({ id }) => session.receives(id, 0));
    this.#deliver(session, 'READY', {
      v: 10,
      ...this.#options.content.ready(),
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: this.#options.url(),
      session_type: 'normal',
      shard,
    });
    for (const { id, create } of guilds) {
      if (session.receives(id, GatewayIntentBits.Guilds)) this.#deliver(session, 'GUILD_CREATE', create());
    }
    this.emit('ready', session);
    return session;
  }

  #resume(socket: WebSocket, token: string, sessionId: string, sequence: number): Session | undefined {
    if (token !== this.#options.token) {
      socket.close(GatewayCloseCodes.AuthenticationFailed);
      return undefined;
    }
    const session = this.#sessions.get(sessionId);
    const missed = session?.missedSince(sequence);
    if (session === undefined || missed === undefined) {
      this.#send(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return undefined;
    }
    session.socket = socket;
    for (const dispatch of missed) this.#send(socket, dispatch);
    this.#deliver(session, 'RESUMED', { _trace: [] });
    this.emit('resumed', session);
    return session;
  }

  #deliver(session: Session, event: string, data: unknown): void {
    const dispatch = session.record(event, data);
    if (session.socket) this.#send(session.socket, dispatch);
  }

  #disconnected(session: Session, code: number): void {
    session.socket = undefined;
    if (endsSession(code)) this.#sessions.delete(session.id);
    this.emit('disconnected', session, code);
  }

  #send(socket: WebSocket, frame: object): void {
    socket.send(JSON.stringify(frame));
    this.#note('sent', frame);
  }

  #note(direction: GatewayFrame['direction'], frame: object): void {
    this.emit('frame', { direction, frame, at: this.#options.now() });
  }
}

function withoutToken(frame: ClientFrame): ClientFrame {
  const { d } = frame;
  return typeof d === 'object' && d !== null && 'token' in d ? { ...frame, d: { ...d, token: '[token]' } } : frame;
}
