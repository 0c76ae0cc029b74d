import type { ExamplePlan } from '../hosts/example-plans.ts';
import type { IdentityHost } from '../hosts/identity-host.ts';
import type { PlanState } from './protocol.ts';

/** The states that the plan of any entity can have, each as in an example. */
export const PLAN_STATES = [
  'active',
  'standard',
  'grace',
  'cancelled',
  'deletion-scheduled',
  'pending-change',
  'all-at-once',
] as const satisfies readonly PlanState[];

/** Gives an entity the plan of an example, and keeps its name and kind. */
export function setPlanState(
  host: IdentityHost,
  entityId: string,
  state: PlanState,
  examples: readonly ExamplePlan[],
): void {
  host.setPlan(entityId, { ...exampleOf(state, examples).plan, entity: {} });
}

function exampleOf(state: PlanState, examples: readonly ExamplePlan[]): ExamplePlan {
  const example = examples.find(({ shows }) => shows === state);
  if (example === undefined) throw new Error(`The sandbox has no example of a plan that is ${state}`);
  return example;
}
