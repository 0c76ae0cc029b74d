import { Events, type APIApplication, type Client } from 'discord.js';

import type { Config } from '../config.ts';
import { FatalError } from '../errors.ts';
import { fetchApplication } from './application.ts';

const UNAUTHORIZED = 401;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

export const TOKEN_REFUSED =
  'Discord refused DISCORD_TOKEN. Reset it in the Discord Developer Portal, under Bot, and put the new one into .env.';

/**
 * Logs in to Discord. Resolves when the gateway is ready.
 *
 * @param options.onApplication - called with what Discord says of the bot, before the first interaction can arrive
 * @param options.stopping - rejects after the step under way
 * @throws what {@link asLoginFailure} puts into words, and whatever `onApplication` throws
 */
export async function logIn(
  client: Client,
  { token }: Config['discord'],
  { onApplication, stopping }: { onApplication: (application: APIApplication) => void; stopping: AbortSignal },
): Promise<APIApplication> {
  const application = await fetchApplication(client.rest.setToken(token.reveal()));
  onApplication(application);
  stopping.throwIfAborted();
  const ready = new Promise<void>((resolve) => {
    client.once(Events.ClientReady, () => {
      resolve();
    });
  });
  await client.login(token.reveal());
  await ready;
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
