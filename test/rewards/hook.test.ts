import { expect, test } from 'vitest';

import { readOutcome, writeOutcome } from '../../src/rewards/hook.ts';

test.each([
  { kind: 'answered', status: 204 },
  { kind: 'no-answer' },
  { kind: 'unreachable' },
  { kind: 'blocked' },
  { kind: 'unreadable' },
] as const)('what came of a try is read as it was written: %j', (outcome) => {
  expect(readOutcome(writeOutcome(outcome))).toEqual(outcome);
});

test('what another version wrote of a try is not known', () => {
  expect(readOutcome('queued')).toBeUndefined();
});
