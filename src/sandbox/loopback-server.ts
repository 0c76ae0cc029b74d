import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';

import { FaultSwitches, type ArmedFault, type Fault, type FaultScope } from './fault-switches.ts';
import { LoopbackListener } from './loopback-listener.ts';
import { requireOwnSite } from './own-site.ts';

export type { Fault } from './fault-switches.ts';

/**
 * One request as it crossed the wire. `status` is null when the connection ended without an answer. `responseBody` is
 * null then, too, as well as without {@link LoopbackServer.recordsResponses}, and for any answer but text. `fault`: the
 * fault that struck it. Times in ms since the epoch.
 */
export type WireRecord = {
  method: string;
  path: string;
  requestBody: string;
  status: number | null;
  responseBody: string | null;
  fault: Fault | null;
  startedAt: number;
  endedAt: number;
};

export type LoopbackEnv = { Bindings: HttpBindings };
export type LoopbackContext = Context<LoopbackEnv>;

type HttpFault = Exclude<Fault, { kind: 'off' | 'greeting' }>;
/** The outcome of a request before its answer leaves. */
type Handled = { response: Response | undefined; fault: HttpFault | undefined };

const WIRE_RECORDS_KEPT = 5_000;
/** UTF-16 units of the bodies in all records together. */
const WIRE_TEXT_KEPT = 32 * 1024 * 1024;
/** More than any request needs, except an upload to Discord. */
const BODY_BYTES_MOST = 256 * 1024;
const TEXT_MEDIA_TYPE = /^(?:text\/|application\/json)/;

/** An HTTP server on 127.0.0.1 whose routes are a Hono app. It has faults by switch, and a record of every request. */
export class LoopbackServer extends EventEmitter<{ request: [WireRecord]; faults: [] }> {
  readonly app = new Hono<LoopbackEnv>();
  readonly http: Server;
  readonly requests: WireRecord[] = [];
  /** Off by default, because it copies each answer. */
  recordsResponses = false;
  readonly switches = new FaultSwitches();
  readonly #listener: LoopbackListener;
  readonly #bodyBytesMost: number;
  #textKept = 0;

  /** @param bodyBytesMost - a longer body is refused before the request takes effect, and is not recorded */
  constructor(bodyBytesMost = BODY_BYTES_MOST) {
    super();
    this.#bodyBytesMost = bodyBytesMost;
    this.app.use(requireOwnSite(() => this.#listener.host));
    this.app.use((context, next) => this.#record(context, (body) => this.#handle(context, body, next)));
    this.http = createAdaptorServer({ fetch: this.app.fetch }) as Server;
    this.#listener = new LoopbackListener(this.http, this.switches, () => {
      this.http.closeAllConnections();
    });
    this.switches.on('change', () => this.emit('faults'));
  }

  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  get url(): string {
    return `http://${this.#listener.host}`;
  }

  /** @param port - 0 takes any free port */
  listen(port = 0): Promise<void> {
    return this.#listener.listen(port);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  /** Switches a fault on, as {@link FaultSwitches.inject} does. */
  inject(fault: Fault, scope?: FaultScope): void {
    this.switches.inject(fault, scope);
  }

  /** Switches every fault off. */
  heal(): void {
    this.switches.heal();
  }

  /** The faults that are switched on and have strikes left; `faults` fires when they change. */
  get faults(): ArmedFault[] {
    return this.switches.armed;
  }

  async #handle(context: LoopbackContext, body: string, next: () => Promise<void>): Promise<Handled> {
    const fault = this.switches.next(
      isHttpFault,
      (scope) => (scope.path?.test(context.req.path) ?? true) && (scope.body?.test(body) ?? true),
    );
    return { fault, response: await this.#strike(fault, context, next) };
  }

  async #strike(
    fault: HttpFault | undefined,
    context: LoopbackContext,
    next: () => Promise<void>,
  ): Promise<Response | undefined> {
    switch (fault?.kind) {
      case undefined:
        await next();
        return undefined;
      case 'latency':
        await delay(fault.ms);
        await next();
        return undefined;
      case 'hang':
        await once(context.env.incoming.socket, 'close');
        return RESPONSE_ALREADY_SENT;
      case 'reset':
        return dropConnection(context);
      case 'lost-answer':
        await next();
        context.res = dropConnection(context);
        return undefined;
      case 'garbage':
        await next();
        context.res = new Response('<!doctype html><title>Bad gateway page</title>');
        return undefined;
      case 'status':
        return new Response(fault.body ?? '', { status: fault.status, headers: fault.headers ?? {} });
    }
  }

  async #record(
    context: LoopbackContext,
    handle: (requestBody: string) => Promise<Handled>,
  ): Promise<Response | undefined> {
    const startedAt = Date.now();
    let hungUpAt: number | undefined;
    context.env.outgoing.once('close', () => (hungUpAt = Date.now()));
    const bytes = await readBody(context.env.incoming, this.#bodyBytesMost);
    if (bytes === undefined) return context.text('The body is too long.', 413);
    const requestBody = bytes.toString('utf8');
    // Without this entry, Hono makes a web stream of the body, which takes longer than all the rest.
    Object.assign(context.req.bodyCache, { arrayBuffer: Promise.resolve(new Uint8Array(bytes).buffer) });
    const { response, fault } = await handle(requestBody);
    const answer = context.env.incoming.socket.destroyed ? undefined : (response ?? context.res);
    const record: WireRecord = {
      method: context.req.method,
      path: context.req.path,
      requestBody,
      status: answer?.status ?? null,
      responseBody: answer && this.recordsResponses ? await textOf(answer) : null,
      fault: fault ?? null,
      startedAt,
      endedAt: hungUpAt ?? Date.now(),
    };
    this.#keep(record);
    this.emit('request', record);
    return response;
  }

  #keep(record: WireRecord): void {
    this.requests.push(record);
    this.#textKept += lengthOf(record);
    while (this.requests.length > WIRE_RECORDS_KEPT || this.#textKept > WIRE_TEXT_KEPT) {
      const oldest = this.requests.shift();
      if (!oldest) return;
      this.#textKept -= lengthOf(oldest);
    }
  }
}

function isHttpFault(fault: Fault): fault is HttpFault {
  return fault.kind !== 'off' && fault.kind !== 'greeting';
}

/** @returns undefined for more than `most` bytes, with the rest left unread */
async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function lengthOf({ requestBody, responseBody }: WireRecord): number {
  return requestBody.length + (responseBody?.length ?? 0);
}

async function textOf(response: Response): Promise<string | null> {
  return TEXT_MEDIA_TYPE.test(response.headers.get('content-type') ?? '') ? response.clone().text() : null;
}

function dropConnection(context: LoopbackContext): Response {
  context.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}
