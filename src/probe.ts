import { request } from 'undici';

import { type HostName, isCredentialRefused, RateLimitedError, StatusError, UnreadableAnswerError } from './errors.ts';
import type { IdentityClient } from './plans/identity-client.ts';

const PROBE_TIMEOUT_MS = 2_500;
/** An entity that nobody has. */
const PROBE_ENTITY = 'plan-vote-bot.probe';
const API_PATH = '/api/v1';

/** What a service said when it was asked whether it is there. `mend`: what to do about it, if anything. */
export type Probe = { said: string; mend?: string };

/**
 * Asks both services once whether they are there and are the ones they should be.
 *
 * Nothing here can use up a vote: the claim's path is not called with any method, since its deprecated GET claims too,
 * and the access token is not sent. The main service is asked for a plan, without a credential: that some answer comes
 * shows that a host is there, and only an identity service would ask for a key. So a wrong `ACCESS_TOKEN` is found out
 * by the first claim only. The identity service is asked as for every plan, with the application key, about an entity
 * that it answers Standard for (docs/services.md, "One plan").
 */
export async function probeServices(services: {
  identity: Pick<IdentityClient, 'readPlan'>;
  identityUrl: string;
  mainUrl: string;
}): Promise<Record<HostName, Probe>> {
  const { identity, identityUrl, mainUrl } = services;
  const [read, status] = await Promise.all([
    identity.readPlan(PROBE_ENTITY).then(() => undefined, asError),
    statusOf(`${mainUrl}${API_PATH}/entities/${PROBE_ENTITY}/plan`).catch(asError),
  ]);
  const areSwapped = isStranger(read) && (status === 401 || status === 403);
  return {
    identity: { ...explainIdentity(read, identityUrl), ...(areSwapped ? SWAPPED : {}) },
    main: { ...explainMain(status, mainUrl), ...(areSwapped ? SWAPPED : {}) },
  };
}

const SWAPPED = { mend: 'AUTH_URL and BASE_URL seem to be swapped' };

/** The status of an answer to a GET; its body is not read. */
async function statusOf(url: string): Promise<number> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  body.on('error', () => undefined).destroy();
  return statusCode;
}

function explainIdentity(error: Error | undefined, url: string): Probe {
  if (error === undefined || error instanceof RateLimitedError) return { said: 'answers' };
  if (isCredentialRefused(error)) {
    return { said: 'refuses APPLICATION_KEY', mend: 'set APPLICATION_KEY to a key with the scope plans:read' };
  }
  if (isStranger(error)) {
    return {
      said: 'answers, but not as the identity service',
      mend: doubledPath('AUTH_URL', url) ?? 'check that AUTH_URL is the address of the identity service',
    };
  }
  if (error instanceof StatusError) return trouble(error.status);
  return unreachable('AUTH_URL', error);
}

function explainMain(answer: number | Error, url: string): Probe {
  if (answer instanceof Error) return unreachable('BASE_URL', answer);
  if (answer >= 500) return trouble(answer);
  if (answer >= 300 && answer < 400) {
    return { said: `redirects (${answer})`, mend: 'set BASE_URL to the address that it redirects to' };
  }
  const mend = doubledPath('BASE_URL', url);
  return { said: 'answers', ...(mend === undefined ? {} : { mend }) };
}

/** Whether an answer came, but not one that the identity service gives. */
function isStranger(error: Error | undefined): boolean {
  if (error instanceof UnreadableAnswerError) return true;
  return error instanceof StatusError && error.status < 500 && !isCredentialRefused(error);
}

function doubledPath(name: string, url: string): string | undefined {
  return new URL(url).pathname.includes(API_PATH) ? `leave out ${API_PATH} in ${name}: the bot adds it` : undefined;
}

function trouble(status: number): Probe {
  return { said: `answers ${status}`, mend: 'the service has trouble of its own: there is nothing to change here' };
}

function unreachable(name: string, error: Error): Probe {
  return { said: `cannot be reached (${codeOf(error)})`, mend: `check ${name} and the network` };
}

/** The code of the innermost error, which says why no connection or no answer came. */
function codeOf(error: Error): string {
  if (error.cause instanceof Error) return codeOf(error.cause);
  const { code, name } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : name;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
