/** A summary of the entity of a plan (docs/services.md, "Fields of a plan"). */
export type EntitySummary = {
  id: string;
  kind: 'server' | 'team';
  team_mode: 'solo' | 'studio' | null;
  name: string;
};

/** A time in an open form (docs/services.md, "Fields of a plan"): ISO 8601, epoch seconds or epoch milliseconds. */
type OpenTimestamp = string | number;

/** The plan of one entity as it crosses the wire (docs/services.md, "Fields of a plan"). */
export type PlanRecord = {
  entity: EntitySummary;
  plan: string;
  status: string;
  interval: string;
  current_period_end: string;
  grace_until: OpenTimestamp | null;
  cancel_at_period_end: boolean;
  pending_change: Record<string, unknown> | null;
  delete_at: OpenTimestamp | null;
  since: string;
  version: number;
};

export const DAY_MS = 86_400_000;
const STANDARD_PERIOD_MS = 30 * DAY_MS;

/**
 * The answer for an entity on the Standard plan, and for an unknown or deleted one (docs/services.md, "One plan").
 *
 * @param since - start of the plan, in ms since the epoch
 */
export function standardPlan(entityId: string, since: number): PlanRecord {
  return {
    entity: { id: entityId, kind: 'server', team_mode: null, name: '' },
    plan: 'standard',
    status: 'active',
    interval: 'month',
    current_period_end: new Date(since + STANDARD_PERIOD_MS).toISOString(),
    grace_until: null,
    cancel_at_period_end: false,
    pending_change: null,
    delete_at: null,
    since: new Date(since).toISOString(),
    version: 1,
  };
}
