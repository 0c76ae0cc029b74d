import { type Plan, planRecord, toPlan } from '../../src/plans/plan.ts';

/** A record of a paid plan that needs no attention, with as little as there has to be. */
export const bareRecord = (id: string, changes: object = {}): object => ({
  entity: { id },
  plan: 'premium',
  status: 'active',
  cancel_at_period_end: false,
  ...changes,
});

/** The plan of a record that was asked for as `ent_asked`. */
export function planFrom(record: unknown): Plan {
  return toPlan(planRecord.parse(record), 'ent_asked');
}
