import { DAY_MS, standardPlan, type EntitySummary, type PlanRecord } from './plan-record.ts';

/** The states and forms of a plan that an example shows. */
export type ExampleName =
  | 'active'
  | 'studio'
  | 'solo'
  | 'grace'
  | 'cancelled'
  | 'deletion-scheduled'
  | 'pending-change'
  | 'all-at-once'
  | 'standard'
  | 'unseen'
  | 'opaque'
  | 'hostile'
  | 'nameless'
  | 'seconds'
  | 'milliseconds'
  | 'undated';

export type ExamplePlan = { shows: ExampleName; plan: PlanRecord };

type PaidFields = Partial<Omit<PlanRecord, 'entity'>> & {
  entity: Pick<EntitySummary, 'id' | 'name'> & Partial<EntitySummary>;
};

const HOSTILE_NAME =
  '**Free** [Nitro](https://evil.example) @everyone <@1> <#1> <t:0:R> discord.gg/free\n# Heading\n> quote\n- list ||spoiler|| `code` \u202Egpj.exe\u202C a\u200Bb';

/**
 * One entity for each state of a plan, and for each form that is open (docs/services.md, "Fields of a plan").
 *
 * @param now - ms since the epoch; every date is counted from it
 */
export function examplePlans(now: number): ExamplePlan[] {
  const inDays = (days: number): number => now + days * DAY_MS;
  const iso = (days: number): string => new Date(inDays(days)).toISOString();
  const paid = ({ entity, ...fields }: PaidFields): PlanRecord => ({
    entity: { kind: 'server', team_mode: null, ...entity },
    plan: 'premium',
    status: 'active',
    interval: 'month',
    current_period_end: iso(18),
    grace_until: null,
    cancel_at_period_end: false,
    pending_change: null,
    delete_at: null,
    since: iso(-200),
    version: 1,
    ...fields,
  });
  const standard = standardPlan('ent_standard', now);

  return [
    {
      shows: 'active',
      plan: paid({ entity: { id: 'ent_active', name: 'Skyblock Central' } }),
    },
    {
      shows: 'studio',
      plan: paid({
        entity: { id: 'ent_studio', name: 'Northlight Studio', kind: 'team', team_mode: 'studio' },
        interval: 'year',
        current_period_end: iso(165),
      }),
    },
    {
      shows: 'solo',
      plan: paid({ entity: { id: 'ent_solo', name: 'Mossy Cobble', kind: 'team', team_mode: 'solo' } }),
    },
    {
      shows: 'grace',
      plan: paid({
        entity: { id: 'ent_grace', name: 'Late Lantern' },
        status: 'past_due',
        current_period_end: iso(-4),
        grace_until: iso(3),
      }),
    },
    {
      shows: 'cancelled',
      plan: paid({ entity: { id: 'ent_ending', name: 'Sunset Survival' }, cancel_at_period_end: true }),
    },
    {
      shows: 'deletion-scheduled',
      plan: paid({
        entity: { id: 'ent_deleting', name: 'Ashen Keep' },
        status: 'canceled',
        current_period_end: iso(-30),
        delete_at: iso(7),
      }),
    },
    {
      shows: 'pending-change',
      plan: paid({
        entity: { id: 'ent_changing', name: 'Rising Realms' },
        pending_change: { from_plan: 'premium', to_plan: 'enterprise', effective_at: iso(18) },
      }),
    },
    {
      shows: 'all-at-once',
      plan: paid({
        entity: { id: 'ent_troubled', name: 'Everything Isle' },
        status: 'past_due',
        current_period_end: iso(-1),
        grace_until: iso(2),
        cancel_at_period_end: true,
        pending_change: { from_plan: 'premium', to_plan: 'standard', effective_at: iso(2) },
        delete_at: iso(9),
      }),
    },
    {
      shows: 'standard',
      plan: { ...standard, entity: { ...standard.entity, name: 'Quiet Meadow' } },
    },
    {
      shows: 'unseen',
      plan: paid({
        entity: { id: 'ent_unseen', name: 'Odd Orchard' },
        plan: 'galactic_tier-9',
        status: 'awaiting_second_signature',
        interval: 'every_13_weeks',
      }),
    },
    {
      shows: 'opaque',
      plan: paid({
        entity: { id: 'ent_opaque', name: 'Puzzle Peak' },
        pending_change: {
          kind: 'seats',
          seats: { before: 5, after: 12 },
          approvers: ['a', 'b'],
          note: null,
          prorated: true,
          ticket: 4711,
          source: 'support',
        },
      }),
    },
    {
      shows: 'hostile',
      plan: paid({ entity: { id: 'ent_hostile', name: HOSTILE_NAME } }),
    },
    {
      shows: 'nameless',
      plan: paid({ entity: { id: 'ent_nameless', name: '' } }),
    },
    {
      shows: 'seconds',
      plan: paid({
        entity: { id: 'ent_seconds', name: 'Second Shore' },
        grace_until: Math.floor(inDays(3) / 1_000),
        delete_at: Math.floor(inDays(10) / 1_000),
      }),
    },
    {
      shows: 'milliseconds',
      plan: paid({
        entity: { id: 'ent_milliseconds', name: 'Milli Mesa' },
        grace_until: inDays(3),
        delete_at: inDays(10),
      }),
    },
    {
      shows: 'undated',
      plan: paid({ entity: { id: 'ent_undated', name: 'Foggy Fjord' }, grace_until: 'when the moon is full' }),
    },
  ];
}
