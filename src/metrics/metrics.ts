import type { createPrometheusMetrics } from './prometheus.ts';

/** Counts what parts of the bot do: each `of…` returns the part as it is used from then on. */
export type Metrics = ReturnType<typeof createPrometheusMetrics>['metrics'];

const asItIs = <T>(part: T): T => part;
const ignore = () => undefined;

/** Where nobody asks for metrics, nothing is counted. */
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
