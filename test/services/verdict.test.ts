import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { foldVerdict, isInDoubt } from '../../src/services/verdict.ts';
import { DOUBT_LASTS_MS, type Attempt, type Verdict } from '../../src/storage/claim.ts';
import type { AttemptOutcome } from '../../src/upstream/votes.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const STEP_MS = 1_000;

const OUTCOMES = {
  '0': { kind: 'answered', claimed: 0 },
  '1': { kind: 'answered', claimed: 1 },
  '2': { kind: 'answered', claimed: 2 },
  unknown: { kind: 'unknown' },
  resultless: undefined,
  'not sent': { kind: 'not-sent' },
  '400': rejected(400),
  '401': rejected(401),
  '429': rejected(429),
} as const satisfies Record<string, AttemptOutcome | undefined>;
type Ending = keyof typeof OUTCOMES;

function rejected(status: number, retryAt?: number): AttemptOutcome {
  return { kind: 'rejected', status, retryAt };
}

/** Attempts a second apart, the last one a second ago. */
function attempts(claimId: string, endings: readonly Ending[], endedAt = NOW): Attempt[] {
  return endings.map((ending, index) => ({
    id: `${claimId}-${index}`,
    claimId,
    startedAt: endedAt - (endings.length - index) * STEP_MS,
    outcome: OUTCOMES[ending],
  }));
}

/** The verdict of a claim whose key has seen `earlier` attempts of other claims an hour ago. */
function verdictOf(endings: readonly Ending[], earlier: readonly Ending[] = []): Verdict {
  const own = attempts('own', endings);
  return foldVerdict(own, [...attempts('earlier', earlier, NOW - HOUR_MS), ...own], NOW);
}

describe('a claim is', () => {
  test.each<[verdict: Verdict['kind'], endings: Ending[]]>([
    ['granted', ['1']],
    ['granted', ['unknown', '1']],
    ['granted', ['not sent', '1']],
    ['granted', ['1', '2']],
    ['granted', ['1', '0']],
    ['granted', ['1', 'unknown']],
    ['granted', ['1', '401']],
    ['pending', ['unknown']],
    ['pending', ['resultless']],
    ['pending', ['not sent', 'unknown']],
    ['pending', ['unknown', 'not sent']],
    ['pending', ['unknown', '400']],
    ['pending', ['0', 'unknown']],
    ['pending', ['2', 'unknown']],
    ['pending', ['unknown', '2', 'resultless']],
    ['none', ['0']],
    ['none', ['unknown', '0']],
    ['none', ['2', '0']],
    ['none', ['unknown', '2', '0']],
    ['none', ['0', 'not sent']],
    ['already', ['2']],
    ['already', ['0', '2']],
    ['already', ['not sent', '2']],
    ['already', ['400', '2']],
    ['likely-granted', ['unknown', '2']],
    ['likely-granted', ['resultless', '2']],
    ['likely-granted', ['unknown', '0', '2']],
    ['likely-granted', ['unknown', 'not sent', '2']],
    ['refused', ['400']],
    ['refused', ['not sent', '401']],
    ['refused', ['429', 'not sent']],
    ['unavailable', []],
    ['unavailable', ['not sent']],
    ['unavailable', ['not sent', 'not sent']],
  ])('%s after %j', (kind, endings) => {
    expect(verdictOf(endings).kind).toBe(kind);
  });
});

describe('a 2 after other claims of the key', () => {
  test.each<[verdict: Verdict['kind'], earlier: Ending[]]>([
    ['already', []],
    ['already', ['1']],
    ['already', ['0']],
    ['already', ['not sent', '401']],
    ['likely-granted', ['unknown']],
    ['likely-granted', ['resultless']],
    ['likely-granted', ['unknown', '0']],
    ['likely-granted', ['unknown', '2']],
    ['already', ['unknown', '1']],
    ['already', ['unknown', '2', '1']],
    ['likely-granted', ['unknown', '1', 'unknown']],
    ['likely-granted', ['1', 'unknown']],
  ])('is %s when they ended as %s', (kind, earlier) => {
    expect(verdictOf(['2'], earlier).kind).toBe(kind);
  });

  test('leaves a doubt of the key out where the answer is 0', () => {
    expect(verdictOf(['0'], ['unknown'])).toEqual({ kind: 'none' });
  });

  test('does not make other claims its own', () => {
    expect(verdictOf(['not sent'], ['1', 'unknown'])).toEqual({ kind: 'unavailable' });
  });
});

describe('already', () => {
  test('has the time of our own last grant', () => {
    const earlier = attempts('earlier', ['1', '1', '2'], NOW - HOUR_MS);
    const own = attempts('own', ['2']);
    expect(foldVerdict(own, [...earlier, ...own], NOW)).toEqual({
      kind: 'already',
      recordedAt: earlier[1]?.startedAt,
    });
  });

  test('has no time when the grant was not ours', () => {
    expect(verdictOf(['2'])).toEqual({ kind: 'already', recordedAt: undefined });
  });
});

