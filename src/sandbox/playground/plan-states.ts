import type { ExamplePlan } from '../hosts/example-plans.ts';
import type { IdentityHost } from '../hosts/identity-host.ts';
import type { PlanState } from './protocol.ts';

/** The entity that has an example of each state. */
const EXAMPLE_OF: Record<PlanState, string> = {
  active: 'ent_active',
  standard: 'ent_standard',
  grace: 'ent_grace',
  cancelled: 'ent_ending',
  'deletion-scheduled': 'ent_deleting',
  'pending-change': 'ent_changing',
  'all-at-once': 'ent_troubled',
};

export const PLAN_STATES = Object.keys(EXAMPLE_OF) as PlanState[];

/** The states that the plan of any entity can be put into. */
export function describePlanStates(examples: readonly ExamplePlan[]): { state: PlanState; about: string }[] {
  return PLAN_STATES.map((state) => ({ state, about: exampleOf(state, examples).about }));
}

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
  const example = examples.find(({ plan }) => plan.entity.id === EXAMPLE_OF[state]);
  if (example === undefined) throw new Error(`The sandbox has no example of a plan that is ${state}`);
  return example;
}
