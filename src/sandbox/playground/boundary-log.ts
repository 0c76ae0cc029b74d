import { GatewayOpcodes, InteractionType } from 'discord-api-types/v10';
import { z } from 'zod';

import type { GatewayFrame } from '../discord/gateway/gateway.ts';
import { interactionIdIn } from '../discord/interactions.ts';
import type { VotifierExchange } from '../hosts/votifier-port.ts';
import type { WireRecord } from '../loopback-server.ts';
import type { Sandbox } from '../sandbox.ts';
import { faultTitle } from './faults.ts';
import { Masking } from './masking.ts';
import type { HostName, LogEntry } from './protocol.ts';

const ENTRIES_KEPT = 500;
const LONGEST_BODY = 20_000;
/** A path that answers an interaction; its token names the interaction. */
const ANSWER_PATH = /^\/api\/v10\/(?:interactions|webhooks)\/\d+\/([^/?]+)/;
const API_ROOT = /^\/api\/v10(?=\/)/;
/** A call that only looks, or registers commands. */
const CAUSED_BY_NOBODY = /^(?:GET |PUT \/applications\/)/;
const HOSTS: readonly HostName[] = ['identity', 'main', 'game'];

const dispatchSchema = z.object({ op: z.literal(GatewayOpcodes.Dispatch), t: z.string(), d: z.unknown() });
const interactionSchema = z.object({ id: z.string(), type: z.number() });
const OTHER_FRAMES: Partial<Record<number, string>> = {
  [GatewayOpcodes.Hello]: 'HELLO',
  [GatewayOpcodes.Identify]: 'IDENTIFY',
  [GatewayOpcodes.Resume]: 'RESUME',
  [GatewayOpcodes.Reconnect]: 'RECONNECT',
  [GatewayOpcodes.InvalidSession]: 'INVALID_SESSION',
};

/** Facts about interactions, by their ids. */
type Interactions = {
  /** The act of the person: `/plan`. */
  actionOf: (interactionId: string) => string | undefined;
  /** The interaction that the bot worked on at a time, in ms since the epoch. */
  openAt: (time: number) => string | undefined;
};

type Noted = Omit<LogEntry, 'id' | 'isBackground'>;

/** The newest gateway events and calls of Discord, the bot and the hosts, without credentials and heartbeats. */
export class BoundaryLog {
  readonly #entries: LogEntry[] = [];
  readonly #masking: Masking;
  readonly #interactions: Interactions;
  readonly #onEntry: (entry: LogEntry) => void;
  #lastId = 0;

  /** Starts to listen. */
  constructor(sandbox: Sandbox, parts: { interactions: Interactions; onEntry: (entry: LogEntry) => void }) {
    this.#masking = new Masking(sandbox);
    this.#interactions = parts.interactions;
    this.#onEntry = parts.onEntry;
    sandbox.discord.on('gateway', (frame) => {
      this.#noteFrame(frame);
    });
    this.#follow(sandbox.discord.server, 'rest', 'discord');
    for (const host of HOSTS) this.#follow(sandbox[host].server, host, host);
    sandbox.game.votifier.on('exchange', (exchange) => {
      this.#noteExchange(exchange, { boundary: 'game', to: 'game', summary: 'VOTIFIER 2' });
    });
  }

  /** Oldest first. */
  get entries(): readonly LogEntry[] {
    return [...this.#entries];
  }

  #follow(server: Sandbox['discord']['server'], boundary: LogEntry['boundary'], to: LogEntry['to']): void {
    server.recordsResponses = true;
    server.on('request', (record) => {
      this.#noteCall(record, boundary, to);
    });
  }

  #noteCall(record: WireRecord, boundary: LogEntry['boundary'], to: LogEntry['to']): void {
    const summary = `${record.method} ${this.#masking.path(record.path.replace(API_ROOT, ''))}`;
    this.#noteExchange(record, { boundary, to, summary });
  }

  #noteExchange(exchange: WireRecord | VotifierExchange, call: Pick<LogEntry, 'boundary' | 'to' | 'summary'>): void {
    const { requestBody, responseBody, status, startedAt, endedAt, fault } = exchange;
    this.#keep({
      ...call,
      from: 'bot',
      startedAt,
      interactionId: this.#causeOf(exchange, call.boundary) ?? null,
      outcome: { status, durationMs: endedAt - startedAt, fault: fault && faultTitle(fault) },
      request: this.#body(requestBody),
      response: this.#body(responseBody),
    });
  }

  #noteFrame({ direction, frame, at }: GatewayFrame): void {
    const event = this.#eventIn(frame);
    if (event === undefined) return;
    const [from, to] = direction === 'sent' ? (['discord', 'bot'] as const) : (['bot', 'discord'] as const);
    const request = shortened(this.#masking.json(frame));
    this.#keep({ boundary: 'gateway', from, to, ...event, startedAt: at, outcome: null, request, response: null });
  }

  /** Undefined for frames of no interest, such as heartbeats. */
  #eventIn(frame: object): Pick<LogEntry, 'summary' | 'interactionId'> | undefined {
    const dispatch = dispatchSchema.safeParse(frame).data;
    if (dispatch === undefined) {
      const summary = 'op' in frame ? OTHER_FRAMES[Number(frame.op)] : undefined;
      return summary === undefined ? undefined : { summary, interactionId: null };
    }
    const interaction = dispatch.t === 'INTERACTION_CREATE' ? interactionSchema.safeParse(dispatch.d).data : undefined;
    if (interaction === undefined) return { summary: dispatch.t, interactionId: null };
    const { id, type } = interaction;
    const name = type === (InteractionType.ApplicationCommandAutocomplete as number) ? 'AUTOCOMPLETE' : dispatch.t;
    return { summary: `${name} ${this.#interactions.actionOf(id) ?? ''}`.trimEnd(), interactionId: id };
  }

  /** An answer to Discord names its interaction. A call to a host names none, and belongs to the bot's current one. */
  #causeOf(exchange: WireRecord | VotifierExchange, boundary: LogEntry['boundary']): string | undefined {
    if (boundary !== 'rest' || !('path' in exchange)) return this.#interactions.openAt(exchange.startedAt);
    const [, token] = ANSWER_PATH.exec(exchange.path) ?? [];
    return token === undefined ? undefined : interactionIdIn(token);
  }

  #body(text: string | null): string | null {
    return text === null || text === '' ? null : shortened(this.#masking.body(text));
  }

  #keep(entry: Noted): void {
    this.#lastId += 1;
    const numbered = { id: this.#lastId, ...entry, isBackground: isBackground(entry) };
    this.#entries.push(numbered);
    if (this.#entries.length > ENTRIES_KEPT) this.#entries.shift();
    this.#onEntry(numbered);
  }
}

/**
 * Outside of interactions, the bot by itself connects to the gateway, looks, and registers its commands. Whatever else
 * it writes then, somebody's act has caused: a post, a role, a reward, another try of a claim. So have all faults.
 */
function isBackground({ boundary, summary, interactionId, outcome }: Noted): boolean {
  if (interactionId !== null || (outcome?.fault ?? null) !== null) return false;
  return boundary === 'gateway' || CAUSED_BY_NOBODY.test(summary);
}

function shortened(text: string): string {
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}\n…`;
}