describe('a refusal', () => {
  const refusal = (outcome: AttemptOutcome): Verdict => {
    const own: Attempt[] = [{ id: 'a', claimId: 'own', startedAt: NOW - STEP_MS, outcome }];
    return foldVerdict(own, own, NOW);
  };

  test.each([
    [400, 'name'],
    [422, 'name'],
    [401, 'token'],
    [403, 'token'],
    [404, 'other'],
    [405, 'other'],
    [410, 'other'],
    [413, 'other'],
    [451, 'other'],
  ])('with status %i is about the %s', (status, reason) => {
    expect(refusal(rejected(status))).toEqual({ kind: 'refused', reason });
  });

  test.each([[NOW + 30_000], [undefined]])('with status 429 says when to come back: %j', (retryAt) => {
    expect(refusal(rejected(429, retryAt))).toEqual({ kind: 'refused', reason: 'busy', retryAt });
  });

  test('is the last one', () => {
    expect(verdictOf(['401', 'not sent', '400'])).toEqual({ kind: 'refused', reason: 'name' });
  });
});

describe('doubt', () => {
  const started = (agoMs: number, ending: Ending): Attempt => ({
    id: `${agoMs}`,
    claimId: 'earlier',
    startedAt: NOW - agoMs,
    outcome: OUTCOMES[ending],
  });

  test.each<[name: string, agoMs: number, doubt: boolean]>([
    ['lasts', DOUBT_LASTS_MS - 1, true],
    ['is over', DOUBT_LASTS_MS, false],
    ['is long over', 2 * DOUBT_LASTS_MS, false],
  ])('%s %i ms after the attempt started', (_name, agoMs, doubt) => {
    expect(isInDoubt([started(agoMs, 'unknown')], NOW)).toBe(doubt);
  });

  test('lasts for 24 hours', () => {
    expect(DOUBT_LASTS_MS).toBe(24 * HOUR_MS);
  });

  test.each<[ending: Ending, doubt: boolean]>([
    ['1', false],
    ['0', true],
    ['2', true],
    ['not sent', true],
    ['401', true],
    ['unknown', true],
  ])('with a later %s is %s', (ending, doubt) => {
    expect(isInDoubt([started(2_000, 'unknown'), started(1_000, ending)], NOW)).toBe(doubt);
  });

  test('is not ended by a 1 that started earlier', () => {
    expect(isInDoubt([started(2_000, '1'), started(1_000, 'unknown')], NOW)).toBe(true);
  });

  test.each<Ending>(['0', '1', '2', 'not sent', '400'])('does not come from a %s', (ending) => {
    expect(isInDoubt([started(1_000, ending)], NOW)).toBe(false);
  });
});

describe('whatever happened', () => {
  type Event = { gapMs: number; ending: Ending; isOwn: boolean };
  const event = fc.record<Event>({
    gapMs: fc.oneof(fc.integer({ min: 1, max: STEP_MS }), fc.integer({ min: HOUR_MS, max: 30 * HOUR_MS })),
    ending: fc.constantFrom(...(Object.keys(OUTCOMES) as Ending[])),
    isOwn: fc.boolean(),
  });
  const history = fc.array(event, { maxLength: 8 }).map((events) => {
    let startedAt = NOW;
    const latestFirst = events.map(({ gapMs, ending, isOwn }, index): Attempt => {
      startedAt -= gapMs;
      return { id: `${index}`, claimId: isOwn ? 'own' : 'earlier', startedAt, outcome: OUTCOMES[ending] };
    });
    return latestFirst.reverse();
  });

  /** The design's rules one by one, independent of how `foldVerdict` implements them. */
  function expectedKind(related: readonly Attempt[]): Verdict['kind'] {
    const own = related.filter(({ claimId }) => claimId === 'own');
    const said = (attempt: Attempt, ...claimed: number[]): boolean =>
      attempt.outcome?.kind === 'answered' && claimed.includes(attempt.outcome.claimed);
    const isOpen = ({ outcome }: Attempt): boolean => (outcome?.kind ?? 'unknown') === 'unknown';
    const later = (than: Attempt, among: readonly Attempt[]): Attempt[] =>
      among.filter(({ startedAt }) => startedAt > than.startedAt);

    if (own.some((attempt) => said(attempt, 1))) return 'granted';
    if (own.some((attempt) => isOpen(attempt) && !later(attempt, own).some((other) => said(other, 0, 2))))
      return 'pending';
    const answers = own.filter((attempt) => said(attempt, 0, 2));
    const last = answers.find((attempt) => later(attempt, answers).length === 0);
    if (last && said(last, 0)) return 'none';
    if (last) {
      const doubted = related.some(
        (attempt) =>
          isOpen(attempt) &&
          NOW - attempt.startedAt < 24 * HOUR_MS &&
          !later(attempt, related).some((other) => said(other, 1)),
      );
      return doubted ? 'likely-granted' : 'already';
    }
    return own.some(({ outcome }) => outcome?.kind === 'rejected') ? 'refused' : 'unavailable';
  }

  test('the verdict is the one that the design says', () => {
    fc.assert(
      fc.property(history, (related) => {
        const own = related.filter(({ claimId }) => claimId === 'own');
        expect(foldVerdict(own, related, NOW).kind).toBe(expectedKind(related));
      }),
      { numRuns: 2_000 },
    );
  });
});
