import { planRecord, toPlan, type Plan } from '../../src/upstream/plan.ts';

/** The plan of a record that was asked for as `ent_asked`. */
export function planFrom(record: unknown): Plan {
  return toPlan(planRecord.parse(record), 'ent_asked');
}
