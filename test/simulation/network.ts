import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { addAbortSignal, type Duplex, duplexPair } from 'node:stream';

import { type Dispatcher, FormData, Response as FormResponse } from 'undici';

import type { Answer } from '../../src/http/exchange.ts';
import type { LoopbackServer } from '../../src/sandbox/loopback-server.ts';
import { currentMachine, type Machine } from './machine.ts';
import { owners, time } from './time.ts';

/** How long something is on its way, in ms. */
const TRANSIT_MS = { least: 1, more: 25 };

/** What listens at which port. */
let listening = new Map<number, Server>();

/** In the place of `src/http/exchange.ts`. */
export class TooLongError extends Error {}

/** The network of another history. */
export function restartNetwork(): void {
  listening = new Map();
}

const transit = () => TRANSIT_MS.least + time.random.next() * TRANSIT_MS.more;

/** Has a server listen at a port of the simulated network alone. */
export function attach(server: Server, port = 1_024 + listening.size): void {
  let isListening = false;
  server.setMaxListeners(0);
  Object.assign(server, {
    listen(...given: unknown[]) {
      isListening = true;
      listening.set(port, server);
      queueMicrotask(() => {
        const done = given.at(-1);
        if (typeof done === 'function') (done as () => void)();
        server.emit('listening');
      });
      return server;
    },
    close() {
      isListening = false;
      queueMicrotask(() => server.emit('close'));
      return server;
    },
    address: () => ({ port }),
    closeAllConnections: () => server.emit('hang up'),
  });
  Object.defineProperty(server, 'listening', { get: () => isListening });
  listening.set(port, server);
}

/** The same for a server of requests, which are given to its app without a socket. */
export function attachApp({ http, app }: LoopbackServer): void {
  http.removeAllListeners('request');
  http.on('request', (incoming: unknown, outgoing: unknown) => {
    const { url, method, headers, socket } = incoming as Incoming;
    const request = new Request(`http://${headers.host ?? ''}${url}`, { method, headers });
    const handled = Promise.resolve(app.fetch(request, { incoming, outgoing }));
    void handled.then((response) => {
      // Where a fault has cut the connection, the app has something in its place.
      if (!socket.destroyed) socket.answer(response);
    });
  });
  attach(http);
}

type Incoming = { url: string; method: string; headers: Record<string, string>; socket: Wire };

/** What a server sees of a connection. */
class Wire extends EventEmitter<{ close: [] }> {
  destroyed = false;
  answer: (response: Response) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  hangUp(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  resetAndDestroy(): void {
    this.fail(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    this.hangUp();
  }
}

type Call = {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

/** Sends a request from a process to a server, and brings the answer back. */
async function send(
  machine: Machine,
  call: Call,
  { signal, onStart }: { signal: AbortSignal; onStart?: (() => void) | undefined },
): Promise<Response> {
  signal.throwIfAborted();
  const label = labelOf(call);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const wire = new Wire();
  const giveUp = () => {
    time.after(
      transit(),
      () => {
        wire.hangUp();
      },
      null,
    );
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', giveUp);
  const forget = machine.whenDead(() => {
    time.after(
      transit(),
      () => {
        wire.hangUp();
      },
      null,
    );
  });
  void (async () => {
    await machine.cross(`before ${label}`);
    if (signal.aborted) return;
    const server = listening.get(Number(new URL(call.origin).port));
    if (!server?.listening) {
      reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }));
      return;
    }
    onStart?.();
    wire.answer = (response) => {
      server.off('hang up', hangUp);
      time.after(
        transit(),
        () => {
          resolve(response);
        },
        machine,
      );
    };
    wire.fail = (error) => {
      time.after(
        transit(),
        () => {
          reject(error);
        },
        machine,
      );
    };
    const hangUp = () => {
      if (!wire.destroyed) wire.resetAndDestroy();
    };
    server.once('hang up', hangUp);
    wire.once('close', () => server.off('hang up', hangUp));
    time.after(
      transit(),
      () => {
        arrive(server, call, wire);
      },
      null,
    );
  })();
  try {
    const response = await promise;
    await machine.cross(`after ${label}`);
    return response;
  } finally {
    forget();
    signal.removeEventListener('abort', giveUp);
  }
}

function arrive(server: Server, { origin, path, method, headers, body }: Call, wire: Wire): void {
  if (wire.destroyed) return;
  const content = Buffer.from(body ?? '');
  const incoming = {
    url: path,
    method,
    headers: { ...headers, host: new URL(origin).host, 'content-length': String(content.length) },
    socket: wire,
    async *[Symbol.asyncIterator]() {
      if (content.length > 0) yield await Promise.resolve(content);
    },
  };
  const outgoing = new EventEmitter();
  wire.once('close', () => outgoing.emit('close'));
  owners.run(null, () => server.emit('request', incoming, outgoing));
}

/** A call by its method and path, without what is another each time. */
function labelOf({ method, path }: Call): string {
  const [route = ''] = path.split('?');
  return `${method} ${route.replaceAll(/\/\d{15,}/g, '/:id').replaceAll(/\/[\w-]{60,}/g, '/:token')}`;
}

/** In the place of `src/http/exchange.ts`. */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, onStart }: { maxBytes: number; signal: AbortSignal; onStart?: () => void },
): Promise<Answer> {
  const { origin = originOf(dispatcher), path, method, ...content } = request;
  const call = { origin: String(origin), path, method, ...(await encode(content as Content)) };
  const response = await send(currentMachine(), call, { signal, onStart });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

type Content = { headers: Record<string, string>; body?: string | FormData };

/** Files are sent as a form. */
async function encode({ headers, body }: Content): Promise<Pick<Call, 'headers' | 'body'>> {
  if (!(body instanceof FormData)) return { headers, body };
  const form = new FormResponse(body);
  return {
    headers: { ...headers, 'content-type': form.headers.get('content-type') ?? '' },
    body: new Uint8Array(await form.arrayBuffer()),
  };
}

/** A pool knows where it leads. */
function originOf(dispatcher: Dispatcher): string {
  const origins = Object.getOwnPropertySymbols(dispatcher).filter(({ description }) => description === 'url');
  return String((dispatcher as never)[origins[0] as never]);
}

/** In the place of that of `node:net`, for votes. */
export function connect({ port, signal }: { port: number; signal: AbortSignal }): Duplex {
  const machine = currentMachine();
  const [own, other] = duplexPair();
  addAbortSignal(signal, own);
  own.on('error', () => undefined);
  other.on('error', () => undefined);
  own.once('close', () => other.destroy());
  other.once('close', () => own.destroyed || own.push(null));
  machine.whenDead(() => void other.destroy());
  void machine.cross('before vote').then(() => {
    if (own.destroyed) return;
    const server = listening.get(port);
    if (!server?.listening) {
      own.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }));
      return;
    }
    own.emit('connect');
    owners.run(null, () => server.emit('connection', other as never));
  });
  return own;
}
