import { describe, expect, test } from 'vitest';

import { examplePlans } from '../../../src/sandbox/hosts/example-plans.ts';
import { standardPlan, type PlanRecord } from '../../../src/sandbox/hosts/plan-record.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const IN_3_DAYS = Date.parse('2026-03-04T12:00:00.000Z');
const IN_10_DAYS = Date.parse('2026-03-11T12:00:00.000Z');

const ISO_WITH_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ENTITY_ID = /^[A-Za-z0-9_.:-]{1,80}$/;

const examples = examplePlans(NOW);

function example(entityId: string): PlanRecord {
  const found = examples.find(({ plan }) => plan.entity.id === entityId);
  if (!found) throw new Error(`no example ${entityId}`);
  return found.plan;
}

describe.each(examples.map((each) => [each.plan.entity.id, each] as const))('%s', (entityId, { plan }) => {
  test('has every field of a plan and no other', () => {
    const shape = standardPlan(entityId, NOW);

    expect(Object.keys(plan).sort()).toEqual(Object.keys(shape).sort());
    expect(Object.keys(plan.entity).sort()).toEqual(Object.keys(shape.entity).sort());
  });

  test('dates its period in ISO 8601 with milliseconds', () => {
    expect(plan.current_period_end).toMatch(ISO_WITH_MILLISECONDS);
    expect(plan.since).toMatch(ISO_WITH_MILLISECONDS);
  });

  test('can be typed as an id', () => {
    expect(entityId).toMatch(ENTITY_ID);
  });
});

test('no two examples share an id', () => {
  expect(new Set(examples.map(({ plan }) => plan.entity.id)).size).toBe(examples.length);
});

test('the same moment gives the same examples', () => {
  expect(examplePlans(NOW)).toEqual(examples);
});

test.each<[string, object]>([
  ['ent_active', { entity: { name: 'Skyblock Central', kind: 'server', team_mode: null }, status: 'active' }],
  ['ent_studio', { entity: { kind: 'team', team_mode: 'studio' } }],
  ['ent_solo', { entity: { kind: 'team', team_mode: 'solo' } }],
  ['ent_grace', { grace_until: new Date(IN_3_DAYS).toISOString() }],
  ['ent_ending', { cancel_at_period_end: true, delete_at: null, grace_until: null }],
  ['ent_deleting', { delete_at: '2026-03-08T12:00:00.000Z', grace_until: null }],
  ['ent_changing', { pending_change: { from_plan: 'premium', to_plan: 'enterprise' }, cancel_at_period_end: false }],
  ['ent_standard', { plan: 'standard', grace_until: null, delete_at: null, pending_change: null }],
  ['ent_nameless', { entity: { name: '' } }],
  ['ent_seconds', { grace_until: IN_3_DAYS / 1_000, delete_at: IN_10_DAYS / 1_000 }],
  ['ent_milliseconds', { grace_until: IN_3_DAYS, delete_at: IN_10_DAYS }],
])('%s is in the state it is named for', (entityId, state) => {
  expect(example(entityId)).toMatchObject(state);
});

test.each(['@everyone', '](https://', '**', '\u202E', '\u200B', '\n# ', '<t:', 'discord.gg/'])(
  'the hostile name holds %j',
  (trap) => {
    expect(example('ent_hostile').entity.name).toContain(trap);
  },
);
