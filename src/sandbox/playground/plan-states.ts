import type { ExamplePlan } from '../hosts/example-plans.ts';
import type { IdentityHost } from '../hosts/identity-host.ts';
import type { PlanState } from './protocol.ts';

/** The states that the plan of any entity can be put into: those of an example each. */
export const PLAN_STATES = [
  'active',
  'standard',
  'grace',
  'cancelled',
  'deletion-scheduled',
  'pending-change',
  'all-at-once',
] as const satisfies readonly PlanState[];

/** Gives an entity the plan of the example, and leaves its name and kind as they were. */
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
