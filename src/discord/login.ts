import { FatalError } from '../work/errors.ts';
import { TOKEN_REFUSED } from './client.ts';

const UNAUTHORIZED = 401;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

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
