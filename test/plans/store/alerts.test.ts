import { expect, test } from 'vitest';

import { alert } from '../../../src/plans/store/alerts.ts';
import { bareRecord, planFrom } from '../plan-from.ts';

test('an alert of a newer process loses the news that this one does not know, and keeps the warning', () => {
  const warning = { kind: 'warning', of: 'deletion', at: 1 };
  const detail = { linkId: 1, news: [{ kind: 'of a later version' }, warning], plan: planFrom(bareRecord('ent_1')) };

  expect(alert.detail.parse(JSON.parse(JSON.stringify(detail))).news).toEqual([warning]);
});
