import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';

import { buildConnector, Client, type Dispatcher, errors, Pool } from 'undici';

import { SECOND_MS, systemClock } from '../work/clock.ts';
import { TooLongError } from './exchange.ts';
import { createKeyExchange } from './tls.ts';

/** What may come on a connection for one request. `pieces`: how often something comes, since each read costs as well */
type Bounds = { bytes: number; pieces: number };

/** Far more than the certificates of an honest server. Each can cost 9 ms to check. */
const HANDSHAKE_BYTES = 16 * 1024;
const HANDSHAKE_LASTS_MS = 3 * SECOND_MS;
/** How long one of several addresses is waited for at most. Node's own 250 ms are too short for far networks. */
export const ADDRESS_LASTS_MS = SECOND_MS;

/** Makes a handshake when its turn has come. @param handshake - resolves with what it cost the thread, in ms */
type InTurn = (handshake: () => Promise<number>) => Promise<void>;

type PoolOptions = {
  bounds: Bounds;
  connectTimeoutMs: number;
  connections?: number;
  keptMs?: number;
  /** finds the addresses of a name; the system's look-up if left out */
  lookup?: LookupFunction | undefined;
  /** for a server that a stranger chose: counts the bytes of TLS too, and shares the handshakes out */
  inTurn?: InTurn;
};

/**
 * Connections to one server over HTTP/1.1 (HTTP/2 may silently resend a request). Whatever the server makes of an answer
 * is counted as it comes from the socket: interim answers, header lines, extensions of chunks. One byte or piece too
 * many ends the connection. Its callers bound the time.
 */
export function createPool(origin: string, options: PoolOptions): Pool {
  const { bounds, connectTimeoutMs, connections, keptMs, lookup, inTurn } = options;
  const secureContext = origin.startsWith('https:') ? createKeyExchange() : undefined;
  const connect = buildConnector({
    ...(secureContext ? { secureContext } : {}),
    allowH2: false,
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.min(ADDRESS_LASTS_MS, connectTimeoutMs / 4),
    ...(lookup ? { lookup } : {}),
  });
  const shake = inTurn && secureContext && connectStrangers(connect, secureContext, inTurn);
  return new Pool(origin, {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(connections === undefined ? {} : { connections }),
    ...(keptMs === undefined ? {} : { keepAliveTimeout: keptMs, keepAliveMaxTimeout: keptMs }),
    // Never met: at its own limit undici makes an error of each further line that it has read, 100 ms of them.
    maxHeaderSize: 4 * bounds.bytes,
    factory(url, ofPool) {
      const meter = new Meter(bounds);
      return new BoundedClient(url, meter, {
        ...ofPool,
        connect: (to, done) => {
          meter.begin();
          if (shake) shake(to, meter, done);
          else
            connect(to, (...connected) => {
              if (connected[1]) watch(connected[1], meter);
              done(...connected);
            });
        },
      });
    },
  });
}

/** What has come on one connection, since it began or its last request. */
class Meter {
  readonly #bounds: Bounds;
  #bytes = 0;
  #pieces = 0;
  #most = HANDSHAKE_BYTES;
  /** what bytes under TLS have cost the thread, in ms */
  busyMs = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  begin(mostBytes = HANDSHAKE_BYTES): void {
    this.#bytes = 0;
    this.#pieces = 0;
    this.#most = mostBytes;
  }

  beginRequest(): void {
    this.begin(this.#bounds.bytes);
  }

  /** @returns whether another piece is within the bounds */
  accepts(bytes: number): boolean {
    this.#bytes += bytes;
    this.#pieces += 1;
    return this.#bytes <= this.#most && this.#pieces <= this.#bounds.pieces;
  }
}

class BoundedClient extends Client {
  readonly #meter: Meter;

  constructor(url: URL, meter: Meter, options: Client.Options) {
    super(url, options);
    this.#meter = meter;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return super.dispatch(options, {
      ...handler,
      onRequestStart: (controller, context) => {
        this.#meter.beginRequest();
        handler.onRequestStart?.(controller, context);
      },
    });
  }
}

/** Counts what is read. The client's own listener comes later, so that it sees nothing beyond the bounds. */
function watch(socket: Socket, meter: Meter): void {
  let seen = 0;
  socket.on('readable', () => {
    const { bytesRead } = socket;
    if (!meter.accepts(bytesRead - seen)) socket.destroy(new TooLongError());
    seen = bytesRead;
  });
}

function connectStrangers(connect: buildConnector.connector, secureContext: SecureContext, inTurn: InTurn) {
  /** of the last connection, with which the next handshake is short */
  let session: Buffer | undefined;

  async function secure(socket: Socket, hostname: string, meter: Meter): Promise<TLSSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
    const secured = connectTls({
      secureContext,
      socket: new Counted(socket, meter),
      host: hostname,
      servername: isIP(hostname) > 0 ? '' : hostname,
      ALPNProtocols: ['http/1.1'],
      ...(session ? { session } : {}),
    });
    secured
      .on('session', (fresh: Buffer) => {
        session = fresh;
      })
      .once('secureConnect', () => {
        resolve(secured);
      })
      .on('error', reject);
    const inTime = systemClock.after(HANDSHAKE_LASTS_MS, () => secured.destroy(new errors.ConnectTimeoutError()));
    return promise.finally(inTime);
  }

  return (to: buildConnector.Options, meter: Meter, done: buildConnector.Callback): void => {
    connect({ ...to, servername: '', protocol: 'http:', port: to.port || '443' }, (error, socket) => {
      if (error) {
        done(error, null);
        return;
      }
      const shakeHands = async () => {
        const before = meter.busyMs;
        await secure(socket, to.hostname, meter).then(
          (secured) => {
            done(null, secured);
          },
          (failure: unknown) => {
            done(failure as Error, null);
          },
        );
        return meter.busyMs - before;
      };
      inTurn(shakeHands).catch((failure: unknown) => {
        socket.destroy();
        done(failure as Error, null);
      });
    });
  };
}

/** A connection under TLS, which is counted before anything is decrypted. */
class Counted extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, meter: Meter) {
    super({ decodeStrings: false });
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => {
      if (!meter.accepts(piece.length)) {
        this.destroy(new TooLongError());
        return;
      }
      // What it costs the thread is measured, whatever time the bot has.
      const startedAt = systemClock.monotonic();
      // TLS takes it at once.
      if (!this.push(piece)) socket.pause();
      meter.busyMs += systemClock.monotonic() - startedAt;
    });
    socket.once('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
