import type { PlanNews } from '../../src/plans/changes.ts';
import type { Plan } from '../../src/plans/plan.ts';
import type { PlanTime } from '../../src/plans/plan-time.ts';
import { DAY_MS } from '../../src/work/clock.ts';

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

export const inDays = (days: number): PlanTime => ({ kind: 'time', at: NOW + days * DAY_MS });
export const UNREADABLE: PlanTime = { kind: 'text', text: 'when the moon is full' };

/** A paid plan that needs no attention, but for the changes. */
export const plan = (changes: Partial<Plan> = {}): Plan => ({
  entity: { id: 'ent_1', kind: 'server', teamMode: null, name: 'Castle' },
  plan: 'premium',
  status: 'active',
  interval: 'month',
  currentPeriodEnd: inDays(20),
  graceUntil: null,
  cancelAtPeriodEnd: false,
  pendingChange: null,
  deleteAt: null,
  since: inDays(-100),
  version: '5',
  ...changes,
});

export const pending = (change: unknown, version: string | null = '5'): Partial<Plan> => ({
  pendingChange: change,
  version,
});
const TO_BASIC = { from_plan: 'premium', to_plan: 'basic', effective_at: '2026-03-20T08:00:00.000Z' };
const TO_OTHER = { ...TO_BASIC, to_plan: 'other' };

/** Changes of a plan that are news, and which: each is an alert of the gallery. */
export const NEWS: [what: string, before: Partial<Plan>, after: Partial<Plan>, news: PlanNews[]][] = [
  ['another plan', {}, { plan: 'basic' }, [{ kind: 'plan-changed', from: 'premium', to: 'basic' }]],
  ['another status', {}, { status: 'past_due' }, [{ kind: 'status-changed', from: 'active', to: 'past_due' }]],
  ['grace', {}, { graceUntil: inDays(3) }, [{ kind: 'grace-begun', until: inDays(3) }]],
  ['grace until nobody can say', {}, { graceUntil: UNREADABLE }, [{ kind: 'grace-begun', until: UNREADABLE }]],
  ['no grace any more', { graceUntil: inDays(2) }, {}, [{ kind: 'grace-ended' }]],
  ['a cancellation', {}, { cancelAtPeriodEnd: true }, [{ kind: 'cancelled', activeUntil: inDays(20) }]],
  [
    'a cancellation, and nobody knows until when',
    {},
    { cancelAtPeriodEnd: true, currentPeriodEnd: null },
    [{ kind: 'cancelled', activeUntil: null }],
  ],
  ['a cancellation withdrawn', { cancelAtPeriodEnd: true }, {}, [{ kind: 'cancellation-withdrawn' }]],
  ['a change pending', {}, pending(TO_BASIC), [{ kind: 'change-pending', change: TO_BASIC }]],
  [
    'another change pending',
    pending(TO_BASIC),
    pending(TO_OTHER, '6'),
    [{ kind: 'pending-change-changed', change: TO_OTHER }],
  ],
  ['no change pending any more', pending(TO_BASIC), {}, [{ kind: 'pending-change-dropped' }]],
  ['a deletion', {}, { deleteAt: inDays(9) }, [{ kind: 'deletion-scheduled', at: inDays(9) }]],
  ['a deletion nobody can say when', {}, { deleteAt: UNREADABLE }, [{ kind: 'deletion-scheduled', at: UNREADABLE }]],
  ['no deletion any more', { deleteAt: inDays(9) }, {}, [{ kind: 'deletion-lifted' }]],
  [
    'much at once',
    {},
    { plan: 'standard', status: 'past_due', graceUntil: inDays(3), deleteAt: inDays(9) },
    [
      { kind: 'plan-changed', from: 'premium', to: 'standard' },
      { kind: 'status-changed', from: 'active', to: 'past_due' },
      { kind: 'grace-begun', until: inDays(3) },
      { kind: 'deletion-scheduled', at: inDays(9) },
    ],
  ],
];
