import type { ClaimLedger } from '../claims/store/ledger.ts';
import type { Backlog } from '../database/backlog.ts';
import type { EndedQuery } from '../database/observed-store.ts';
import type { EndedInteraction } from '../discord/dispatch.ts';
import type { HostName } from '../errors.ts';
import type { CutOff } from '../http/circuits.ts';
import type { HttpClient } from '../http/client.ts';
import type { PlanCache } from '../plans/store/cache.ts';
import type { ReminderResult } from '../reminders/reminder.ts';
import type { DeliveryResult } from '../rewards/delivering.ts';

/** What is read whenever the metrics are asked for. */
export type ProcessState = {
  /** claims that this process works on, and those it refused since it started because there were too many */
  claims: () => { underWay: number; refused: number };
  /** POSTs of claims: under way, and those that wait for a turn; of people who wait, and of claims left behind */
  posts: () => Record<'fresh' | 'recovered', { underWay: number; waiting: number }>;
  /** by service: whether it is cut off for everyone, and for how many credentials */
  circuits: () => ({ host: HostName } & CutOff)[];
  /** by shard: whether it has its connection */
  shards: () => ReadonlyMap<number, boolean>;
  /** the same for all processes */
  backlog: () => Promise<Backlog>;
};

/** Counts what parts of the bot do: each `of…` returns the part as it is used from then on. */
export type Metrics = {
  ofHost(client: HttpClient): HttpClient;
  ofPlanCache(cache: PlanCache): PlanCache;
  ofLedger(ledger: ClaimLedger): ClaimLedger;
  interaction: (ended: EndedInteraction) => void;
  query: (ended: EndedQuery) => void;
  delivery: (result: DeliveryResult) => void;
  reminder: (result: ReminderResult) => void;
  /** To be called once, when everything is there. */
  watch(state: ProcessState): void;
};

/** Where nobody asks for metrics, nothing is counted. */
export const NO_METRICS: Metrics = {
  ofHost: (client) => client,
  ofPlanCache: (cache) => cache,
  ofLedger: (ledger) => ledger,
  interaction: () => undefined,
  query: () => undefined,
  delivery: () => undefined,
  reminder: () => undefined,
  watch: () => undefined,
};
