import { Counter, Gauge, type Registry } from 'prom-client';

import type { Backlog } from '../database/backlog.ts';
import type { CutOff } from '../http/circuits.ts';
import { SECOND_MS } from '../work/clock.ts';
import type { HostName } from '../work/errors.ts';

/** Configures a metric of prom-client. @param written - as Prometheus writes it: `claim_posts{kind,state}` */
export function metric(registry: Registry, written: string, help: string) {
  const [name = '', labels = ''] = written.split(/[{}]/);
  const labelNames = labels === '' ? [] : labels.split(',');
  return { name: `planvote_${name}`, help, labelNames, registers: [registry] };
}

/** Read whenever Prometheus asks for the metrics. */
export type ProcessState = {
  /** claims that this process works on, and those that it refused since it started because there were too many */
  claims: () => { underWay: number; refused: number };
  /** POSTs of claims: `fresh` for people who wait, `recovered` for claims left behind */
  slots: () => Record<'fresh' | 'recovered', { underWay: number; waiting: number }>;
  circuits: () => ({ host: HostName } & CutOff)[];
  /** by shard: whether it is connected */
  shards: () => ReadonlyMap<number, boolean>;
  backlog: () => Promise<Backlog>;
};

type Values = readonly (readonly [labels: Record<string, string>, value: number])[];

export function watchProcess(registry: Registry, { claims, slots, circuits, shards, backlog }: ProcessState): void {
  /** A gauge without values while `read` fails. */
  function gauge(name: string, help: string, read: () => Values | Promise<Values>): void {
    const definition = metric(registry, name, help);
    new Gauge({
      ...definition,
      async collect() {
        const values = await Promise.resolve()
          .then(read)
          .catch(() => []);
        this.reset();
        // A reset leaves a 0 behind where there are no labels.
        if (definition.labelNames.length === 0) this.remove();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  }

  gauge('claims_under_way', 'Claims that this process works on.', () => [[{}, claims().underWay]]);
  new Counter({
    ...metric(registry, 'claims_refused_total', 'Claims that were refused at once because there were too many.'),
    collect() {
      this.reset();
      this.inc(claims().refused);
    },
  });
  gauge('claim_posts{kind,state}', 'POSTs of claims: under way, or waiting for a turn.', () =>
    Object.entries(slots()).flatMap(([kind, { underWay, waiting }]) => [
      [{ kind, state: 'under way' }, underWay] as const,
      [{ kind, state: 'waiting' }, waiting] as const,
    ]),
  );
  gauge('upstream_circuit_open{host}', 'Whether a service is cut off for everyone: it kept failing.', () =>
    circuits().map(({ host, everyone }) => [{ host }, Number(everyone)]),
  );
  gauge('upstream_credentials_cut_off{host}', 'Access tokens with which a service kept failing.', () =>
    circuits().map(({ host, credentials }) => [{ host }, credentials]),
  );
  gauge('gateway_shard_connected{shard}', 'Whether a shard is connected to Discord.', () =>
    Array.from(shards(), ([shard, isConnected]) => [{ shard: String(shard) }, Number(isConnected)]),
  );

  // These are in the database, so that all processes have the same values.
  gauge('claims_open', 'Claims without a verdict.', async () => [[{}, (await backlog()).openClaims.due]]);
  gauge('claims_oldest_open_seconds', 'How long the oldest open claim is open.', async () => [
    [{}, (await backlog()).openClaims.oldestMs / SECOND_MS],
  ]);
  gauge('claims_parked', 'Claims that wait for a moderator.', async () => [[{}, (await backlog()).parkedClaims.due]]);
  gauge('rewards_waiting{why}', 'Rewards that somebody has to look at: held, parked, or failing.', async () =>
    Object.entries((await backlog()).waitingRewards).map(([why, { due }]) => [{ why }, due]),
  );
  gauge('outbox_due{outbox}', 'Posts that are due in channels, rewards and reminders.', async () =>
    Object.entries((await backlog()).outboxes).map(([outbox, { due }]) => [{ outbox }, due]),
  );
  gauge('outbox_oldest_due_seconds{outbox}', 'How long the oldest of them is due.', async () =>
    Object.entries((await backlog()).outboxes).map(([outbox, { oldestMs }]) => [{ outbox }, oldestMs / SECOND_MS]),
  );
}
