import { expect, test } from 'vitest';

import { type DeliveryAtHook, rewardState, type RewardState } from '../../src/rewards/hook.ts';

const on = (failures = 0): DeliveryAtHook['hook'] => ({ state: 'on', failures });
const sent = (state: DeliveryAtHook['state'], more: Partial<DeliveryAtHook> = {}): DeliveryAtHook => ({
  state,
  tries: 0,
  outcome: undefined,
  hook: on(),
  ...more,
});

test.each<[state: RewardState, messages: DeliveryAtHook[]]>([
  ['none', []],
  ['none', [sent('dropped', { hook: undefined })]],
  ['on-its-way', [sent('due')]],
  ['on-its-way', [sent('due', { tries: 1, hook: on(1) })]],
  ['on-its-way', [sent('sending', { hook: { state: 'stopped', failures: 3 } })]],
  ['partly', [sent('due'), sent('delivered')]],
  ['partly', [sent('due', { tries: 3 }), sent('delivered')]],
  ['failing', [sent('due', { tries: 2 })]],
  ['failing', [sent('due', { hook: on(2) })]],
  ['failing', [sent('due', { tries: 2 }), sent('due', { hook: { state: 'paused', failures: 0 } })]],
  ['off', [sent('due', { hook: { state: 'paused', failures: 0 } })]],
  ['partly', [sent('due', { hook: { state: 'paused', failures: 0 } }), sent('delivered')]],
  ['off', [sent('due', { tries: 9, hook: { state: 'stopped', failures: 9 } })]],
  ['unclear', [sent('parked'), sent('due', { tries: 2 })]],
  ['partly', [sent('parked'), sent('delivered'), sent('due', { tries: 2 })]],
  ['unclear', [sent('held')]],
  ['arrived', [sent('delivered'), sent('delivered', { hook: undefined })]],
  ['arrived', [sent('delivered'), sent('dropped', { hook: undefined })]],
  ['arrived', [sent('delivered', { outcome: { kind: 'vote-taken' } })]],
  ['vouched', [sent('delivered', { outcome: { kind: 'bad-name' } }), sent('delivered')]],
  ['on-its-way', [sent('delivered', { outcome: { kind: 'no-answer' } }), sent('due')]],
])('a reward is %s after %j', (state, messages) => {
  expect(rewardState(messages)).toBe(state);
});
