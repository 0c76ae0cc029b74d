import { describe, expect, test } from 'vitest';

import { TRANSITIONS } from '../../../src/claims/states.ts';
import { readVerdict, type StoredVerdict, UnknownRecordError, writeVerdict } from '../../../src/claims/store/rows.ts';

const VERDICTS: StoredVerdict[] = [
  { kind: 'granted' },
  { kind: 'granted', maybeTwo: true },
  { kind: 'granted', maybeTwo: true, unlikely: true },
  { kind: 'likely-granted' },
  { kind: 'pending' },
  { kind: 'none' },
  { kind: 'none', inDoubt: true },
  { kind: 'unavailable', inDoubt: true },
  { kind: 'postponed', retryAt: 1, interrupted: true },
  { kind: 'postponed', retryAt: 1, inDoubt: true },
  { kind: 'already', recordedAt: undefined },
  { kind: 'already', recordedAt: 1 },
  { kind: 'refused', reason: 'token' },
  { kind: 'refused', reason: 'name', inDoubt: true },
  { kind: 'refused', reason: 'other' },
  { kind: 'refused', reason: 'busy', retryAt: undefined },
  { kind: 'refused', reason: 'busy', retryAt: 1, inDoubt: true },
];

describe('a verdict on record', () => {
  test.each(VERDICTS)('is read as it was written: %o', (verdict) => {
    expect(readVerdict(writeVerdict(verdict))).toEqual(verdict);
  });

  test('is one of these, whichever a claim is closed or parked with', () => {
    const written = new Set([...TRANSITIONS.closed.verdicts, ...TRANSITIONS.parked.verdicts]);
    expect(new Set(VERDICTS.map(({ kind }) => kind))).toEqual(written);
  });

  test.each([
    ['of a kind', 'disputed', '{}'],
    ['with a reason', 'refused', '{"reason":"banned"}'],
    ['without what belongs to it', 'postponed', '{}'],
  ])('%s that this version does not know is refused', (_, verdict, verdict_detail) => {
    expect(() => readVerdict({ verdict, verdict_detail })).toThrow(UnknownRecordError);
  });

  test('is refused before there is one', () => {
    expect(() => readVerdict({ verdict: null, verdict_detail: null })).toThrow(UnknownRecordError);
  });
});
