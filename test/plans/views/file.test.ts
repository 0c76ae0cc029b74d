import { expect, test } from 'vitest';

import { translator } from '../../../src/locales/index.ts';
import { plansCsv, plansFile } from '../../../src/plans/views/file.ts';
import { planFrom } from '../plan-from.ts';

const RECORD = {
  entity: { id: 'ent_1', kind: 'team', team_mode: 'studio', name: 'Castle' },
  plan: 'premium',
  status: 'past_due',
  interval: 'month',
  current_period_end: 1_700_000_000,
  grace_until: 'when the moon is full',
  cancel_at_period_end: true,
  pending_change: { to: 'standard' },
  delete_at: '2026-03-09T00:00:00Z',
  since: null,
  version: 7,
};

test('has every field of every plan by its own name, and how it was come by', async () => {
  const answer = { plan: planFrom(RECORD), checkedAt: 0, stale: false };
  const plans = [
    { id: 'ent_1', answer },
    { id: 'ent_1', answer: { ...answer, stale: true } },
    { id: 'ent_2', answer: undefined },
  ];
  const csv = await plansCsv({ plans, unread: { badIds: [], notLinked: [], leftOut: 0 } }, 'en-US');
  const { files: [{ name, content } = {}] = [] } = plansFile(csv, translator('en-US'));

  const row =
    'ent_1,Castle,team,studio,premium,past_due,month,2023-11-14 22:13:20,when the moon is full,true,"{""to"":""standard""}",2026-03-09 00:00:00,,7,1970-01-01 00:00:00';
  expect(name).toBe('plans.csv');
  expect(content?.split('\r\n')).toEqual([
    '\uFEFFid,name,kind,team_mode,plan,status,interval,current_period_end,grace_until,cancel_at_period_end,pending_change,delete_at,since,version,checked_at,result',
    `${row},read`,
    `${row},saved copy`,
    `ent_2${','.repeat(15)}no answer`,
    '',
  ]);
});
