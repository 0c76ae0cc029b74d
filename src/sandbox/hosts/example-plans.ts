import { DAY_MS, standardPlan, type EntitySummary, type PlanRecord } from './plan-record.ts';

/** A plan to try, and one line that says what there is to see. */
export type ExamplePlan = { about: string; plan: PlanRecord };

type PaidFields = Partial<Omit<PlanRecord, 'entity'>> & {
  entity: Pick<EntitySummary, 'id' | 'name'> & Partial<EntitySummary>;
};

const HOSTILE_NAME =
  '**Free** [Nitro](https://evil.example) @everyone <@1> <#1> <t:0:R> discord.gg/free\n# Heading\n> quote\n- list ||spoiler|| `code` \u202Egpj.exe\u202C a\u200Bb';

/**
 * One entity for each state a plan can show, and for each form that is open (docs/services.md, "Fields of a plan").
 *
 * @param now - ms since the epoch; every date is counted from it.
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
      about: 'a paid server, all well',
      plan: paid({ entity: { id: 'ent_active', name: 'Skyblock Central' } }),
    },
    {
      about: 'a team in studio mode, paid by the year',
      plan: paid({
        entity: { id: 'ent_studio', name: 'Northlight Studio', kind: 'team', team_mode: 'studio' },
        interval: 'year',
        current_period_end: iso(165),
      }),
    },
    {
      about: 'a team of one, in solo mode',
      plan: paid({ entity: { id: 'ent_solo', name: 'Mossy Cobble', kind: 'team', team_mode: 'solo' } }),
    },
    {
      about: 'payment failed, three days of grace left',
      plan: paid({
        entity: { id: 'ent_grace', name: 'Late Lantern' },
        status: 'past_due',
        current_period_end: iso(-4),
        grace_until: iso(3),
      }),
    },
    {
      about: 'cancelled, active until the period ends',
      plan: paid({ entity: { id: 'ent_ending', name: 'Sunset Survival' }, cancel_at_period_end: true }),
    },
    {
      about: 'deletion scheduled in a week',
      plan: paid({
        entity: { id: 'ent_deleting', name: 'Ashen Keep' },
        status: 'canceled',
        current_period_end: iso(-30),
        delete_at: iso(7),
      }),
    },
    {
      about: 'a change of plan is pending',
      plan: paid({
        entity: { id: 'ent_changing', name: 'Rising Realms' },
        pending_change: { from_plan: 'premium', to_plan: 'enterprise', effective_at: iso(18) },
      }),
    },
    {
      about: 'grace, cancellation, pending change and deletion at once',
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
      about: 'on the Standard plan',
      plan: { ...standard, entity: { ...standard.entity, name: 'Quiet Meadow' } },
    },
    {
      about: 'plan, status and interval of values nobody has seen',
      plan: paid({
        entity: { id: 'ent_unseen', name: 'Odd Orchard' },
        plan: 'galactic_tier-9',
        status: 'awaiting_second_signature',
        interval: 'every_13_weeks',
      }),
    },
    {
      about: 'a pending change of a shape nobody has seen',
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
      about: 'a name full of markdown, mentions and invisible characters',
      plan: paid({ entity: { id: 'ent_hostile', name: HOSTILE_NAME } }),
    },
    {
      about: 'a paid server without a name',
      plan: paid({ entity: { id: 'ent_nameless', name: '' } }),
    },
    {
      about: 'grace and deletion dates in epoch seconds',
      plan: paid({
        entity: { id: 'ent_seconds', name: 'Second Shore' },
        grace_until: Math.floor(inDays(3) / 1_000),
        delete_at: Math.floor(inDays(10) / 1_000),
      }),
    },
    {
      about: 'grace and deletion dates in epoch milliseconds',
      plan: paid({
        entity: { id: 'ent_milliseconds', name: 'Milli Mesa' },
        grace_until: inDays(3),
        delete_at: inDays(10),
      }),
    },
    {
      about: 'a grace date that cannot be read',
      plan: paid({ entity: { id: 'ent_undated', name: 'Foggy Fjord' }, grace_until: 'when the moon is full' }),
    },
  ];
}
