import type { createPrometheusMetrics } from './prometheus.ts';

/** Counts what parts of the bot do. Each `of…` returns the part to use from then on. */
export type Metrics = ReturnType<typeof createPrometheusMetrics>['metrics'];

const asItIs = <T>(part: T): T => part;
const ignore = () => undefined;

/** Counts nothing where nobody asks for metrics. */
export const NO_METRICS: Metrics = {
  ofHost: asItIs,
  ofStore: asItIs,
  ofPlanCache: asItIs,
  interaction: ignore,
  count: ignore,
  watch: ignore,
};
