import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

import type { ClaimLedger } from '../claims/store/ledger.ts';
import { SECOND_MS } from '../clock.ts';
import type { EndedQuery } from '../database/observed-store.ts';
import type { EndedInteraction } from '../discord/dispatch.ts';
import { StatusError, UpstreamError } from '../errors.ts';
import type { HttpClient, HttpRequest } from '../http/client.ts';
import type { PlanCache } from '../plans/store/cache.ts';
import type { ReminderResult } from '../reminders/reminder.ts';
import type { DeliveryResult } from '../rewards/delivering.ts';
import { PREFIX, watchBacklog, watchProcess } from './gauges.ts';
import type { Metrics, ProcessState } from './metrics.ts';

/** Upper bounds in seconds: Discord waits three for a first response, and the services have about as long. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10];
const DATABASE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * Metrics for Prometheus, after its conventions ("Metric and label naming"), besides those of a Node process. None has
 * a guild, a person or an entity as a label: their number is bounded whoever uses the bot.
 */
export function createPrometheusMetrics(): { metrics: Metrics; registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const histogram = (name: string, help: string, labelNames: string[], buckets = BUCKETS) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers: [registry] });

  const interactions = counter('interactions_total', 'Interactions that are over, by what became of them.', [
    'type',
    'command',
    'result',
  ]);
  const acknowledging = histogram(
    'interaction_ack_seconds',
    'From receiving an interaction until Discord had taken the first response.',
    ['type'],
  );
  const answering = histogram('interaction_reply_seconds', 'From receiving an interaction until it was over.', [
    'command',
  ]);
  const claims = counter('claims_total', 'Verdicts of claims: of each when it was closed or parked, and late grants.', [
    'verdict',
  ]);
  const calls = counter(
    'upstream_requests_total',
    'Calls to the services, by what came of them: a status, "not sent", "no answer" or "unreadable".',
    ['host', 'route', 'status'],
  );
  const calling = histogram('upstream_request_seconds', 'How long calls to the services took.', ['host', 'route']);
  const cacheReads = counter('plan_cache_reads_total', 'Plans that were looked for in the cache.', ['result']);
  const querying = histogram(
    'database_seconds',
    'How long reads, snapshots and writes took, waits included.',
    ['operation'],
    DATABASE_BUCKETS,
  );
  const databaseFailures = counter('database_failures_total', 'Reads, snapshots and writes that failed.', [
    'operation',
  ]);

  const tries = counter('reward_tries_total', 'Tries to tell a game server of a reward, by what came of them.', [
    'result',
  ]);

  function delivery(result: DeliveryResult): void {
    tries.inc({ result });
  }

  const reminders = counter('reminders_total', 'Reminders to vote that were due, by what became of them.', ['result']);

  function reminder(result: ReminderResult): void {
    reminders.inc({ result });
  }

  function query({ operation, ms, failed }: EndedQuery): void {
    querying.observe({ operation }, ms / SECOND_MS);
    if (failed) databaseFailures.inc({ operation });
  }

  const ofHost = (client: HttpClient): HttpClient => ({
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
  });

  const ofPlanCache = (cache: PlanCache): PlanCache => ({
    ...cache,
    async get(entityId) {
      const saved = await cache.get(entityId);
      cacheReads.inc({ result: saved ? 'hit' : 'miss' });
      return saved;
    },
  });

  const ofLedger = (ledger: ClaimLedger): ClaimLedger => ({
    ...ledger,
    async settle(...of) {
      const settlement = await ledger.settle(...of);
      if (settlement.kind === 'closed') claims.inc({ verdict: settlement.verdict.kind });
      if (settlement.kind === 'lost' && settlement.isGrantedLate) claims.inc({ verdict: 'granted' });
      return settlement;
    },
    async close(claim, verdict) {
      const closed = await ledger.close(claim, verdict);
      claims.inc({ verdict: closed.verdict.kind });
      return closed;
    },
    async endAttempt(...of) {
      const isGrantedLate = await ledger.endAttempt(...of);
      if (isGrantedLate) claims.inc({ verdict: 'granted' });
      return isGrantedLate;
    },
  });

  function interaction({ type, command, result, receivedAt, acknowledgedAt, endedAt }: EndedInteraction): void {
    interactions.inc({ type, command, result });
    answering.observe({ command }, (endedAt - receivedAt) / SECOND_MS);
    if (acknowledgedAt !== undefined) acknowledging.observe({ type }, (acknowledgedAt - receivedAt) / SECOND_MS);
  }

  const watch = (state: ProcessState) => {
    watchProcess(registry, state);
    watchBacklog(registry, state.backlog);
  };

  return { metrics: { ofHost, ofPlanCache, ofLedger, interaction, query, delivery, reminder, watch }, registry };
}

/** The path without what differs from call to call (docs/services.md). */
function routeOf({ path }: HttpRequest): string {
  return path.replace(/^(\/api\/v1\/entities\/)[^/]+(\/plan)$/, '$1{entity}$2');
}

function statusOf(error: unknown): string {
  if (error instanceof StatusError) return String(error.status);
  return error instanceof UpstreamError ? error.name : 'error';
}
