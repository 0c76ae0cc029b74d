import type { APIApplication, Client } from 'discord.js';

import type { Config } from '../config.ts';
import { FatalError } from '../work/errors.ts';
import { fetchApplication } from './application.ts';
import { TOKEN_REFUSED } from './client.ts';
import type { WayIn } from './way-in.ts';

const UNAUTHORIZED = 401;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Logs in to Discord. Resolves once interactions can arrive.
 *
 * @param options - `onApplication`: called before the first interaction can arrive; `stopping`: rejects after the step
 * under way
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

/** Says why the bot cannot work with Discord, in a sentence for the operator. */
export function asLoginFailure(error: unknown): FatalError {
  return error instanceof FatalError ? error : new FatalError(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): string {
  const { status, code, message } = error as { status?: unknown; code?: unknown; message?: unknown };
  if (status === UNAUTHORIZED || code === 'TokenInvalid') return TOKEN_REFUSED;
  if (typeof code === 'string' && UNREACHABLE.has(code))
    return `Discord cannot be reached (${code}): check the network, and DISCORD_API_URL if it is set.`;
  return `The bot could not log in to Discord: ${String(message)}`;
}
