import { beforeEach, describe, expect, test } from 'vitest';

import { IdentityHost } from '../../../src/sandbox/hosts/identity-host.ts';
import { standardPlan } from '../../../src/sandbox/hosts/plan-record.ts';
import { listening } from '../../loopback.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

let host: IdentityHost;

beforeEach(async () => {
  host = await listening(new IdentityHost({ now: () => NOW }));
});

type Answer = { status: number; body: unknown };

async function ask(path: string, options: { method?: string; body?: string } = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${host.applicationKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${host.url}/api/v1/entities/${path}`, { ...options, headers });
  return { status: response.status, body: await response.json() };
}

const readPlan = (entityId: string) => ask(`${encodeURIComponent(entityId)}/plan`);
const listPlans = (entities: unknown) => ask('plans', { method: 'POST', body: JSON.stringify({ entities }) });

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `ent_${index}`);

describe('reading the plan of one entity', () => {
  test('answers an unknown entity as one on the Standard plan, with its own id', async () => {
    expect(await readPlan('ent_nobody')).toEqual({
      status: 200,
      body: {
        entity: { id: 'ent_nobody', kind: 'server', team_mode: null, name: '' },
        plan: 'standard',
        status: 'active',
        interval: 'month',
        current_period_end: '2026-03-31T12:00:00.000Z',
        grace_until: null,
        cancel_at_period_end: false,
        pending_change: null,
        delete_at: null,
        since: '2026-03-01T12:00:00.000Z',
        version: 1,
      },
    });
  });

  test.each(['a:b', 'a.b-c_d', 'with/slash', 'ünï', '100%', 'plans'])('knows the percent-encoded id %s', async (id) => {
    host.setPlan(id, { plan: 'premium' });

    expect(await readPlan(id)).toMatchObject({ status: 200, body: { entity: { id }, plan: 'premium' } });
  });
});

describe('listing plans', () => {
  test('answers 100 entities in the order asked', async () => {
    const asked = ids(100).reverse();

    expect(await listPlans(asked)).toEqual({ status: 200, body: { plans: asked.map((id) => standardPlan(id, NOW)) } });
  });

  test('refuses 101 entities with 400', async () => {
    expect(await listPlans(ids(101))).toEqual({
      status: 400,
      body: { error: { code: 'invalid_request', message: expect.any(String) as string } },
    });
  });

  test.each([
    ['a string', 'ent_a'],
    ['numbers', [1]],
    ['empty ids', ['']],
    ['nothing', undefined],
  ])('refuses %s for entities with 400', async (_, entities) => {
    expect((await listPlans(entities)).status).toBe(400);
  });
});
