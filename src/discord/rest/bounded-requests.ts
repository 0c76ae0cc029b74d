import { STATUS_CODES } from 'node:http';

import { HTTPError, type RESTOptions } from 'discord.js';
import type { Dispatcher, FormData } from 'undici';

import { createPool } from '../../http/bounded-pool.ts';
import { CONNECT_TIMEOUT_MS } from '../../http/client.ts';
import { exchange } from '../../http/exchange.ts';
import type { ClockCheck } from './clock-check.ts';
import { TOO_MANY_REQUESTS } from '../../work/errors.ts';
import type { Block } from './block.ts';
import { isPage, parseRefusal } from './refusal.ts';

/** A page of two hundred servers has a quarter of it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const BOUNDS = { bytes: 2 * MAX_ANSWER_BYTES, pieces: 16_384 };
const EMPTY = 204;
/** What discord.js takes for Discord's last word: after a 401 it forgets the token of the bot. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;

/**
 * For discord.js' REST client, which bounds only how long the head of an answer takes: all of it, as other answers. A
 * refusal that is not Discord's own is an `HTTPError`, and may be over soon.
 *
 * @param checkClock - takes the time at which Discord answered, in ms
 */
export function boundedRequests(
  apiUrl: string,
  block: Block,
  checkClock?: ClockCheck,
): Pick<RESTOptions, 'makeRequest'> {
  const { origin } = new URL(apiUrl);
  const pool = createPool(origin, { bounds: BOUNDS, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return {
    async makeRequest(url, { method, headers, body, signal }) {
      const { pathname, search } = new URL(url);
      const request = {
        method: method as Dispatcher.HttpMethod,
        path: `${pathname}${search}`,
        headers: headers as Record<string, string>,
        ...(body ? { body: body as FormData | string } : {}),
      };
      const limits = { maxBytes: MAX_ANSWER_BYTES, signal: signal ?? new AbortController().signal };
      const { status, headers: answered, body: text } = await block.pass(() => exchange(pool, request, limits));
      if (answered.date !== undefined) checkClock?.(Date.parse(answered.date));
      if (text instanceof Error) throw text;
      if ((status <= 299 && isPage(answered)) || (isRefusal(status) && !parseRefusal(text.toString())))
        throw new HTTPError(status, STATUS_CODES[status] ?? '', request.method, url, { body: undefined });
      const lines = Object.entries(answered).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(status === EMPTY ? null : text.toString(), { status, headers: lines });
    },
  };
}
