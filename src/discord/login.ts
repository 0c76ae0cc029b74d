import type { APIApplication, Client } from 'discord.js';

import type { Config } from '../config.ts';
import { FatalError } from '../errors.ts';
import { fetchApplication } from './application.ts';
import { TOKEN_REFUSED } from './client.ts';
import type { WayIn } from './way-in.ts';

const UNAUTHORIZED = 401;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Logs in to Discord. Resolves once interactions can arrive.
 *
 * @param options.onApplication - called with what Discord says of the bot, before the first interaction can arrive
 * @param options.stopping - rejects after the step under way
 * @throws what {@link asLoginFailure} puts into words, and whatever `onApplication` throws
 */
export async function logIn(
  client: Client,
  { token }: Config['discord'],
  options: { wayIn: WayIn; onApplication: (application: APIApplication) => void; stopping: AbortSignal },
): Promise<APIApplication> {
  const { wayIn, onApplication, stopping } = options;
  const application = await fetchApplication(client.rest.setToken(token.reveal()));
  onApplication(application);
  stopping.throwIfAborted();
  await wayIn.open(application);
  stopping.throwIfAborted();
  return application;
}

/** Why nothing can be done at Discord, in a sentence for the operator. */
export function asLoginFailure(error: unknown): FatalError {
  if (error instanceof FatalError) return error;
  const { status, code, message } = error as { status?: unknown; code?: unknown; message?: unknown };
  if (status === UNAUTHORIZED || code === 'TokenInvalid') return new FatalError(TOKEN_REFUSED, { cause: error });
  if (typeof code === 'string' && UNREACHABLE.has(code)) {
    return new FatalError(`Discord cannot be reached (${code}): check the network, and DISCORD_API_URL if it is set.`, {
      cause: error,
    });
  }
  return new FatalError(`The bot could not log in to Discord: ${String(message)}`, { cause: error });
}
