import type { ExamplePlan } from '../hosts/example-plans.ts';
import type { IdentityHost } from '../hosts/identity-host.ts';
import type { PlanState } from './protocol.ts';

/** The example that shows a state. */
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

/** What the plan of any entity can be set to. */
export function describePlanStates(examples: readonly ExamplePlan[]): { state: PlanState; about: string }[] {
  return PLAN_STATES.map((state) => ({ state, about: exampleOf(state, examples).about }));
}

/** Gives an entity a plan like that of the example; who the entity is stays as it was. */
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
