import { HOSTILE_RECEIVERS } from './hostile-receivers.ts';
import { REMINDERS } from './reminders.ts';
import type { Scenario } from './scenario.ts';
import { SLOW_NAMES } from './slow-names.ts';
import { START } from './start.ts';
import { TARPITS } from './tarpits.ts';
import { UNSIGNED } from './unsigned.ts';

/** In the order in which `npm run bench` runs them; `-- --only` takes their names. */
export const SCENARIOS: readonly Scenario[] = [START, SLOW_NAMES, TARPITS, HOSTILE_RECEIVERS, REMINDERS, UNSIGNED];
