import { chunksOf } from '../chunks.ts';
import { MINUTE_MS, type Clock } from '../clock.ts';
import {
  AnswerLostError,
  isCredentialRefused,
  NotSentError,
  RateLimitedError,
  StatusError,
  UnreadableAnswerError,
  UpstreamError,
} from '../errors.ts';
import type { HttpClient, HttpRequest } from '../http/client.ts';
import type { Log } from '../log.ts';
import { backoffMs, retry } from '../retry.ts';
import type { Secret } from '../secret.ts';
import { type Plan, planListing, type PlanRead, planRecord, toPlan } from './plan.ts';

/** For one read, including its retries. */
export const READ_DEADLINE_MS = 2_500;
/** The service's limit (docs/services.md, "Limits"). */
export const MAX_ENTITIES_PER_LISTING = 100;
const READ_RETRIES = 2;
const BACKOFF_BASE_MS = 150;
const SINGLE_READS_AT_ONCE = 8;
const LISTING_REST_MS = 10 * MINUTE_MS;

export type IdentityClient = {
  /**
   * The plan of one entity (docs/services.md, "One plan"). An unknown entity is reported as being on the Standard plan.
   *
   * @throws {@link UpstreamError} after two retries, or at the latest after {@link READ_DEADLINE_MS}
   */
  readPlan(entityId: string): Promise<Plan>;
  /**
   * The plans of many entities (docs/services.md, "Several plans"), in chunks of 100; a plan that is missing from a
   * listing or unreadable is read on its own. A host that refuses to list is not asked to list again for ten minutes.
   * Once it refuses the key, having accepted it for nothing else, the remaining plans are not asked for. Every id has
   * an entry.
   */
  listPlans(entityIds: readonly string[]): Promise<Map<string, PlanRead>>;
};

type IdentityClientOptions = {
  host: HttpClient;
  applicationKey: Secret;
  log: Log;
  clock: Clock;
};

export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const { host, applicationKey, log, clock } = options;
  let listAgainAt = 0;

  async function read(request: Pick<HttpRequest, 'method' | 'path' | 'json'>): Promise<unknown> {
    const endsAt = clock.now() + READ_DEADLINE_MS;
    const signal = AbortSignal.timeout(READ_DEADLINE_MS);
    return retry(() => host.send({ ...request, credential: applicationKey, signal }), {
      pauseAfter: (error, tryNumber) => {
        if (signal.aborted || tryNumber > READ_RETRIES || !isTransient(error)) return undefined;
        const pauseMs = requestedWaitMs(error, clock.now()) ?? backoffMs(BACKOFF_BASE_MS, tryNumber, clock);
        return clock.now() + pauseMs < endsAt ? pauseMs : undefined;
      },
      clock,
    });
  }

  async function readPlan(entityId: string): Promise<Plan> {
    const answer = await read({ method: 'GET', path: `/api/v1/entities/${encodeURIComponent(entityId)}/plan` });
    const parsed = planRecord.safeParse(answer);
    if (parsed.success) return toPlan(parsed.data, entityId);
    const paths = parsed.error.issues.map((issue) => issue.path.join('.'));
    log.error({ host: host.name, entityId, paths }, 'unreadable plan');
    throw new UnreadableAnswerError(host.name, paths, { cause: parsed.error });
  }

  /** Undefined when the host refuses to list. */
  async function list(entityIds: readonly string[]): Promise<Map<string, Plan> | undefined> {
    if (clock.now() < listAgainAt) return undefined;
    try {
      const answer = await read({ method: 'POST', path: '/api/v1/entities/plans', json: { entities: entityIds } });
      return planListing(answer);
    } catch (error) {
      if (!isListingRefusal(error)) throw error;
      listAgainAt = clock.now() + LISTING_REST_MS;
      log.warn({ err: error, retryAt: listAgainAt }, 'the plan listing is not available, reading plans one by one');
      return undefined;
    }
  }

  async function listPlans(entityIds: readonly string[]): Promise<Map<string, PlanRead>> {
    const reads = new Map<string, PlanRead>();
    const unlisted: string[] = [];
    let isKeyAccepted = false;
    for (const chunk of chunksOf([...new Set(entityIds)], MAX_ENTITIES_PER_LISTING)) {
      const listing = await list(chunk).catch(asUpstreamError);
      if (listing instanceof UpstreamError) {
        for (const id of chunk) reads.set(id, { kind: 'failed', error: listing });
        continue;
      }
      if (listing) isKeyAccepted = true;
      for (const id of chunk) {
        const plan = listing?.get(id);
        if (plan) reads.set(id, { kind: 'plan', plan });
        else unlisted.push(id);
      }
    }
    let refusal: UpstreamError | undefined;
    const ids = unlisted.values();
    const readers = Array.from({ length: SINGLE_READS_AT_ONCE }, async () => {
      for (const id of ids) {
        const read = await readPlan(id).catch(asUpstreamError);
        if (read instanceof UpstreamError) {
          reads.set(id, { kind: 'failed', error: read });
          if (!isCredentialRefused(read) || isKeyAccepted) continue;
          refusal = read;
          return;
        }
        isKeyAccepted = true;
        reads.set(id, { kind: 'plan', plan: read });
      }
    });
    await Promise.all(readers);
    if (refusal) for (const id of ids) reads.set(id, { kind: 'failed', error: refusal });
    return reads;
  }

  return { readPlan, listPlans };
}

function asUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  throw error;
}

/** Whether another try may succeed: the host did not decide against the request, something got in the way. */
function isTransient(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 500;
  return error instanceof NotSentError || error instanceof AnswerLostError || error instanceof RateLimitedError;
}

/** How long the host asks us to wait, if it does and the time is still to come. */
function requestedWaitMs(error: unknown, now: number): number | undefined {
  if (!(error instanceof RateLimitedError) || error.retryAt === undefined || error.retryAt <= now) return undefined;
  return error.retryAt - now;
}

/** Whether the host does not list, or not in a form we can read; single reads may still work. */
function isListingRefusal(error: unknown): boolean {
  return error instanceof UnreadableAnswerError || (error instanceof StatusError && error.status < 500);
}
