import { request } from 'undici';

import type { Settings } from '../config.ts';
import { createHttpClient } from '../http/client.ts';
import { createIdentityClient } from '../plans/identity-client.ts';
import { Secret } from '../secrets/secret.ts';
import { systemClock } from '../work/clock.ts';
import { isCredentialRefused, RateLimitedError, StatusError, UnreadableAnswerError } from '../work/errors.ts';
import { createLog } from '../work/log.ts';

const PROBE_TIMEOUT_MS = 2_500;
/** An entity that nobody has. */
const PROBE_ENTITY = 'plan-vote-bot.probe';
const API_PATH = '/api/v1';
const PROBE_PATH = `${API_PATH}/entities/${PROBE_ENTITY}/plan`;
export const SWAPPED = 'AUTH_URL and BASE_URL seem to be swapped';
const NO_KEY = new Secret('none');

/** The state of a service, in words. `mend`: what to do about it, if anything */
export type Probe = { said: string; mend?: string | undefined };

/** What of the services is known. Without `APPLICATION_KEY`, the identity service is seen to ask for one. */
export type KnownServices = { [Name in 'AUTH_URL' | 'BASE_URL' | 'APPLICATION_KEY']?: Settings[Name] | undefined };

/**
 * Asks both services once whether they are there and the right ones. Nothing here can use up a vote: the path of claims
 * is never called, since its deprecated GET claims too, so only the first claim shows a wrong `ACCESS_TOKEN`. The main
 * service is asked for a plan without a credential: any answer shows that a host is there, and only an identity service
 * would ask for a key. The identity service is asked for the plan of an unknown entity, which is Standard
 * (docs/services.md, "One plan"). Takes three seconds at most.
 */
export async function probeServices(services: KnownServices): Promise<{ identity?: Probe; main?: Probe }> {
  const { AUTH_URL: authUrl, BASE_URL: baseUrl, APPLICATION_KEY: key } = services;
  const [read, status] = await Promise.all([
    authUrl === undefined ? undefined : readPlan(authUrl, key ?? NO_KEY),
    baseUrl === undefined ? undefined : statusOf(`${baseUrl}${PROBE_PATH}`).catch((error: unknown) => error),
  ]);
  const identity = authUrl === undefined ? undefined : explainIdentity(read, authUrl, key !== undefined);
  const main = baseUrl === undefined ? undefined : explainMain(status, baseUrl);
  if (identity && main && isStranger(read) && (status === 401 || status === 403)) {
    const mend = SWAPPED;
    return { identity: { ...identity, mend }, main: { said: 'answers like the identity service', mend } };
  }
  return { ...(identity && { identity }), ...(main && { main }) };
}

/** The plan of nobody, or why there is none. */
async function readPlan(url: string, applicationKey: Secret): Promise<unknown> {
  const host = createHttpClient('identity', url, systemClock.now);
  const log = createLog({ level: 'silent', secrets: [] });
  const client = createIdentityClient({ host, applicationKey, log, clock: systemClock });
  const read = await client.readPlan(PROBE_ENTITY).catch((error: unknown) => error);
  await host.close();
  return read;
}

async function statusOf(url: string): Promise<number> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  body.on('error', () => undefined).destroy();
  return statusCode;
}

/** @param read - a plan, or why there is none */
function explainIdentity(read: unknown, url: string, hasKey: boolean): Probe {
  if (!(read instanceof Error) || read instanceof RateLimitedError) return { said: 'answers' };
  if (isCredentialRefused(read)) {
    if (!hasKey) return { said: 'asks for a key' };
    return { said: 'refuses APPLICATION_KEY', mend: 'set APPLICATION_KEY to a key with the scope plans:read' };
  }
  if (isStranger(read)) {
    const mend = doubledPath('AUTH_URL', url) ?? 'check that AUTH_URL is the address of the identity service';
    return { said: 'answers, but not as the identity service', mend };
  }
  return read instanceof StatusError ? trouble(read.status) : unreachable('AUTH_URL', url, read);
}

/** @param status - or why no answer came */
function explainMain(status: unknown, url: string): Probe {
  if (typeof status !== 'number') return unreachable('BASE_URL', url, status);
  if (status >= 500) return trouble(status);
  if (status >= 300 && status < 400) {
    return { said: `redirects (${status})`, mend: 'set BASE_URL to the address that it redirects to' };
  }
  return { said: 'answers', mend: doubledPath('BASE_URL', url) };
}

/** Whether an answer came that the identity service does not give. */
function isStranger(read: unknown): boolean {
  if (read instanceof UnreadableAnswerError) return true;
  return read instanceof StatusError && read.status < 500 && !isCredentialRefused(read);
}

function doubledPath(name: string, url: string): string | undefined {
  return new URL(url).pathname.includes(API_PATH) ? `leave out ${API_PATH} in ${name}, as the bot adds it` : undefined;
}

function trouble(status: number): Probe {
  return { said: `answers ${status}`, mend: 'the service has trouble of its own: there is nothing to change here' };
}

function unreachable(name: string, url: string, error: unknown): Probe {
  const mend = doubledPath(name, url) ?? `check ${name} and the network`;
  return { said: `cannot be reached (${innermostCode(error)})`, mend };
}

/** The code of the innermost error, which says why no answer came. */
function innermostCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return innermostCode(error.cause);
  const { code, name } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : name;
}
