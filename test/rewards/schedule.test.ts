import { expect, test } from 'vitest';

import { type Outcome, readOutcome } from '../../src/rewards/hook.ts';
import { afterTry, recordOf, type Sent } from '../../src/rewards/schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';

const clock = { random: () => 0.5 };
const answered = (status: number): Outcome => ({ kind: 'answered', status });
const FAILED = { outcome: answered(500) };
const FIRST = { kind: 'webhook', tries: 0, failures: 0 } as const;

/** What follows a failed try of a message that had so many, at a hook that failed so often in a row. */
function afterFailure({ tries = 0, failures = 0, ...sent }: { tries?: number; failures?: number } & Partial<Sent>) {
  const after = afterTry({ kind: 'webhook', tries, failures }, { ...FAILED, ...sent }, clock);
  if (after.kind !== 'failed') throw new Error(`it was ${after.kind}`);
  return after;
}

test.each([200, 204, 299])('an answer with %i is a delivery, whenever it comes', (status) => {
  const sent = { outcome: answered(status), retryAfterMs: HOUR_MS };
  expect(afterTry(FIRST, sent, clock)).toEqual({ kind: 'delivered' });
  expect(afterTry({ kind: 'webhook', tries: 9, failures: 20 }, sent, clock)).toEqual({ kind: 'delivered' });
});

test.each<[string, Outcome]>([
  ['a status before', answered(199)],
  ['a redirect', answered(300)],
  ['a failure', answered(500)],
  ['no answer', { kind: 'no-answer' }],
  ['no connection', { kind: 'unreachable' }],
  ['no way there', { kind: 'blocked' }],
  ['no key', { kind: 'unreadable' }],
])('after %s, message and hook rest', (_what, outcome) => {
  const rests = { messageRestsMs: 5 * SECOND_MS, hookRestsMs: 5 * SECOND_MS };
  expect(afterTry(FIRST, { outcome }, clock)).toEqual({ kind: 'failed', ...rests, stops: undefined });
});

test('a message rests after each of its tries for as long as the schedule says', () => {
  const rests = Array.from({ length: 9 }, (_, tries) => afterFailure({ tries }).messageRestsMs);
  const inHours = [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS);
  expect(rests).toEqual([5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...inHours]);
});

test('a hook that keeps failing rests for five minutes at most', () => {
  const rests = [0, 1, 2, 30].map((failures) => afterFailure({ failures }).hookRestsMs);
  expect(rests).toEqual([5 * SECOND_MS, 5 * MINUTE_MS, 5 * MINUTE_MS, 5 * MINUTE_MS]);
});

test('the tenth try of a message that fails stops its hook, and none before', () => {
  const stops = [0, 8, 9, 10].map((tries) => afterFailure({ tries, failures: 50 }).stops);
  expect(stops).toEqual([undefined, undefined, 'stopped', 'stopped']);
});

test.each([0, 9])('a receiver that wants no more turns its hook off, after %i other tries', (tries) => {
  expect(afterTry({ kind: 'webhook', tries, failures: 0 }, { outcome: answered(410) }, clock)).toMatchObject({
    stops: 'gone',
  });
});

const VOTE = { kind: 'votifier', tries: 0, failures: 0 } as const;

test.each(['no-answer', 'vote-failed'] as const)('a vote that came to %s is left to a moderator', (kind) => {
  const parked = { kind: 'parked', hookRestsMs: 5 * SECOND_MS, stops: undefined };
  expect(afterTry(VOTE, { outcome: { kind } }, clock)).toEqual(parked);
  expect(afterTry({ ...VOTE, failures: 2 }, { outcome: { kind } }, clock)).toEqual({
    ...parked,
    hookRestsMs: 5 * MINUTE_MS,
  });
  const again = { ...VOTE, failures: 2, lastOutcome: { kind } };
  expect(afterTry(again, { outcome: { kind } }, clock)).toMatchObject({ stops: 'stopped' });
});

test.each([
  'unreachable',
  'no-votifier',
  'bad-token',
  'unknown-service',
  'bad-challenge',
  'closed',
  'protocol-1',
] as const)('a vote that came to %s is tried again, as nothing was taken', (kind) => {
  expect(afterTry(VOTE, { outcome: { kind } }, clock)).toMatchObject({
    kind: 'failed',
    messageRestsMs: 5 * SECOND_MS,
    // Whoever closes without a word may have taken it all the same: only a manager has it sent once more.
    stops: kind === 'closed' ? 'stopped' : undefined,
  });
});

test('message and hook rest for as long as the receiver asks, if that is longer, and for a day at most', () => {
  const restsWhenAsked = (retryAfterMs: number) => {
    const { messageRestsMs, hookRestsMs } = afterFailure({ tries: 1, retryAfterMs });
    return [messageRestsMs, hookRestsMs];
  };
  expect(restsWhenAsked(-MINUTE_MS)).toEqual([5 * MINUTE_MS, 5 * SECOND_MS]);
  expect(restsWhenAsked(MINUTE_MS)).toEqual([5 * MINUTE_MS, MINUTE_MS]);
  expect(restsWhenAsked(6 * MINUTE_MS)).toEqual([6 * MINUTE_MS, 6 * MINUTE_MS]);
  expect(restsWhenAsked(DAY_MS)).toEqual([DAY_MS, DAY_MS]);
  expect(restsWhenAsked(DAY_MS + 1)).toEqual([DAY_MS, DAY_MS]);
});

test('managers hear of a hook with its second failure in a row, and moderators of the message', () => {
  const [failed, delivered] = [afterTry(FIRST, FAILED, clock), afterTry(FIRST, { outcome: answered(204) }, clock)];
  const said = (failures: number, after = failed) => {
    const { startsFailing, asksModerators, recovers } = recordOf({ state: 'due', failures }, after);
    return [startsFailing, asksModerators, recovers];
  };
  const nothing = [false, false, false];
  expect([0, 1, 2].map((failures) => said(failures))).toEqual([nothing, [true, true, false], nothing]);
  expect([1, 2].map((failures) => said(failures, delivered))).toEqual([nothing, [false, false, true]]);
  const badName = afterTry(VOTE, { outcome: { kind: 'bad-name' } }, clock);
  expect(said(1, badName)).toEqual([false, true, false]);
});

test('an answer counts although a moderator was asked, and no failure does', () => {
  const from = (outcome: Outcome, state: 'due' | 'sending') =>
    recordOf({ state, failures: 0 }, afterTry(VOTE, { outcome }, clock)).from;
  expect(from({ kind: 'vote-taken' }, 'sending')).toEqual(['sending', 'parked']);
  expect(from({ kind: 'no-answer' }, 'sending')).toEqual(['sending']);
  expect(from(answered(204), 'due')).toEqual(['due']);
});

test('what another version wrote of a try is not known', () => {
  expect(readOutcome('queued')).toBeUndefined();
});
