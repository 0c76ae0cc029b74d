import { expect, test } from 'vitest';

import { examplePlans } from '../../../src/sandbox/hosts/example-plans.ts';
import type { PlanRecord } from '../../../src/sandbox/hosts/plan-record.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const IN_3_DAYS = Date.parse('2026-03-04T12:00:00.000Z');
const IN_10_DAYS = Date.parse('2026-03-11T12:00:00.000Z');

const examples = examplePlans(NOW);

function example(entityId: string): PlanRecord {
  const found = examples.find(({ plan }) => plan.entity.id === entityId);
  if (!found) throw new Error(`no example ${entityId}`);
  return found.plan;
}

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

test('the hostile name holds every trap', () => {
  for (const trap of ['@everyone', '](https://', '**', '\u202E', '\u200B', '\n# ', '<t:', 'discord.gg/'])
    expect(example('ent_hostile').entity.name).toContain(trap);
});
