import { describe, expect, test } from 'vitest';

import type { ClaimRequest, DecidedStanding } from '../../src/claims/claim.ts';
import { type Edit, onRecord, shownOf, STEPS, unread } from '../../src/claims/shown.ts';
import type { Verdict } from '../../src/claims/states.ts';

const LATE_EDIT_MS = 5_000;
const GRANTED: Verdict = { kind: 'granted' };
const ARRIVED: Verdict = { kind: 'granted', arrived: true };
const PENDING: Verdict = { kind: 'pending' };

/** Sent at a time, and answered at once, after which Discord does not apply it again, unless said. */
const edit = (says: Edit['says'], at: number, how: Partial<Edit> = {}): Edit => ({
  says,
  startedAt: at,
  endedAt: at,
  isShown: true,
  isOver: true,
  ...how,
});
const UNANSWERED = { isShown: false, isOver: false };
const MAY_COME_AGAIN = { isOver: false };

describe('what this process has shown', () => {
  const ELSEWHERE = { isServedElsewhere: true };

  test.each<[string, Edit[], Verdict | undefined, ReturnType<typeof shownOf>, { isServedElsewhere?: boolean }?]>([
    ['no edit', [], GRANTED, 'nothing'],
    ['the verdict', [edit('granted', 0)], GRANTED, 'firm'],
    ['"pending" alone', [edit('pending', 0)], GRANTED, 'unsure'],
    ['the verdict, unanswered', [edit('granted', 0, UNANSWERED)], GRANTED, 'unsure'],
    ['the verdict from before its reward arrived', [edit('granted', 0)], ARRIVED, 'unsure'],
    ['that its reward has arrived', [edit('granted', 0), edit('granted, arrived', 1)], ARRIVED, 'firm'],
    ['the verdict after an answered "pending"', [edit('pending', 0), edit('granted', 1)], GRANTED, 'firm'],
    ['after one that may come', [edit('pending', 0, UNANSWERED), edit('granted', 4_999)], GRANTED, 'unsure'],
    ['after one that may come again', [edit('pending', 0, MAY_COME_AGAIN), edit('granted', 9)], GRANTED, 'unsure'],
    ['after one that is too old', [edit('pending', 0, UNANSWERED), edit('granted', 5_000)], GRANTED, 'firm'],
    [
      'one that ended late',
      [edit('pending', 0, { ...UNANSWERED, endedAt: 1 }), edit('granted', 5_000)],
      GRANTED,
      'unsure',
    ],
    ['the same before, unanswered', [edit('granted', 0, UNANSWERED), edit('granted', 1)], GRANTED, 'unsure'],
    ['the verdict that may come again', [edit('granted', 0, MAY_COME_AGAIN)], GRANTED, 'unsure'],
    ['"pending", which is on record', [edit('pending', 0)], PENDING, 'firm'],
    ['"pending" that may come again', [edit('pending', 0, MAY_COME_AGAIN)], PENDING, 'unsure'],
    ['for another process, just now', [edit('granted', 0)], GRANTED, 'unsure', ELSEWHERE],
    ['for it, again soon', [edit('granted', 0), edit('granted', 4_999)], GRANTED, 'unsure', ELSEWHERE],
    ['for it, again later', [edit('granted', 0), edit('granted', 5_000)], GRANTED, 'firm', ELSEWHERE],
    ['for it, "pending"', [edit('pending', 0)], PENDING, 'firm', ELSEWHERE],
    ['"pending", and nothing can be read', [edit('pending', 0)], undefined, 'nothing'],
    ['a verdict, and nothing can be read', [edit('granted', 0)], undefined, 'unsure'],
  ])('%s', (_what, sent, verdict, shown, { isServedElsewhere = false } = {}) => {
    expect(shownOf(sent, verdict, { lateEditMs: LATE_EDIT_MS, isServedElsewhere })).toBe(shown);
  });
});

describe('what is on record', () => {
  const stands = (verdict: Verdict, request: Partial<ClaimRequest> = {}, isDecided = false): DecidedStanding => ({
    request: { acknowledged: false, told: undefined, replaced: false, reply: undefined, ...request } as ClaimRequest,
    verdict,
    isDecided,
  });
  const REPLY = { reply: { applicationId: '1' } as ClaimRequest['reply'] };

  test.each<[string, DecidedStanding | undefined, boolean | undefined, ReturnType<typeof onRecord>]>([
    ['no request', undefined, true, 'over'],
    ['one whose reply shows another', stands(GRANTED, { replaced: true }), true, 'over'],
    ['a verdict that was not shown', stands(GRANTED), true, 'news'],
    ['another verdict was shown', stands(GRANTED, { told: 'pending' }), true, 'news'],
    ['it was shown', stands(GRANTED, { told: 'granted' }), true, 'told'],
    ['the reward has arrived', stands(ARRIVED, { told: 'granted', ...REPLY }), true, 'news'],
    ['it has, and no reply can say so', stands(ARRIVED, { told: 'granted' }), true, 'told'],
    ['only another process was asked', stands(GRANTED), undefined, 'news'],
    ['Discord refused us', stands(GRANTED), false, 'left'],
    ['it refused us, another process is on record', stands(GRANTED, { acknowledged: true }), false, 'news'],
    ['it refused us long ago', stands(GRANTED, {}, true), false, 'news'],
  ])('%s', (_what, standing, acknowledgedHere, record) => {
    expect(onRecord(standing, acknowledgedHere)).toBe(record);
  });

  test.each([
    [true, true, 'unread, held'],
    [true, undefined, 'unread, held'],
    [true, false, 'unread'],
    [false, true, 'unread'],
  ] as const)('cannot be read: held %j, acknowledged here %j', (isHeld, acknowledgedHere, record) => {
    expect(unread(isHeld, acknowledgedHere)).toBe(record);
  });
});

test('only what is news, or may be covered, is shown; nothing that stays is shown again', () => {
  const cases = Object.entries(STEPS).flatMap(([record, steps]) =>
    Object.entries(steps).map(([shown, step]) => ({ record, shown, step })),
  );
  const where = (step: string) =>
    cases.filter((one) => one.step === step).map(({ record, shown }) => `${record}: ${shown}`);
  expect(where('show')).toEqual(['told: unsure', 'news: nothing', 'news: unsure']);
  expect(where('record')).toEqual(['news: firm']);
  expect(where('say pending')).toEqual(['unread, held: nothing']);
  expect(new Set(cases.filter(({ record }) => record.startsWith('unread')).map(({ step }) => step))).not.toContain(
    'none',
  );
});
