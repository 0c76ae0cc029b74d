import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { InteractionResponseType, InteractionType } from 'discord.js';

import { type Clock, SECOND_MS, withinTime } from '../clock.ts';
import { listen, type ListeningAddress } from '../listen.ts';
import type { Log } from '../log.ts';
import { createSignatureCheck, isTimely, readSignature } from './signature.ts';

/** Far more than an interaction has. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Discord waits no longer for an answer (its documentation, "Interaction Callback"). */
export const BODY_WITHIN_MS = 3 * SECOND_MS;
/** Bounds the memory of requests that nobody signed: each may be {@link MAX_BODY_BYTES} long. */
const MAX_CONNECTIONS = 2_048;
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_HEADERS = 64;
const HEADERS_WITHIN_MS = 5 * SECOND_MS;
/** Longer than proxies keep a connection that is not in use, so that it is never this side that closes one just then. */
const CONNECTION_KEPT_MS = 75 * SECOND_MS;

const PONG = JSON.stringify({ type: InteractionResponseType.Pong });

export type InteractionsEndpoint = {
  readonly isListening: boolean;
  readonly port: number | undefined;
  /** Resolves when every request that had begun is answered, in {@link BODY_WITHIN_MS} at most. */
  close(): Promise<void>;
};

type EndpointOptions = {
  address: ListeningAddress;
  /** the application's */
  verifyKey: string;
  /** given what Discord has signed, once Discord has its answer */
  onInteraction: (payload: unknown) => void;
  clock: Clock;
  log: Log;
};

/**
 * The HTTP server that Discord posts interactions to. Each is answered 202 with no body at once, and its first response
 * goes to the callback (Discord's documentation, "Interaction Callback"). What is not signed by Discord, too long, too
 * slow or of another time is answered 401.
 *
 * @throws FatalError when the port is taken
 */
export async function serveInteractions(options: EndpointOptions): Promise<InteractionsEndpoint> {
  const { address, verifyKey, onInteraction, clock, log } = options;
  const isSigned = createSignatureCheck(verifyKey);
  const server = createBoundedServer();

  /** The body that Discord has signed; undefined when there is none. */
  async function readSigned(request: IncomingMessage): Promise<Buffer | undefined> {
    const signature = readSignature(request.headers);
    const body = signature && (await withinTime(readBody(request), BODY_WITHIN_MS, clock));
    if (!body || !isSigned(signature, body)) return undefined;
    if (isTimely(signature, clock.now())) return body;
    log.warn({ mend: 'set the clock of this machine' }, 'Discord signed an interaction at another time than now');
    return undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readSigned(request);
    if (!body) {
      response.writeHead(401, { connection: 'close' }).end();
      return;
    }
    if (!server.listening) response.shouldKeepAlive = false;
    const payload = parse(body);
    if (isPing(payload)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(PONG);
      return;
    }
    response.writeHead(202).end();
    onInteraction(payload);
  }

  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.debug({ err: error }, 'a request broke off');
      response.destroy();
    });
  });
  await listen(server, address, 'INTERACTIONS');
  return {
    get isListening() {
      return server.listening;
    },
    get port() {
      const bound = server.address();
      return typeof bound === 'object' ? bound?.port : undefined;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await withinTime(closed, BODY_WITHIN_MS, clock);
      server.closeAllConnections();
    },
  };
}

function createBoundedServer(): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: HEADERS_WITHIN_MS + BODY_WITHIN_MS,
    connectionsCheckingInterval: SECOND_MS,
    keepAliveTimeout: CONNECTION_KEPT_MS,
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/** @returns undefined when it is too long, with the rest left unread */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Undefined for what is not JSON. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function isPing(payload: unknown): boolean {
  return (payload as { type?: unknown } | null | undefined)?.type === InteractionType.Ping;
}
