import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { DiscordAPIError, REST, Routes, type RequestData, type RouteLike } from 'discord.js';

import type { ReplyAddress } from '../claims/claim.ts';
import { MINUTE_MS, systemClock } from '../clock.ts';
import { NotAcknowledgedError } from '../errors.ts';
import { retry } from '../retry.ts';
import type { Reply } from '../ui/reply.ts';

const ATTEMPT_TIMEOUT_MS = 1_200;
/** Longer than Discord waits for a first response, so a reply with a file is deferred first. */
const UPLOAD_TIMEOUT_MS = 15_000;
/** Somewhat less than Discord takes of a file. Text shrinks to a tenth and less. */
const MAX_PLAIN_FILE_BYTES = 8 * 1024 * 1024;
const RETRIES = 1;
/** How long a call without a file takes at most. */
export const CALL_LASTS_MS = (1 + RETRIES) * ATTEMPT_TIMEOUT_MS;
const SWEEP_EVERY_MS = MINUTE_MS;
const ALREADY_ACKNOWLEDGED = 40_060;

const compress = promisify(gzip);

type TextFiles = Reply['files'];

/** The calls that answer interactions: callbacks, edits and follow-ups, each addressed by the interaction's token. */
export type InteractionRest = {
  /**
   * @throws {@link NotAcknowledgedError} when Discord refuses the callback. After any other error it may have been
   * taken.
   */
  callback(interaction: { id: string; token: string }, body: object): Promise<void>;
  /**
   * @returns whether the first try was left without an answer, so that Discord may still apply it after a later edit
   */
  editOriginal(address: ReplyAddress, body: object, files?: TextFiles): Promise<{ mayComeAgain: boolean }>;
  followUp(address: ReplyAddress, body: object): Promise<void>;
  close(): void;
};

/**
 * A REST client for interactions only. It has no global rate limit, since Discord exempts these calls from its own. It
 * rejects on a rate limit, tries twice with 1.2 seconds (15 with a file) for each attempt, and drops the handlers of
 * tokens that are not used any more. Calls are sent without authorization: after a 401 to an authorized call,
 * discord.js would forget the bot token.
 */
export function createInteractionRest(apiUrl: string): InteractionRest {
  const rest = createRest(apiUrl, ATTEMPT_TIMEOUT_MS);
  const uploads = createRest(apiUrl, UPLOAD_TIMEOUT_MS);
  const call = async (method: 'post' | 'patch', route: RouteLike, body: object, files?: TextFiles) => {
    const request: RequestData = { ...(files ? await encodeForm(body, files) : { body }), auth: false };
    const client = files ? uploads : rest;
    const send = async (tryNumber: number) => {
      await client[method](route, request).catch((error: unknown) => {
        if (tryNumber === 1 || !isAlreadyAcknowledged(error)) throw error;
      });
      return { mayComeAgain: tryNumber > 1 };
    };
    return retry(send, {
      pauseAfter: (error, tryNumber) => (tryNumber > RETRIES || error instanceof DiscordAPIError ? undefined : 0),
      clock: systemClock,
    });
  };

  return {
    async callback({ id, token }, body) {
      try {
        await call('post', Routes.interactionCallback(id, token), body);
      } catch (error) {
        if (error instanceof DiscordAPIError) throw new NotAcknowledgedError(error.message, { cause: error });
        throw error;
      }
    },
    async editOriginal({ applicationId, token }, body, files) {
      return call('patch', Routes.webhookMessage(applicationId, token.reveal()), body, files);
    },
    async followUp({ applicationId, token }, body) {
      await call('post', Routes.webhook(applicationId, token.reveal()), body);
    },
    close() {
      for (const client of [rest, uploads]) {
        client.clearHandlerSweeper();
        client.clearHashSweeper();
      }
    },
  };
}

function createRest(apiUrl: string, timeout: number): REST {
  return new REST({
    api: apiUrl,
    timeout,
    retries: 0,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    rejectOnRateLimit: () => true,
    handlerSweepInterval: SWEEP_EVERY_MS,
  });
}

/**
 * A body with files, those compressed that are too large for Discord (its documentation, "Uploading Files"). Our newer
 * undici refuses the form that discord.js makes.
 */
async function encodeForm(body: object, files: NonNullable<TextFiles>): Promise<RequestData> {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  for (const [index, { name, content }] of files.entries()) {
    const bytes = Buffer.from(content);
    const fits = bytes.length <= MAX_PLAIN_FILE_BYTES;
    form.set(`files[${index}]`, new Blob([fits ? bytes : await compress(bytes)]), fits ? name : `${name}.gz`);
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return {
    body: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': contentType },
    passThroughBody: true,
  };
}

/** After a second try this means that the first one arrived. */
function isAlreadyAcknowledged(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === ALREADY_ACKNOWLEDGED;
}
