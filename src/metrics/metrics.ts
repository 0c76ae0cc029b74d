import type { ClaimLedger } from '../claims/store/ledger.ts';
import type { EndedQuery } from '../database/observed-store.ts';
import type { EndedInteraction } from '../discord/dispatch.ts';
import type { HttpClient } from '../http/client.ts';
import type { PlanCache } from '../plans/store/cache.ts';
import type { ReminderResult } from '../reminders/reminder.ts';
import type { DeliveryResult } from '../rewards/delivering.ts';
import type { ProcessState } from './gauges.ts';

/** Counts what parts of the bot do. Each `of…` returns the part to use from then on. */
export type Metrics = {
  ofHost: (client: HttpClient) => HttpClient;
  ofPlanCache: (cache: PlanCache) => PlanCache;
  ofLedger: (ledger: ClaimLedger) => ClaimLedger;
  interaction: (ended: EndedInteraction) => void;
  query: (ended: EndedQuery) => void;
  delivery: (result: DeliveryResult) => void;
  reminder: (result: ReminderResult) => void;
  /** To be called once, when everything is there. */
  watch: (state: ProcessState) => void;
};

const asItIs = <T>(part: T): T => part;
const ignore = () => undefined;

/** Counts nothing where nobody asks for metrics. */
export const NO_METRICS: Metrics = {
  ofHost: asItIs,
  ofPlanCache: asItIs,
  ofLedger: asItIs,
  interaction: ignore,
  query: ignore,
  delivery: ignore,
  reminder: ignore,
  watch: ignore,
};
