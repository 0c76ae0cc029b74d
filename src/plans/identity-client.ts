import type { HttpClient, HttpRequest } from '../http/client.ts';
import type { Secret } from '../secret.ts';
import { chunksOf } from '../work/chunks.ts';
import { MINUTE_MS, type Clock } from '../work/clock.ts';
import {
  AnswerLostError,
  isCredentialRefused,
  NotSentError,
  RateLimitedError,
  StatusError,
  UnreadableAnswerError,
  UpstreamError,
} from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { backoffMs, retry } from '../work/retry.ts';
import { type Plan, planListing, type PlanRead, planRecord, toPlan } from './plan.ts';

/** For one read with its retries. */
export const READ_DEADLINE_MS = 2_500;
/** The service's limit (docs/services.md, "Limits"). */
export const MAX_ENTITIES_PER_LISTING = 100;
const READ_RETRIES = 2;
const BACKOFF_BASE_MS = 150;
const SINGLE_READS_AT_ONCE = 8;
const LISTING_REST_MS = 10 * MINUTE_MS;

export type IdentityClient = ReturnType<typeof createIdentityClient>;

export function createIdentityClient(options: { host: HttpClient; applicationKey: Secret; log: Log; clock: Clock }) {
  const { host, applicationKey, log, clock } = options;
  let listAgainAt = 0;

  async function read(request: Pick<HttpRequest, 'method' | 'path' | 'json'>): Promise<unknown> {
    const endsAt = clock.now() + READ_DEADLINE_MS;
    const signal = clock.signal(READ_DEADLINE_MS);
    return retry(() => host.send({ ...request, credential: applicationKey, signal }), {
      pauseAfter: (error, tryNumber) => {
        if (signal.aborted || tryNumber > READ_RETRIES || !isTransient(error)) return undefined;
        const pauseMs = requestedWaitMs(error, clock.now()) ?? backoffMs(BACKOFF_BASE_MS, tryNumber, clock);
        return clock.now() + pauseMs < endsAt ? pauseMs : undefined;
      },
      clock,
    });
  }

  /**
   * The plan of one entity (docs/services.md, "One plan").
   *
   * @throws {@link UpstreamError} after two retries, or after {@link READ_DEADLINE_MS}
   */
  async function readPlan(entityId: string): Promise<Plan> {
    const answer = await read({ method: 'GET', path: `/api/v1/entities/${encodeURIComponent(entityId)}/plan` });
    const { data, error } = planRecord.safeParse(answer);
    if (data) return toPlan(data, entityId);
    const paths = error.issues.map((issue) => issue.path.join('.'));
    log.error({ host: host.name, entityId, paths }, 'unreadable plan');
    throw new UnreadableAnswerError(host.name, paths, { cause: error });
  }

  /** @returns undefined when the host does not list, although it may give single plans */
  async function list(entityIds: readonly string[]): Promise<Map<string, Plan> | undefined> {
    if (clock.now() < listAgainAt) return undefined;
    try {
      return planListing(await read({ method: 'POST', path: '/api/v1/entities/plans', json: { entities: entityIds } }));
    } catch (error) {
      const isRefusal = error instanceof UnreadableAnswerError || (error instanceof StatusError && error.status < 500);
      const hasFailed = error instanceof StatusError || error instanceof AnswerLostError;
      if (!isRefusal && !(hasFailed && (await givesPlan(entityIds)))) throw error;
      listAgainAt = clock.now() + LISTING_REST_MS;
      log.warn({ err: error, retryAt: listAgainAt }, 'the plan listing is not available, reading plans one by one');
      return undefined;
    }
  }

  /** Whether what fails is the listing alone. */
  function givesPlan([entityId = '']: readonly string[]): Promise<boolean> {
    return readPlan(entityId).then(
      () => true,
      () => false,
    );
  }

  /**
   * The plans of many entities (docs/services.md, "Several plans"), in chunks of 100; every id gets an entry. A plan that
   * is missing from a listing or unreadable is read on its own. A host that does not list is asked to list again after
   * ten minutes. Once it refuses the key, having accepted it for nothing else, the remaining plans are not asked for.
   */
  async function listPlans(entityIds: readonly string[]): Promise<Map<string, PlanRead>> {
    const ids = [...new Set(entityIds)];
    const reads = new Map<string, PlanRead>();
    let isKeyAccepted = false;
    let refusal: UpstreamError | undefined;
    for (const chunk of chunksOf(ids, MAX_ENTITIES_PER_LISTING)) {
      const listing = await list(chunk).catch(asUpstreamError);
      isKeyAccepted ||= listing instanceof Map;
      for (const id of chunk) {
        const read = listing instanceof UpstreamError ? listing : listing?.get(id);
        if (read) reads.set(id, read);
      }
    }
    const unlisted = ids.filter((id) => !reads.has(id)).values();
    async function readSingly(): Promise<void> {
      for (const id of unlisted) {
        const read = await readPlan(id).catch(asUpstreamError);
        reads.set(id, read);
        if (!(read instanceof UpstreamError)) isKeyAccepted = true;
        else if (isCredentialRefused(read) && !isKeyAccepted) {
          refusal = read;
          return;
        }
      }
    }
    await Promise.all(Array.from({ length: SINGLE_READS_AT_ONCE }, readSingly));
    if (refusal) for (const id of unlisted) reads.set(id, refusal);
    return reads;
  }

  return { readPlan, listPlans };
}

function asUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  throw error;
}

/** Whether another try may succeed: the host did not decide against the request. */
function isTransient(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 500;
  return error instanceof NotSentError || error instanceof AnswerLostError || error instanceof RateLimitedError;
}

function requestedWaitMs(error: unknown, now: number): number | undefined {
  const waitMs = error instanceof RateLimitedError && error.retryAt !== undefined ? error.retryAt - now : 0;
  return waitMs > 0 ? waitMs : undefined;
}
