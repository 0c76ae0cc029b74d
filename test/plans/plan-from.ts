import { type Plan, planRecord, toPlan } from '../../src/plans/plan.ts';

/** The plan of a record that was asked for as `ent_asked`. */
export function planFrom(record: unknown): Plan {
  return toPlan(planRecord.parse(record), 'ent_asked');
}
