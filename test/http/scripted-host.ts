import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { createHttpClient, type HttpClient } from '../../src/http/client.ts';
import type { HostName } from '../../src/work/errors.ts';
import { listenOnLoopback } from '../loopback.ts';

const DRIP_EVERY_MS = 10;

/** One request that the host read to its end. */
export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** `receive` reads the request to its end, once, and records it. */
export type Exchange = { incoming: IncomingMessage; response: ServerResponse; receive: () => Promise<ReceivedRequest> };

/** What the host does with one request. */
export type Script = (exchange: Exchange) => Promise<void>;

/** An HTTP server on loopback that handles each request as a script says, even in violation of HTTP, until the test ends. */
export class ScriptedHost extends EventEmitter<{ received: [ReceivedRequest]; cut: [] }> {
  /** every request read to its end */
  readonly requests: ReceivedRequest[] = [];
  /** how many connections were ever opened */
  connections = 0;
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  url = '';
  readonly #server = createServer((incoming, response) => void this.#handle(incoming, response));
  #scripts: Script[] = [hang];

  private constructor() {
    super();
    this.setMaxListeners(0);
    this.#server.on('connection', () => (this.connections += 1));
  }

  static async listen(...scripts: Script[]): Promise<ScriptedHost> {
    const host = new ScriptedHost();
    host.follow(...scripts);
    host.url = `http://127.0.0.1:${await listenOnLoopback(host.#server)}`;
    return host;
  }

  /** Each request takes the next script; the last one handles all further requests. */
  follow(...scripts: Script[]): void {
    this.#scripts = scripts.length > 0 ? scripts : [hang];
  }

  /** Resolves when the host has read `count` requests in all. */
  async hasReceived(count: number): Promise<void> {
    while (this.requests.length < count) await once(this, 'received');
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) this.emit('cut');
    });
    const script = this.#scripts.length > 1 ? this.#scripts.shift() : this.#scripts[0];
    let received: Promise<ReceivedRequest> | undefined;
    await script?.({ incoming, response, receive: () => (received ??= this.#receive(incoming)) });
  }

  async #receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    this.requests.push(request);
    this.emit('received', request);
    return request;
  }
}

/** A client of the host at this address, until the test ends. */
export function clientAt(url: string, now: () => number = Date.now, name: HostName = 'main'): HttpClient {
  const http = createHttpClient(name, url, now);
  onTestFinished(() => http.close());
  return http;
}

export function reply(
  status: number,
  options: { headers?: Record<string, string>; chunks?: Iterable<string | Buffer> } = {},
): Script {
  return async ({ response, receive }) => {
    await receive();
    response.writeHead(status, options.headers);
    for (const chunk of options.chunks ?? []) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  };
}

export function json(body: unknown, status = 200): Script {
  return reply(status, { headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(body)] });
}

/** Chooses the script by the request. */
export function byRequest(choose: (request: ReceivedRequest) => Script): Script {
  return async (exchange) => choose(await exchange.receive())(exchange);
}

/** Answers as `script` says once `gate` has opened. */
export function after(gate: Promise<unknown>, script: Script): Script {
  return async (exchange) => {
    await exchange.receive();
    await gate;
    await script(exchange);
  };
}

/** Takes the request and never answers. */
export const hang: Script = async ({ receive }) => {
  await receive();
};

/** Drops the connection after the request's headers. */
export const resetBeforeReading: Script = ({ incoming }) => {
  incoming.socket.resetAndDestroy();
  return Promise.resolve();
};

/** Drops the connection after reading the whole request. */
export const resetAfterProcessing: Script = async ({ incoming, receive }) => {
  await receive();
  incoming.socket.resetAndDestroy();
};

/** Writes bytes as they are, HTTP or not, and closes the connection. */
export function raw(bytes: string): Script {
  return async ({ incoming, receive }) => {
    await receive();
    incoming.socket.end(bytes);
  };
}

/** Starts a valid answer at once, and then sends one space at a time, without end. */
export const drip: Script = async ({ response, receive }) => {
  await receive();
  response.writeHead(200, { 'content-type': 'application/json' });
  const dripping = setInterval(() => response.write(' '), DRIP_EVERY_MS);
  response.on('close', () => {
    clearInterval(dripping);
  });
};
