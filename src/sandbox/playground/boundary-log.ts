import { GatewayOpcodes } from 'discord-api-types/v10';
import { z } from 'zod';

import type { GatewayFrame } from '../discord/gateway/gateway.ts';
import type { WireRecord } from '../loopback-server.ts';
import type { Sandbox } from '../sandbox.ts';
import { Masking } from './masking.ts';
import type { HostName, LogEntry } from './protocol.ts';

const ENTRIES_KEPT = 500;
const LONGEST_BODY = 20_000;
const API_ROOT = /^\/api\/v10(?=\/)/;
const HOSTS: readonly HostName[] = ['identity', 'main'];

const dispatchSchema = z.object({ op: z.literal(GatewayOpcodes.Dispatch), t: z.string(), d: z.unknown() });
const interactionSchema = z.object({ id: z.string() });
const OTHER_FRAMES: Partial<Record<number, string>> = {
  [GatewayOpcodes.Hello]: 'HELLO',
  [GatewayOpcodes.Identify]: 'IDENTIFY',
  [GatewayOpcodes.Resume]: 'RESUME',
  [GatewayOpcodes.Reconnect]: 'RECONNECT',
  [GatewayOpcodes.InvalidSession]: 'INVALID_SESSION',
};

/** The newest gateway events and HTTP calls between Discord, the bot and the two hosts, without credentials and heartbeats. */
export class BoundaryLog {
  readonly #entries: LogEntry[] = [];
  readonly #masking: Masking;
  readonly #actionOf: (interactionId: string) => string | undefined;
  readonly #onEntry: (entry: LogEntry) => void;
  #lastId = 0;

  /** Starts to listen. @param parts.actionOf - what a person did, `/plan`, by the id of the interaction */
  constructor(
    sandbox: Sandbox,
    parts: { actionOf: (interactionId: string) => string | undefined; onEntry: (entry: LogEntry) => void },
  ) {
    this.#masking = new Masking(sandbox);
    this.#actionOf = parts.actionOf;
    this.#onEntry = parts.onEntry;
    sandbox.discord.on('gateway', (frame) => {
      this.#noteFrame(frame);
    });
    this.#follow(sandbox.discord.server, 'rest', 'discord');
    for (const host of HOSTS) this.#follow(sandbox[host].server, host, host);
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
    const { method, path, requestBody, responseBody, status, startedAt, endedAt, fault } = record;
    this.#keep({
      boundary,
      from: 'bot',
      to,
      summary: `${method} ${this.#masking.path(path.replace(API_ROOT, ''))}`,
      startedAt,
      outcome: { status, durationMs: endedAt - startedAt, fault },
      request: this.#body(requestBody),
      response: this.#body(responseBody),
    });
  }

  #noteFrame({ direction, frame, at }: GatewayFrame): void {
    const summary = this.#summaryOf(frame);
    if (summary === undefined) return;
    const [from, to] = direction === 'sent' ? (['discord', 'bot'] as const) : (['bot', 'discord'] as const);
    const request = shortened(this.#masking.json(frame));
    this.#keep({ boundary: 'gateway', from, to, summary, startedAt: at, outcome: null, request, response: null });
  }

  #summaryOf(frame: object): string | undefined {
    const dispatch = dispatchSchema.safeParse(frame).data;
    if (dispatch === undefined) return 'op' in frame ? OTHER_FRAMES[Number(frame.op)] : undefined;
    const interaction = dispatch.t === 'INTERACTION_CREATE' ? interactionSchema.safeParse(dispatch.d).data : undefined;
    const action = interaction && this.#actionOf(interaction.id);
    return action === undefined ? dispatch.t : `${dispatch.t} ${action}`;
  }

  #body(text: string | null): string | null {
    return text === null || text === '' ? null : shortened(this.#masking.body(text));
  }

  #keep(entry: Omit<LogEntry, 'id'>): void {
    this.#lastId += 1;
    const numbered = { id: this.#lastId, ...entry };
    this.#entries.push(numbered);
    if (this.#entries.length > ENTRIES_KEPT) this.#entries.shift();
    this.#onEntry(numbered);
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}\n…`;
}
