import { STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { APIVersion, DefaultUserAgent, DiscordAPIError, HTTPError, MessageFlags, Routes } from 'discord.js';
import { type Dispatcher, FormData } from 'undici';

import type { ReplyAddress } from '../../claims/claim.ts';
import { createPool } from '../../http/bounded-pool.ts';
import { createDeadline } from '../../http/deadline.ts';
import { exchange } from '../../http/exchange.ts';
import type { Reply } from '../../ui/reply.ts';
import type { Clock } from '../../work/clock.ts';
import { BlockedError, NotAcknowledgedError, TOO_MANY_REQUESTS } from '../../work/errors.ts';
import { retry } from '../../work/retry.ts';
import type { Block } from './block.ts';
import { isPage, parseRefusal } from './refusal.ts';

/** How long a call may take from the moment that it leaves: in a crowd, it waits for a connection first. */
export const DISCORD_TRY_MS = 1_200;
/** May be longer than Discord waits for a first response: a reply with a file is deferred first. */
const UPLOAD_TIMEOUT_MS = 15_000;
/** Far more than a message has. */
const MAX_ANSWER_BYTES = 256 * 1024;
const BOUNDS = { bytes: 2 * MAX_ANSWER_BYTES, pieces: 8_192 };
/** Somewhat less than Discord takes. Compressed, text shrinks to a tenth or less. */
const MAX_PLAIN_FILE_BYTES = 8 * 1024 * 1024;
const TRIES = 2;
/** The longest that a call without a file takes, with all tries and its wait for a connection. */
export const CALL_LASTS_MS = TRIES * DISCORD_TRY_MS;
/** Enough for ten thousand first responses in two seconds. Opening more takes longer than they save. */
const MAX_CONNECTIONS = 512;
const CONNECTION_KEPT_MS = 30_000;
const ALREADY_ACKNOWLEDGED = 40_060;
const NO_ANSWER = Buffer.alloc(0);
/** Discord's documentation, "User Agent". */
const HEADERS = { 'user-agent': DefaultUserAgent };

const compress = promisify(gzip);

type TextFiles = Reply['files'];

export type InteractionRest = ReturnType<typeof createInteractionRest>;

type Content = { headers: Record<string, string>; body?: string | FormData };
type Request = { origin: string; method: 'GET' | 'POST' | 'PATCH'; path: string } & Content;

/**
 * Answers interactions over connections of its own. discord.js' REST client would keep a queue and a bucket for each
 * interaction's token to no purpose: Discord exempts these calls from the bot's rate limit. A rate limit of the reply
 * itself rejects. The authorization of a call is the token in its path.
 */
export function createInteractionRest(apiUrl: string, block: Block, clock: Clock, tryMs = DISCORD_TRY_MS) {
  const { origin, pathname } = new URL(`${apiUrl}/v${APIVersion}`);
  const pool = createPool(origin, {
    bounds: BOUNDS,
    connectTimeoutMs: tryMs,
    connections: MAX_CONNECTIONS,
    keptMs: CONNECTION_KEPT_MS,
  });

  /** @returns the answer; `mayComeAgain`: whether Discord may still apply a first, unanswered try after a later one */
  async function call(method: Request['method'], route: string, body?: object, files?: TextFiles) {
    const content = await encode(body, files);
    const request = { origin, method, path: `${pathname}${route}`, ...content };
    const timeoutMs = files ? UPLOAD_TIMEOUT_MS : tryMs;
    const endsAt = clock.monotonic() + TRIES * timeoutMs;
    const send = async (tryNumber: number) => {
      const answer = await tryOnce(pool, request, { timeoutMs, endsAt, clock, block }).catch((error: unknown) => {
        // On the second try this means that the first one arrived.
        const isDone = error instanceof DiscordAPIError && error.code === ALREADY_ACKNOWLEDGED;
        if (tryNumber === 1 || !isDone) throw error;
        return NO_ANSWER;
      });
      return { answer, mayComeAgain: tryNumber > 1 };
    };
    return retry(send, {
      pauseAfter: (error, tryNumber) =>
        tryNumber === TRIES || isFinal(error) || clock.monotonic() >= endsAt ? undefined : 0,
      clock,
    });
  }

  return {
    /** @throws {@link NotAcknowledgedError} when Discord refuses; after any other error it may have been taken */
    async callback({ id, token }: { id: string; token: string }, body: object): Promise<void> {
      await call('POST', Routes.interactionCallback(id, token), body).catch((error: unknown) => {
        if (isFinal(error)) throw new NotAcknowledgedError('Discord refused the first response', { cause: error });
        throw error;
      });
    },
    async editOriginal({ applicationId, token }: ReplyAddress, body: object, files?: TextFiles) {
      const { mayComeAgain } = await call('PATCH', Routes.webhookMessage(applicationId, token.reveal()), body, files);
      return { mayComeAgain };
    },
    /**
     * @returns whether the reply still says "thinking…"
     * @throws a `DiscordAPIError` when the interaction has no answer, not even a deferred one
     */
    async findOriginal({ applicationId, token }: ReplyAddress): Promise<{ isThinking: boolean }> {
      const { answer } = await call('GET', Routes.webhookMessage(applicationId, token.reveal()));
      return { isThinking: (flagsOf(answer.toString()) & MessageFlags.Loading) !== 0 };
    },
    async followUp({ applicationId, token }: ReplyAddress, body: object): Promise<void> {
      await call('POST', Routes.webhook(applicationId, token.reveal()), body);
    },
    close(): void {
      void pool.destroy();
    },
  };
}

/** @param limits - `timeoutMs`: once it has left; `endsAt`: by the clock's `monotonic`, whether or not it has left */
async function tryOnce(
  pool: Dispatcher,
  request: Request,
  { timeoutMs, endsAt, clock, block }: { timeoutMs: number; endsAt: number; clock: Clock; block: Block },
): Promise<Buffer> {
  const leftMs = () => Math.max(0, endsAt - clock.monotonic());
  const deadline = createDeadline(leftMs(), clock);
  const { signal } = deadline;
  const onStart = () => {
    deadline.restart(Math.min(timeoutMs, leftMs()));
  };
  try {
    const limits = { maxBytes: MAX_ANSWER_BYTES, signal, onStart };
    const { status, headers, body } = await block.pass(() => exchange(pool, request, limits));
    if (status < 200 || status > 299 || isPage(headers)) throw failureOf(status, request, body.toString());
    if (body instanceof Error) throw body;
    return body;
  } finally {
    deadline.clear();
  }
}

/** The errors of discord.js itself: a `DiscordAPIError` only for a refusal of Discord's own. Their messages leave out the path, where the token is. */
function failureOf(status: number, { origin, method, path, body }: Request, answer: string): Error {
  const url = `${origin}${path}`;
  const text = STATUS_CODES[status] ?? '';
  const refusal = status < 400 || status >= 500 || status === TOO_MANY_REQUESTS ? undefined : parseRefusal(answer);
  if (!refusal?.code) return new HTTPError(status, text, method, url, { body });
  return new DiscordAPIError(refusal, refusal.code, status, method, url, { body });
}

/** Of a message. */
function flagsOf(text: string): number {
  const { flags } = JSON.parse(text) as { flags?: unknown };
  return typeof flags === 'number' ? flags : 0;
}

/** Whether another try would get the same answer, or do harm. */
function isFinal(error: unknown): boolean {
  const isRefused = error instanceof HTTPError && error.status >= 400 && error.status < 500;
  return error instanceof DiscordAPIError || error instanceof BlockedError || isRefused;
}

/** Compresses files that are too large for Discord (its documentation, "Uploading Files"). */
async function encode(body: object | undefined, files: TextFiles): Promise<Content> {
  if (!body) return { headers: HEADERS };
  const json = JSON.stringify(body);
  if (!files) return { headers: { ...HEADERS, 'content-type': 'application/json' }, body: json };
  const form = new FormData();
  form.set('payload_json', json);
  for (const [index, { name, content }] of files.entries()) {
    const bytes = Buffer.from(content);
    const fits = bytes.length <= MAX_PLAIN_FILE_BYTES;
    form.set(`files[${index}]`, new Blob([fits ? bytes : await compress(bytes)]), fits ? name : `${name}.gz`);
  }
  return { headers: HEADERS, body: form };
}
