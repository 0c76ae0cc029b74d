import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { InteractionResponseType, InteractionType } from 'discord.js';

import type { ListeningAddress } from '../../config.ts';
import { createBoundedServer, listen, readNoMore, type ServerBounds } from '../../http/bounded-server.ts';
import { type Clock, MINUTE_MS, SECOND_MS, withinTime } from '../../work/clock.ts';
import { DISCORD_WAITS_MS } from '../../work/discord-patience.ts';
import type { Log } from '../../work/log.ts';
import { announcesBody, createBodyReader } from './body-reader.ts';
import { type ClockCheck, createClockCheck } from '../rest/clock-check.ts';

const BOUNDS: ServerBounds = { connections: 2_048, headWithinMs: 5 * SECOND_MS, bodyWithinMs: DISCORD_WAITS_MS };

/** How far Discord's clock and ours may differ. */
export const TIMESTAMP_TOLERANCE_MS = 5 * MINUTE_MS;

/** `timestamp`: seconds since the epoch, as it was signed */
export type Signature = { bytes: Buffer; timestamp: string };

const PONG = JSON.stringify({ type: InteractionResponseType.Pong });

export type InteractionsEndpoint = Awaited<ReturnType<typeof serveInteractions>>;

/**
 * The HTTP server to which Discord sends interactions. Each is answered 202 with no body at once, and its first
 * response goes to the callback (Discord's documentation, "Interaction Callback"). A request that Discord did not sign,
 * or that is too long, too slow, in crumbs or of another time, is answered 401, by its head alone where that suffices.
 *
 * @throws FatalError when the port is taken
 */
export async function serveInteractions(options: {
  address: ListeningAddress;
  verifyKey: string;
  /** called with a signed payload, once Discord has its answer */
  onInteraction: (payload: unknown) => void;
  clock: Clock;
  log: Log;
  /** takes the time at which Discord signed, in ms: that of a signed request alone proves that a clock is wrong */
  checkClock?: ClockCheck;
  bounds?: Partial<ServerBounds>;
}) {
  const { address, verifyKey, onInteraction, clock, log, checkClock = createClockCheck({ clock, log }) } = options;
  const isSigned = createSignatureCheck(verifyKey);
  const readBody = createBodyReader();

  /** The body, if Discord signed it. The time is checked last. */
  async function readSigned(request: IncomingMessage, signature: Signature): Promise<Buffer | undefined> {
    const body = await withinTime(readBody(request), DISCORD_WAITS_MS, clock);
    if (!body || !isSigned(signature, body)) return undefined;
    if (isTimely(signature, clock.now())) return body;
    checkClock(Number(signature.timestamp) * SECOND_MS);
    return undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mayBeOurs = request.method === 'POST' && announcesBody(request.headers);
    const signature = mayBeOurs ? readSignature(request.headers) : undefined;
    const body = signature && (await readSigned(request, signature));
    if (!body) {
      readNoMore(request);
      response.writeHead(401).end();
      return;
    }
    if (!server.listening) response.shouldKeepAlive = false;
    const payload = parse(body);
    if (payload?.type === InteractionType.Ping) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(PONG);
      return;
    }
    response.writeHead(202).end();
    onInteraction(payload);
  }

  const server = createBoundedServer({ ...BOUNDS, ...options.bounds }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.debug({ err: error }, 'a request broke off');
      response.destroy();
    });
  });
  await listen(server, address, 'INTERACTIONS');
  return {
    get isListening(): boolean {
      return server.listening;
    },
    get port(): number | undefined {
      const bound = server.address();
      return typeof bound === 'object' ? bound?.port : undefined;
    },
    /** Resolves when every request that had begun is answered, at most {@link DISCORD_WAITS_MS} later. */
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await withinTime(closed, DISCORD_WAITS_MS, clock);
      server.closeAllConnections();
    },
  };
}

function parse(body: Buffer): { type?: unknown } | null | undefined {
  try {
    return JSON.parse(body.toString()) as { type?: unknown } | null;
  } catch {
    return undefined;
  }
}

/** Undefined when a header is missing or malformed. */
export function readSignature(headers: IncomingHttpHeaders): Signature | undefined {
  const { 'x-signature-ed25519': hex, 'x-signature-timestamp': timestamp } = headers;
  if (typeof hex !== 'string' || !/^[\da-f]{128}$/i.test(hex)) return undefined;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return undefined;
  return { bytes: Buffer.from(hex, 'hex'), timestamp };
}

/** Discord signs the timestamp, then the body (its documentation, "Validating Security Request Headers"). */
export function createSignatureCheck(verifyKey: string): (signature: Signature, body: Uint8Array) => boolean {
  const x = Buffer.from(verifyKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return ({ bytes, timestamp }, body) => verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, bytes);
}

/** @param now - ms since the epoch */
export function isTimely({ timestamp }: Signature, now: number): boolean {
  return Math.abs(now - Number(timestamp) * SECOND_MS) <= TIMESTAMP_TOLERANCE_MS;
}
