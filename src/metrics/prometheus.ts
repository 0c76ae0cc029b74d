import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

import type { openStore } from '../database/database.ts';
import type { EndedInteraction } from '../discord/incoming/dispatch.ts';
import type { HttpClient, HttpRequest } from '../http/client.ts';
import type { PlanCache } from '../plans/store/cache.ts';
import { SECOND_MS } from '../work/clock.ts';
import { COUNTED } from '../work/counts.ts';
import {
  AnswerLostError,
  NotSentError,
  RateLimitedError,
  StatusError,
  TOO_MANY_REQUESTS,
  UnreadableAnswerError,
} from '../work/errors.ts';
import { metric, type ProcessState, watchProcess } from './gauges.ts';

type Store = Awaited<ReturnType<typeof openStore>>;

/** Upper bounds in seconds: Discord waits three for a first response, and the services get about as long. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10];
const DATABASE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * Metrics for Prometheus, by its conventions ("Metric and label naming"), besides those of a Node process. None has a
 * guild, a person or an entity as a label: their number stays bounded.
 */
export function createPrometheusMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string) => new Counter(metric(registry, name, help));
  const histogram = (name: string, help: string, buckets = BUCKETS) =>
    new Histogram({ ...metric(registry, name, help), buckets });

  const interactions = counter(
    'interactions_total{type,command,result}',
    'Interactions that are over, by what became of them.',
  );
  const acknowledging = histogram(
    'interaction_ack_seconds{type}',
    'From receiving an interaction until Discord had taken the first response.',
  );
  const answering = histogram('interaction_reply_seconds{command}', 'From receiving an interaction until it was over.');
  const calls = counter(
    'upstream_requests_total{host,route,status}',
    'Calls to the services, by what came of them: a status, "not sent", "no answer" or "unreadable". 429 also for those held back after one.',
  );
  const calling = histogram('upstream_request_seconds{host,route}', 'How long calls to the services took.');
  const cacheReads = counter('plan_cache_reads_total{result}', 'Plans that were looked for in the cache.');
  const querying = histogram(
    'database_seconds{operation}',
    'How long reads, snapshots and writes took, waits included.',
    DATABASE_BUCKETS,
  );
  const failures = counter('database_failures_total{operation}', 'Reads, snapshots and writes that failed.');
  const counted = new Map<string, Counter>(Object.entries(COUNTED).map(([name, help]) => [name, counter(name, help)]));

  async function timed<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const end = querying.startTimer({ operation });
    try {
      return await work();
    } catch (error) {
      failures.inc({ operation });
      throw error;
    } finally {
      end();
    }
  }

  const metrics = {
    ofHost: (client: HttpClient): HttpClient => ({
      ...client,
      async send(request) {
        const labels = { host: client.name, route: routeOf(request) };
        const end = calling.startTimer(labels);
        try {
          const answer = await client.send(request);
          calls.inc({ ...labels, status: '2xx' });
          return answer;
        } catch (error) {
          calls.inc({ ...labels, status: statusOf(error) });
          throw error;
        } finally {
          end();
        }
      },
    }),

    ofStore: (store: Store): Store => ({
      ...store,
      read: (query) => timed('read', () => store.read(query)),
      snapshot: (queries) => timed('snapshot', () => store.snapshot(queries)),
      write: (work, options) => timed('write', () => store.write(work, options)),
    }),

    ofPlanCache: (cache: PlanCache): PlanCache => ({
      ...cache,
      async get(entityId) {
        const saved = await cache.get(entityId);
        cacheReads.inc({ result: saved ? 'hit' : 'miss' });
        return saved;
      },
    }),

    interaction: ({ type, command, result, receivedAt, acknowledgedAt, endedAt }: EndedInteraction) => {
      interactions.inc({ type, command, result });
      answering.observe({ command }, (endedAt - receivedAt) / SECOND_MS);
      if (acknowledgedAt !== undefined) acknowledging.observe({ type }, (acknowledgedAt - receivedAt) / SECOND_MS);
    },
    count: (name: keyof typeof COUNTED, ...labels: string[]) => {
      counted
        .get(name)
        ?.labels(...labels)
        .inc();
    },

    watch: (state: ProcessState) => {
      watchProcess(registry, state);
    },
  };

  return { metrics, registry };
}

/** The path without its entity id, which differs from call to call (docs/services.md). */
function routeOf({ path }: HttpRequest): string {
  return path.replace(/^(\/api\/v1\/entities\/)[^/]+(\/plan)$/, '$1{entity}$2');
}

function statusOf(error: unknown): string {
  if (error instanceof StatusError) return String(error.status);
  if (error instanceof RateLimitedError) return String(TOO_MANY_REQUESTS);
  if (error instanceof NotSentError) return 'not sent';
  if (error instanceof AnswerLostError) return 'no answer';
  return error instanceof UnreadableAnswerError ? 'unreadable' : 'error';
}
