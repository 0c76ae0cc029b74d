import { Counter, Gauge, type Registry } from 'prom-client';

import { SECOND_MS } from '../clock.ts';
import type { Backlog } from '../database/backlog.ts';
import type { ProcessState } from './metrics.ts';

export const PREFIX = 'planvote_';

type Labels = Record<string, string>;
/** Values by their labels. */
type Values = readonly (readonly [labels: Labels, value: number])[];

/** A gauge that is read whenever the metrics are; without values while `read` fails. */
function gauge(
  registry: Registry,
  [name, help, ...labelNames]: readonly [name: string, help: string, ...labels: string[]],
  read: () => Values | Promise<Values>,
): void {
  new Gauge({
    name: PREFIX + name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await Promise.resolve()
        .then(read)
        .catch(() => []);
      this.reset();
      // A reset leaves a 0 behind where there are no labels.
      if (labelNames.length === 0) this.remove();
      for (const [labels, value] of values) this.set(labels, value);
    },
  });
}

/** What a process is at. */
export function watchProcess(registry: Registry, { claims, posts, circuits, shards }: ProcessState): void {
  gauge(registry, ['claims_under_way', 'Claims that this process works on.'], () => [[{}, claims().underWay]]);
  new Counter({
    name: `${PREFIX}claims_refused_total`,
    help: 'Claims that were refused at once because there were too many.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(claims().refused);
    },
  });
  const postsOf = ['claim_posts', 'POSTs of claims: under way, or waiting for a turn.', 'kind', 'state'] as const;
  gauge(registry, postsOf, () =>
    Object.entries(posts()).flatMap(([kind, { underWay, waiting }]) => [
      [{ kind, state: 'under way' }, underWay] as const,
      [{ kind, state: 'waiting' }, waiting] as const,
    ]),
  );
  gauge(
    registry,
    ['upstream_circuit_open', 'Whether a service is cut off for everyone: it kept failing.', 'host'],
    () => circuits().map(({ host, everyone }) => [{ host }, Number(everyone)]),
  );
  gauge(registry, ['upstream_credentials_cut_off', 'Access tokens with which a service kept failing.', 'host'], () =>
    circuits().map(({ host, credentials }) => [{ host }, credentials]),
  );
  gauge(registry, ['gateway_shard_connected', 'Whether a shard is connected to Discord.', 'shard'], () =>
    Array.from(shards(), ([shard, isConnected]) => [{ shard: String(shard) }, Number(isConnected)]),
  );
}

/** What is stored, the same for all processes. */
export function watchBacklog(registry: Registry, read: () => Promise<Backlog>): void {
  const one = (name: string, help: string, value: (state: Backlog) => number) => {
    gauge(registry, [name, help], async () => [[{}, value(await read())]]);
  };
  one('claims_open', 'Claims without a verdict.', ({ openClaims }) => openClaims);
  one('claims_oldest_open_seconds', 'How long the oldest open claim is open.', (state) =>
    inSeconds(state.oldestOpenMs),
  );
  one('claims_parked', 'Claims that wait for a moderator.', ({ parkedClaims }) => parkedClaims);
  gauge(registry, ['outbox_due', 'Posts that are due in channels, rewards and reminders.', 'outbox'], async () =>
    (await read()).outboxes.map(({ name, due }) => [{ outbox: name }, due]),
  );
  gauge(registry, ['outbox_oldest_due_seconds', 'How long the oldest of them is due.', 'outbox'], async () =>
    (await read()).outboxes.map(({ name, oldestMs }) => [{ outbox: name }, inSeconds(oldestMs)]),
  );
}

function inSeconds(ms: number): number {
  return ms / SECOND_MS;
}
