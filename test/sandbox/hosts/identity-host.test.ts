import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { IdentityHost } from '../../../src/sandbox/hosts/identity-host.ts';
import { standardPlan } from '../../../src/sandbox/hosts/plan-record.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

let host: IdentityHost;

beforeEach(async () => {
  host = new IdentityHost({ now: () => NOW });
  await host.listen();
});

afterEach(() => host.close());

type Answer = { status: number; body: unknown };

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json() };
}

const authorization = (key: string | null): Record<string, string> =>
  key === null ? {} : { authorization: `Bearer ${key}` };

async function readPlan(entityId: string, key: string | null = host.applicationKey): Promise<Answer> {
  const url = `${host.url}/api/v1/entities/${encodeURIComponent(entityId)}/plan`;
  return answerOf(await fetch(url, { headers: authorization(key) }));
}

async function post(body: string, headers: Record<string, string>): Promise<Answer> {
  return answerOf(await fetch(`${host.url}/api/v1/entities/plans`, { method: 'POST', body, headers }));
}

async function listPlans(entities: unknown, key: string | null = host.applicationKey): Promise<Answer> {
  return post(JSON.stringify({ entities }), { ...authorization(key), 'content-type': 'application/json' });
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `ent_${index}`);

const errorWith = (code: string): unknown => ({ error: { code, message: expect.any(String) as string } });

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

  test.each(['a:b', 'a.b-c_d', 'with/slash', 'ünï', '100%', 'plans'])(
    'knows the percent-encoded id %s',
    async (entityId) => {
      host.setPlan(entityId, { plan: 'premium' });

      expect(await readPlan(entityId)).toMatchObject({
        status: 200,
        body: { entity: { id: entityId }, plan: 'premium' },
      });
    },
  );
});

describe('listing plans', () => {
  test('answers 100 entities in the order asked', async () => {
    const asked = ids(100).reverse();

    expect(await listPlans(asked)).toEqual({ status: 200, body: { plans: asked.map((id) => standardPlan(id, NOW)) } });
  });

  test('refuses 101 entities with 400', async () => {
    expect(await listPlans(ids(101))).toEqual({ status: 400, body: errorWith('invalid_request') });
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
