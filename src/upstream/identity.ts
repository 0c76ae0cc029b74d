import { DelegateBackoff, handleWhen, retry } from 'cockatiel';

import {
  AnswerLostError,
  isCredentialRefused,
  NotSentError,
  RateLimitedError,
  StatusError,
  UnreadableAnswerError,
} from '../errors.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import type { HttpHost, HttpRequest } from './http.ts';
import { planListing, planSchema, type Plan } from './plan.ts';

export const READ_DEADLINE_MS = 2_500;
export const MAX_ENTITIES_PER_LISTING = 100;
const READ_RETRIES = 2;
const BACKOFF_BASE_MS = 150;
const SINGLE_READS_AT_ONCE = 8;
const LISTING_REST_MS = 10 * 60_000;

export type IdentityHost = {
  /**
   * The plan of one entity (specification, section 4.1). An unknown entity answers as one on the Standard plan.
   *
   * @throws {@link UpstreamError} after two retries, at the latest after {@link READ_DEADLINE_MS}
   */
  readPlan(entityId: string): Promise<Plan>;
  /**
   * The plans of many entities (section 4.2), in chunks of 100; what a listing leaves out or garbles is read singly. A host that
   * refuses to list is not asked to again for ten minutes, and one that refuses the key to a single read is asked no further. Every
   * id given has an entry: its plan, or why there is none.
   */
  listPlans(entityIds: readonly string[]): Promise<Map<string, PromiseSettledResult<Plan>>>;
};

type IdentityHostOptions = {
  host: HttpHost;
  applicationKey: Secret;
  log: Log;
  now?: () => number;
  random?: () => number;
};

export function createIdentityHost(options: IdentityHostOptions): IdentityHost {
  const { host, applicationKey, log, now = Date.now, random = Math.random } = options;
  let listAgainAt = 0;

  async function read(request: Pick<HttpRequest, 'method' | 'path' | 'json'>): Promise<unknown> {
    const endsAt = now() + READ_DEADLINE_MS;
    const signal = AbortSignal.timeout(READ_DEADLINE_MS);
    const retries = retry(
      handleWhen((error) => isTransient(error) && now() + requestedWaitMs(error, now()) < endsAt),
      {
        maxAttempts: READ_RETRIES,
        backoff: new DelegateBackoff<{ attempt: number; result: { error: unknown } | { value: unknown } }>(
          ({ attempt, result }) =>
            requestedWaitMs('error' in result ? result.error : undefined, now()) ||
            random() * BACKOFF_BASE_MS * 2 ** (attempt - 1),
        ),
      },
    );
    return retries.execute(() => host.send({ ...request, credential: applicationKey, signal }), signal);
  }

  async function readPlan(entityId: string): Promise<Plan> {
    const answer = await read({ method: 'GET', path: `/api/v1/entities/${encodeURIComponent(entityId)}/plan` });
    const parsed = planSchema(entityId).safeParse(answer);
    if (parsed.success) return parsed.data;
    const paths = parsed.error.issues.map((issue) => issue.path.join('.'));
    log.error({ host: host.name, entityId, paths }, 'unreadable plan');
    throw new UnreadableAnswerError(host.name, paths, { cause: parsed.error });
  }

  async function list(entityIds: readonly string[]): Promise<Map<string, Plan>> {
    if (now() < listAgainAt) return new Map();
    try {
      const answer = await read({ method: 'POST', path: '/api/v1/entities/plans', json: { entities: entityIds } });
      return planListing(answer);
    } catch (error) {
      if (!isListingRefusal(error)) throw error;
      listAgainAt = now() + LISTING_REST_MS;
      log.warn({ err: error, retryAt: listAgainAt }, 'the plan listing is not available, reading plans one by one');
      return new Map();
    }
  }

  async function listPlans(entityIds: readonly string[]): Promise<Map<string, PromiseSettledResult<Plan>>> {
    const results = new Map<string, PromiseSettledResult<Plan>>();
    const unanswered: string[] = [];
    for (const chunk of chunksOf([...new Set(entityIds)], MAX_ENTITIES_PER_LISTING)) {
      const [listing] = await Promise.allSettled([list(chunk)]);
      for (const id of chunk) {
        if (listing.status === 'rejected') {
          results.set(id, listing);
          continue;
        }
        const plan = listing.value.get(id);
        if (plan) results.set(id, { status: 'fulfilled', value: plan });
        else unanswered.push(id);
      }
    }
    let keyRefusal: PromiseRejectedResult | undefined;
    const readers = Array.from({ length: SINGLE_READS_AT_ONCE }, async () => {
      for (let id = unanswered.pop(); id !== undefined; id = unanswered.pop()) {
        const [result] = keyRefusal ? [keyRefusal] : await Promise.allSettled([readPlan(id)]);
        if (result.status === 'rejected' && isCredentialRefused(result.reason)) keyRefusal = result;
        results.set(id, result);
      }
    });
    await Promise.all(readers);
    return results;
  }

  return { readPlan, listPlans };
}

/** Worth another try: nothing that the host decided, only what got in its way. */
function isTransient(error: unknown): boolean {
  if (error instanceof StatusError) return error.status >= 500;
  return error instanceof NotSentError || error instanceof AnswerLostError || error instanceof RateLimitedError;
}

function requestedWaitMs(error: unknown, now: number): number {
  return error instanceof RateLimitedError && error.retryAt !== undefined ? Math.max(0, error.retryAt - now) : 0;
}

/** The host does not list, or not in a way we can read: single reads may still work. */
function isListingRefusal(error: unknown): boolean {
  return error instanceof UnreadableAnswerError || (error instanceof StatusError && error.status < 500);
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
