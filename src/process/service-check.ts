import type { EnvironmentValues } from '../config.ts';
import { createPool } from '../http/bounded-pool.ts';
import { CONNECT_TIMEOUT_MS, createHttpClient, HOST_BOUNDS } from '../http/client.ts';
import { exchange } from '../http/exchange.ts';
import { createIdentityClient } from '../plans/identity-client.ts';
import { Secret } from '../secret.ts';
import { systemClock } from '../work/clock.ts';
import { isCredentialRefused, RateLimitedError, StatusError, UnreadableAnswerError } from '../work/errors.ts';
import { createLog } from '../work/log.ts';

const PROBE_TIMEOUT_MS = 2_500;
/** An entity that nobody has. */
const PROBE_ENTITY = 'plan-vote-bot.probe';
const API_PATH = '/api/v1';
/** {@link API_PATH} where an address has it already, with what follows. */
const DOUBLED_PATH = /\/api\/v1(?![\w-]).*/;
const PROBE_PATH = `${API_PATH}/entities/${PROBE_ENTITY}/plan`;
export const SWAPPED = 'AUTH_URL and BASE_URL seem to be swapped';
const NO_KEY = new Secret('none');

/** The state of a service, in words. `mend`: what to do about it, if anything */
export type Probe = { said: string; mend?: string | undefined };

/** What of the services is known. Without `APPLICATION_KEY`, the identity service is seen to ask for one. */
export type KnownServices = {
  [Name in 'AUTH_URL' | 'BASE_URL' | 'APPLICATION_KEY']?: EnvironmentValues[Name] | undefined;
};

/**
 * Asks both services once whether they are there and the right ones. Nothing here can use up a vote: the path of claims
 * is never called, since its deprecated GET claims too, so only the first claim shows a wrong `ACCESS_TOKEN`. The main
 * service is asked for a plan without a credential: any answer shows that a host is there, and only an identity service
 * would ask for a key. The identity service is asked for the plan of an unknown entity, which is Standard
 * (docs/services.md, "One plan"). An address that has the path of the bot's own calls is asked without. Takes three seconds
 * at most.
 */
export async function probeServices(services: KnownServices): Promise<{ identity?: Probe; main?: Probe }> {
  const { APPLICATION_KEY: key } = services;
  const [authUrl, baseUrl] = [services.AUTH_URL, services.BASE_URL].map((url) => url && withoutApiPath(url));
  const [read, status] = await Promise.all([
    authUrl === undefined ? undefined : readPlan(authUrl, key ?? NO_KEY),
    baseUrl === undefined ? undefined : statusOf(`${baseUrl}${PROBE_PATH}`).catch((error: unknown) => error),
  ]);
  const areSwapped = authUrl !== undefined && isStranger(read) && (status === 401 || status === 403);
  const identity = authUrl === undefined ? undefined : explainIdentity(read, key !== undefined, areSwapped);
  const main = baseUrl === undefined ? undefined : explainMain(status, areSwapped);
  return {
    ...(identity && { identity: withPath('AUTH_URL', services.AUTH_URL, identity) }),
    ...(main && { main: withPath('BASE_URL', services.BASE_URL, main) }),
  };
}

/** Takes off what the bot adds itself. */
export function withoutApiPath(url: string): string {
  return url.replace(DOUBLED_PATH, '');
}

/** Names a doubled path too, before what else is wrong. */
function withPath(name: string, url: string | undefined, probe: Probe): Probe {
  const [path] = DOUBLED_PATH.exec(url ?? '') ?? [];
  if (path === undefined) return probe;
  const said = `has an address with ${path} at its end`;
  const mend = `leave out ${path} in ${name}, as the bot adds it`;
  return probe.mend === undefined
    ? { said, mend }
    : { said: `${said}, and ${probe.said}`, mend: `${mend}, and ${probe.mend}` };
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
  const { origin, pathname, search } = new URL(url);
  const pool = createPool(origin, { bounds: HOST_BOUNDS, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const limits = { maxBytes: 0, signal: systemClock.signal(PROBE_TIMEOUT_MS) };
  const asked = { method: 'GET', path: `${pathname}${search}` } as const;
  return exchange(pool, asked, limits)
    .then(({ status }) => status)
    .finally(() => pool.destroy());
}

/** @param read - a plan, or why there is none */
function explainIdentity(read: unknown, hasKey: boolean, areSwapped: boolean): Probe {
  if (!(read instanceof Error) || read instanceof RateLimitedError) return { said: 'answers' };
  if (isCredentialRefused(read)) {
    if (!hasKey) return { said: 'asks for a key' };
    return { said: 'refuses APPLICATION_KEY', mend: 'set APPLICATION_KEY to a key with the scope plans:read' };
  }
  if (isStranger(read)) {
    const mend = areSwapped ? SWAPPED : 'check that AUTH_URL is the address of the identity service';
    return { said: 'answers, but not as the identity service', mend };
  }
  return read instanceof StatusError ? trouble(read.status) : unreachable('AUTH_URL', read);
}

/** @param status - or why no answer came */
function explainMain(status: unknown, areSwapped: boolean): Probe {
  if (typeof status !== 'number') return unreachable('BASE_URL', status);
  if (status >= 500) return trouble(status);
  if (status >= 300 && status < 400) {
    return { said: `redirects (${status})`, mend: 'set BASE_URL to the address that it redirects to' };
  }
  return areSwapped ? { said: 'answers like the identity service', mend: SWAPPED } : { said: 'answers' };
}

/** Whether an answer came that the identity service does not give. */
function isStranger(read: unknown): boolean {
  if (read instanceof UnreadableAnswerError) return true;
  return read instanceof StatusError && read.status < 500 && !isCredentialRefused(read);
}

function trouble(status: number): Probe {
  return { said: `answers ${status}`, mend: 'wait, since the service has trouble of its own' };
}

function unreachable(name: string, error: unknown): Probe {
  return { said: `cannot be reached (${innermostCode(error)})`, mend: `check ${name} and the network` };
}

/** The code of the innermost error, which says why no answer came. */
function innermostCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return innermostCode(error.cause);
  const { code, name } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : name;
}
