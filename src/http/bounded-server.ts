import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

import type { ListeningAddress } from '../config.ts';
import { SECOND_MS } from '../work/clock.ts';
import { FatalError } from '../work/errors.ts';

export type ServerBounds = {
  connections: number;
  /** how long a connection may be silent before a request, and how long its head may take */
  headWithinMs: number;
  /** how long the body may take after the head */
  bodyWithinMs: number;
};

const MAX_HEAD_BYTES = 8 * 1024;
const MAX_HEADERS = 64;
/** Longer than proxies keep an unused connection, so that this side never closes one just as it is used. */
const CONNECTION_KEPT_MS = 75 * SECOND_MS;
/** How long an answer waits for the other side to read on. */
const ANSWER_READ_WITHIN_MS = 10 * SECOND_MS;

/** The parser works through all that it is handed, even after a refusal: 64 KiB in chunks of a byte take it 10 ms. */
const SIP_BYTES = 512;
const NOTHING = Buffer.alloc(0);

/** A small request may come in any number of pieces. */
const FREE_PIECES = 64;
/** Far less than the packets and chunks of an honest sender. */
const MIN_BYTES_A_PIECE = 128;

/** Whether so many bytes came in more pieces than an honest sender makes of them. */
export function areCrumbs(pieces: number, bytes: number): boolean {
  return pieces > FREE_PIECES + bytes / MIN_BYTES_A_PIECE;
}

/**
 * A server that bounds strangers: their connections, their time, and how small the pieces are that they send. A newcomer
 * beyond the limit closes the connection that has been idle for longest, never one whose request is being answered. A
 * connection is idle until it has sent a whole request, silent or slowly sending.
 */
export function createBoundedServer(bounds: ServerBounds, answer: RequestListener): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: bounds.headWithinMs,
    requestTimeout: bounds.headWithinMs + bounds.bodyWithinMs,
    connectionsCheckingInterval: Math.min(SECOND_MS, bounds.headWithinMs),
    keepAliveTimeout: CONNECTION_KEPT_MS,
    highWaterMark: SIP_BYTES,
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.timeout = ANSWER_READ_WITHIN_MS;

  /** the longest idle first */
  const open = new Set<Connection>();

  // Node serves any stream that it is told of as a connection (its documentation, "Event: 'connection'").
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const connection = new Connection(socket);
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    for (const listener of serve) Reflect.apply(listener, server, [connection]);
    if (open.size <= bounds.connections) return;
    const idle = open.values().find(({ isBeingAnswered }) => !isBeingAnswered);
    if (idle && open.delete(idle)) idle.destroy();
  });

  server.on('request', (request, response) => {
    const connection: unknown = request.socket;
    if (!(connection instanceof Connection) || connection.isReadNoMore) return;
    connection.begin(request, response);
    response.once('close', () => {
      connection.finish(response);
      if (open.delete(connection)) open.add(connection);
    });
    answer(request, response);
  });
  return server;
}

/** @param variables - how the names of its variables begin. @throws {@link FatalError} as when the port is taken */
export async function listen(server: Server, { port, host }: ListeningAddress, variables: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'is in use by another program; choose another' : `cannot be used: ${message}`;
    const sentence =
      code === 'EADDRNOTAVAIL'
        ? `${variables}_HOST ${host} is not an address of this machine.`
        : `${variables}_PORT ${port} ${reason}.`;
    throw new FatalError(sentence, { cause: error });
  });
}

/** Reads nothing more from the connection of this request, and closes it with the answer. */
export function readNoMore({ socket }: IncomingMessage): void {
  if (socket instanceof Connection) socket.readNoMore();
}

/**
 * Frees the memory of bytes that are not used any more: the garbage collection would wait until there are 64 MiB of this
 * kind. Bytes that share their memory with others are left to it.
 */
export function release(bytes: Buffer): void {
  const { buffer, byteLength } = bytes;
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A connection that is read in sips. After each the rest can be left unread. */
class Connection extends Duplex {
  readonly #socket: Socket;
  readonly #unanswered = new Set<ServerResponse>();
  /** read last, of which the parser has seen the first `#swallowed` bytes */
  #read: Buffer = NOTHING;
  #swallowed = 0;
  /** for the other side to send */
  #isWaiting = false;
  /** of the request under way */
  #sips = 0;
  #bytes = 0;
  /** of its body, so far from its end that no head follows: they are read at once */
  #plainBytes = 0;
  isReadNoMore = false;

  constructor(socket: Socket) {
    super({ decodeStrings: false });
    this.#socket = socket;
    socket.on('readable', () => {
      if (this.#isWaiting) this.#sip();
    });
    socket.once('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
    socket.on('timeout', () => this.emit('timeout'));
  }

  /** Whether a whole request has arrived and waits for its answer. */
  get isBeingAnswered(): boolean {
    return this.#unanswered.values().some(({ req }) => req.complete);
  }

  begin({ headers }: IncomingMessage, response: ServerResponse): void {
    this.#unanswered.add(response);
    this.#plainBytes = Number(headers['content-length'] ?? 0) - SIP_BYTES;
  }

  finish(response: ServerResponse): void {
    this.#unanswered.delete(response);
    this.#sips = 0;
    this.#bytes = 0;
  }

  readNoMore(): void {
    this.isReadNoMore = true;
    for (const response of this.#unanswered) response.shouldKeepAlive = false;
  }

  /** As of a socket, like `setTimeout`: Node closes the connection by it after the last answer. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms);
    return this;
  }

  override _read(): void {
    // Not at once: the reader of the request is to see each sip before the next.
    process.nextTick(() => {
      this.#sip();
    });
  }

  #sip(): void {
    if (this.isReadNoMore || this.destroyed) return;
    if (this.#swallowed === this.#read.length) this.#readOn();
    const sip = this.#read.subarray(this.#swallowed, this.#swallowed + Math.max(SIP_BYTES, this.#plainBytes));
    this.#isWaiting = sip.length === 0;
    if (this.#isWaiting) return;
    this.#sips += 1;
    this.#bytes += sip.length;
    this.#plainBytes -= sip.length;
    this.#swallowed += sip.length;
    if (areCrumbs(this.#sips, this.#bytes)) this.destroy();
    else this.push(sip);
    // The parser copies what it hands on, so that a swallowed read can go, unless some of it still waits in this stream.
    if (this.#swallowed === this.#read.length && this.readableLength === 0) this.#leave();
  }

  #readOn(): void {
    this.#read = (this.#socket.read() as Buffer | null) ?? NOTHING;
    this.#swallowed = 0;
  }

  #leave(): void {
    release(this.#read);
    this.#read = NOTHING;
    this.#swallowed = 0;
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave();
    this.#readOn();
    this.#leave();
    this.#socket.destroy();
    done(error);
  }
}
