import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';

import { requireOwnSite } from './own-site.ts';

/**
 * A failure between the bot and a host. `lost-answer` and `garbage` happen after the request took effect, the others
 * before. `off`: nothing listens, so that connections are refused; it strikes no request, and lasts until it is healed.
 */
export type Fault =
  | { kind: 'latency'; ms: number }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'off' }
  | { kind: 'lost-answer' }
  | { kind: 'garbage' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string };

/** `times`: how many requests it strikes, all by default. `path`, `body`: it strikes only requests that match. */
type FaultScope = { times?: number; path?: RegExp; body?: RegExp };

/** A fault that is switched on; `times`: how many more requests it strikes, undefined for all. */
type ArmedFault = { fault: Fault; times: number | undefined };

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

/** The outcome of a request before its answer leaves. */
type Handled = { response: Response | undefined; fault: Fault | undefined };

const WIRE_RECORDS_KEPT = 5_000;
/** UTF-16 units of the bodies in all records together. */
const WIRE_TEXT_KEPT = 32 * 1024 * 1024;
/** More than any request needs, except an upload to Discord. */
const BODY_BYTES_MOST = 256 * 1024;
const TEXT_MEDIA_TYPE = /^(?:text\/|application\/json)/;
const LOOPBACK = '127.0.0.1';
/** How long to wait for the port, which a connection of somebody else may have taken. */
const LISTENS_AGAIN_AFTER_MS = 50;

/** An HTTP server on 127.0.0.1 whose routes are a Hono app. It has faults by switch, and a record of every request. */
export class LoopbackServer extends EventEmitter<{ request: [WireRecord]; faults: [] }> {
  readonly app = new Hono<LoopbackEnv>();
  readonly http: Server;
  readonly requests: WireRecord[] = [];
  /** Off by default, because it copies each answer. */
  recordsResponses = false;
  #faults: { fault: Fault; scope: FaultScope }[] = [];

  #textKept = 0;
  readonly #bodyBytesMost: number;
  #host = '';
  #isClosed = false;

  /** @param bodyBytesMost - a longer body is refused before the request takes effect, and is not recorded */
  constructor(bodyBytesMost = BODY_BYTES_MOST) {
    super();
    this.#bodyBytesMost = bodyBytesMost;
    this.app.use(requireOwnSite(() => this.#host));
    this.app.use((context, next) => this.#record(context, (body) => this.#handle(context, body, next)));
    this.http = createAdaptorServer({ fetch: this.app.fetch }) as Server;
  }

  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  get url(): string {
    return `http://${this.#host}`;
  }

  /** @param port - 0 takes any free port */
  async listen(port = 0): Promise<void> {
    this.http.listen(port, LOOPBACK);
    await once(this.http, 'listening');
    this.#host = `${LOOPBACK}:${(this.http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#faults = [];
    this.#isClosed = true;
    if (!this.http.listening) return;
    const closed = once(this.http, 'close');
    this.http.close();
    this.http.closeAllConnections();
    await closed;
  }

  /** Switches a fault on. Faults strike in the order they were added, one for each request. */
  inject(fault: Fault, scope: FaultScope = {}): void {
    this.#faults.push({ fault, scope: { ...scope } });
    if (fault.kind === 'off') {
      this.http.close();
      this.http.closeAllConnections();
    }
    this.emit('faults');
  }

  /** Switches every fault off. */
  heal(): void {
    const wasOff = this.#isOff;
    this.#faults = [];
    if (wasOff) this.#listenAgain();
    this.emit('faults');
  }

  /** The faults that are switched on and have strikes left; `faults` fires when they change. */
  get faults(): ArmedFault[] {
    return this.#faults
      .filter(({ scope }) => scope.times !== 0)
      .map(({ fault, scope }) => ({ fault, times: scope.times }));
  }

  get #isOff(): boolean {
    return this.#faults.some(({ fault }) => fault.kind === 'off');
  }

  #listenAgain(): void {
    const retry = (): void => {
      setTimeout(() => {
        if (!this.#isOff && !this.#isClosed) this.#listenAgain();
      }, LISTENS_AGAIN_AFTER_MS).unref();
    };
    this.http.once('error', retry);
    this.http.listen(Number(this.#host.split(':')[1]), LOOPBACK, () => {
      this.http.off('error', retry);
      if (this.#isClosed) this.http.close();
    });
  }

  #nextFault(path: string, body: string): Fault | undefined {
    const armed = this.#faults.find(
      ({ fault, scope }) =>
        fault.kind !== 'off' &&
        scope.times !== 0 &&
        (scope.path?.test(path) ?? true) &&
        (scope.body?.test(body) ?? true),
    );
    if (armed?.scope.times !== undefined) {
      armed.scope.times -= 1;
      this.emit('faults');
    }
    return armed?.fault;
  }

  async #handle(context: LoopbackContext, body: string, next: () => Promise<void>): Promise<Handled> {
    const fault = this.#nextFault(context.req.path, body);
    return { fault, response: await this.#strike(fault, context, next) };
  }

  async #strike(
    fault: Fault | undefined,
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
      case 'off':
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
