import { generateKeyPairSync, sign } from 'node:crypto';

import { InteractionResponseType } from 'discord-api-types/v10';

const USER_AGENT = 'Discord-Interactions/1.0 (+https://discord.com)';
const UNAUTHORIZED = 401;
const OK = 200;

/** A request as it was sent. */
type Delivery = { body: string; headers: Record<string, string> };

/**
 * The address that an application gives for its interactions, and the key that signs them. The body of a response is
 * ignored: the application answers 202, and uses the callback. Source: Discord documentation, "Configuring an
 * Interactions Endpoint URL".
 */
export class Endpoint {
  /** Null sends interactions through the gateway. */
  url: string | null = null;
  /** How often each interaction is delivered: Discord does not promise a single delivery. */
  deliveries = 1;
  /** The clock of the signatures, in ms since the epoch. */
  now: () => number;
  readonly #key = generateKeyPairSync('ed25519');
  readonly #deadlineMs: number;
  #last: Delivery | undefined;

  /** @param deadlineMs - how long an answer may take */
  constructor({ now, deadlineMs }: { now: () => number; deadlineMs: number }) {
    this.now = now;
    this.#deadlineMs = deadlineMs;
  }

  /** In hex, as in the application object. */
  get verifyKey(): string {
    const { x = '' } = this.#key.publicKey.export({ format: 'jwk' });
    return Buffer.from(x, 'base64url').toString('hex');
  }

  /** The headers of a request with this body. @param timestamp - seconds since the epoch; now by default */
  headersFor(body: string, timestamp = String(Math.floor(this.now() / 1_000))): Record<string, string> {
    return {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), this.#key.privateKey).toString('hex'),
      'x-signature-timestamp': timestamp,
    };
  }

  /** Whether an address answers a PING with a PONG, and a forged signature with 401. */
  async passes(url: string, ping: object): Promise<boolean> {
    const body = JSON.stringify(ping);
    const headers = this.headersFor(body);
    const pong = await this.#post(url, { body, headers });
    const isJson = pong?.headers.get('content-type')?.startsWith('application/json');
    if (pong?.status !== OK || !isJson || !(await isPong(pong))) return false;
    const forged = { ...headers, 'x-signature-ed25519': '0'.repeat(128) };
    return (await this.#post(url, { body, headers: forged }))?.status === UNAUTHORIZED;
  }

  /** Posts an interaction, however malformed. @returns whether the application took it */
  async deliver(payload: unknown): Promise<boolean> {
    const body = JSON.stringify(payload);
    this.#last = { body, headers: this.headersFor(body) };
    const answers = await Promise.all(Array.from({ length: this.deliveries }, () => this.replayLast()));
    return answers.some((status) => status !== undefined && status >= 200 && status < 300);
  }

  /** Posts the last interaction again, byte for byte. @returns the status, undefined without an answer */
  async replayLast(): Promise<number | undefined> {
    const answer = this.url && this.#last ? await this.#post(this.url, this.#last) : undefined;
    return answer?.status;
  }

  async #post(url: string, { body, headers }: Delivery): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(this.#deadlineMs);
    const request = { method: 'POST', body, headers, redirect: 'manual', signal } as const;
    return fetch(url, request).catch(() => undefined);
  }
}

async function isPong(response: Response): Promise<boolean> {
  const answer: unknown = await response.json().catch(() => undefined);
  return (answer as { type?: unknown } | undefined)?.type === InteractionResponseType.Pong;
}
