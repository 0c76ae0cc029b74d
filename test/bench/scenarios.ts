import type { Scenario } from './scenario.ts';
import { START } from './start.ts';
import { UNSIGNED } from './unsigned.ts';

/** In the order in which `npm run bench` runs them; `-- --only` takes their names. */
export const SCENARIOS: readonly Scenario[] = [START, UNSIGNED];
