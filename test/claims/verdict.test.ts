import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Attempt } from '../../src/claims/claim.ts';
import type { Verdict } from '../../src/claims/states.ts';
import { isInDoubt, verdictOf, withDoubt } from '../../src/claims/verdict.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { HOUR_MS } from '../../src/work/clock.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const STEP_MS = 1_000;
const STEVE = 'Steve';
const OTHER_SPELLING = 'STEVE';

const OUTCOMES = {
  '0': { kind: 'answered', claimed: 0 },
  '1': { kind: 'answered', claimed: 1 },
  '2': { kind: 'answered', claimed: 2 },
  unknown: { kind: 'unknown' },
  '502': { kind: 'unknown', status: 502 },
  '503': { kind: 'unknown', status: 503 },
  resultless: undefined,
  'not sent': { kind: 'not-sent' },
  '400': rejected(400),
  '401': rejected(401),
  '404': rejected(404),
  '429': rejected(429),
} as const satisfies Record<string, AttemptOutcome | undefined>;
type Ending = keyof typeof OUTCOMES;

function rejected(status: number, retryAt?: number): AttemptOutcome {
  return { kind: 'rejected', status, retryAt };
}

/** Attempts a second apart, the last one a second ago, and those of `earlier` claims an hour before. */
function attempts(claimId: string, endings: readonly Ending[], playername = STEVE): Attempt[] {
  const [endedAt, before] = claimId === 'own' ? [NOW, 100] : [NOW - HOUR_MS, 0];
  return endings.map((ending, index) => ({
    id: `${claimId}-${index}`,
    claimId,
    playername,
    sequence: before + index + 1,
    startedAt: endedAt - (endings.length - index) * STEP_MS,
    outcome: OUTCOMES[ending],
  }));
}

/** The verdict of Steve's claim after `earlier` attempts of other claims. */
function verdictAfter(endings: readonly Ending[], earlier: readonly Ending[] = [], spelling = STEVE): Verdict {
  const own = attempts('own', endings);
  return verdictOf(STEVE, { own, related: [...attempts('earlier', earlier, spelling), ...own] });
}

describe('doubt that came after a claim was closed', () => {
  const lost = attempts('later', ['unknown']);

  test.each<Verdict>([
    { kind: 'none' },
    { kind: 'unavailable' },
    { kind: 'postponed', retryAt: NOW },
    { kind: 'refused', reason: 'token' },
  ])('is told with %j', (verdict) => {
    expect(withDoubt(verdict, lost)).toEqual({ ...verdict, inDoubt: true });
    expect(withDoubt(verdict, [])).toEqual(verdict);
  });

  test.each<Verdict>([
    { kind: 'granted' },
    { kind: 'likely-granted' },
    { kind: 'pending' },
    { kind: 'already', recordedAt: NOW },
    { kind: 'reviewed', outcome: 'claimed' },
  ])('is not told with %j', (verdict) => {
    expect(withDoubt(verdict, lost)).toEqual(verdict);
  });
});

describe('a grant', () => {
  test.each<[endings: Ending[]]>([[['unknown', '1']], [['1', '1']], [['502', '1']], [['503', '1', 'resultless']]])(
    'may be two after %j',
    (endings) => {
      expect(verdictAfter(endings)).toEqual({ kind: 'granted', maybeTwo: true });
    },
  );

  test.each<[endings: Ending[]]>([[['503', '1']], [['not sent', '503', '503', '1', '2']]])(
    'is hardly two after %j',
    (endings) => {
      expect(verdictAfter(endings)).toEqual({ kind: 'granted', maybeTwo: true, unlikely: true });
    },
  );
});

describe('already', () => {
  test('has the time of our own last grant', () => {
    const earlier = attempts('earlier', ['1', '1', '2']);
    const own = attempts('own', ['2']);
    expect(verdictOf(STEVE, { own, related: [...earlier, ...own] })).toEqual({
      kind: 'already',
      recordedAt: earlier[1]?.startedAt,
    });
  });

  test('has no time when the grant was not ours', () => {
    expect(verdictAfter(['2'])).toEqual({ kind: 'already', recordedAt: undefined });
  });

  test('has not the time of another spelling, which may be another player', () => {
    expect(verdictAfter(['2'], ['1'], OTHER_SPELLING)).toEqual({ kind: 'already', recordedAt: undefined });
  });
});

describe('a 2 after a lost answer that moderators are asked about', () => {
  /** The lost answer of another claim, perhaps a later 2 that moderators are asked about, and our own. */
  const judged = (lost: Attempt['question'], twice?: Attempt['question']): Verdict => {
    const earlier = [
      ...attempts('earlier', ['unknown']).map((one) => ({ ...one, question: lost })),
      ...attempts('asked', ['unknown', '2'])
        .slice(twice === undefined ? 2 : 1)
        .map((one) => ({ ...one, question: twice })),
    ];
    const own = attempts('own', ['2']);
    return verdictOf(STEVE, { own, related: [...earlier, ...own] });
  };

  test.each<[lost: Attempt['question'], twice: Attempt['question'], verdict: Verdict]>([
    ['open', undefined, { kind: 'likely-granted' }],
    [undefined, 'open', { kind: 'likely-granted' }],
    ['open', 'claimed', { kind: 'likely-granted' }],
    [undefined, undefined, { kind: 'likely-granted' }],
    ['claimed', undefined, { kind: 'already', recordedAt: attempts('earlier', ['unknown'])[0]?.startedAt }],
    ['not-claimed', undefined, { kind: 'likely-granted' }],
    ['not-claimed', 'not-claimed', { kind: 'already', recordedAt: undefined }],
    [undefined, 'not-claimed', { kind: 'already', recordedAt: undefined }],
  ])('is asked about, or decided, with it: %s, %s', (lost, twice, verdict) => {
    expect(judged(lost, twice)).toEqual(verdict);
  });

  test('is asked about by itself if an answer was lost since', () => {
    const lost = [
      ...attempts('earlier', ['2']).map((one) => ({ ...one, question: 'not-claimed' as const })),
      ...attempts('later', ['2', 'unknown']).slice(1),
    ];
    const own = attempts('own', ['2']);
    expect(verdictOf(STEVE, { own, related: [...lost, ...own] })).toEqual({ kind: 'likely-granted' });
  });
});

describe('a refusal', () => {
  const refusal = (outcome: AttemptOutcome): Verdict => {
    const own = attempts('own', ['0']).map((attempt) => ({ ...attempt, outcome }));
    return verdictOf(STEVE, { own, related: own });
  };

  test.each([
    [400, 'name'],
    [422, 'name'],
    [401, 'token'],
    [403, 'token'],
    [404, 'other'],
    [451, 'other'],
  ])('with status %i is about the %s', (status, reason) => {
    expect(refusal(rejected(status))).toEqual({ kind: 'refused', reason });
  });

  test.each([[NOW + 30_000], [undefined]])('with status 429 says when to come back: %j', (retryAt) => {
    expect(refusal(rejected(429, retryAt))).toEqual({ kind: 'refused', reason: 'busy', retryAt });
  });

  test('is the last one', () => {
    expect(verdictAfter(['401', 'not sent', '400'])).toEqual({ kind: 'refused', reason: 'name' });
  });
});

test('doubt is not ended by a 1 that started at the same moment', () => {
  expect(isInDoubt(attempts('earlier', ['1', 'unknown']).map((one) => ({ ...one, sequence: 7 })))).toBe(true);
});

describe('whatever happened', () => {
  type Event = { ending: Ending; isOwn: boolean; isSpelledTheSame: boolean };
  const event = fc.record<Event>({
    ending: fc.constantFrom(...(Object.keys(OUTCOMES) as Ending[])),
    isOwn: fc.boolean(),
    isSpelledTheSame: fc.boolean(),
  });
  const history = fc.array(event, { maxLength: 8 }).map((events) =>
    events.map(({ ending, isOwn, isSpelledTheSame }, index): Attempt => ({
      id: `${index}`,
      claimId: isOwn ? 'own' : 'earlier',
      playername: isOwn || isSpelledTheSame ? STEVE : OTHER_SPELLING,
      sequence: index + 1,
      // A clock that runs backwards: only the sequence counts.
      startedAt: NOW - index * STEP_MS,
      outcome: OUTCOMES[ending],
    })),
  );

  /** The rules one by one, independent of how `verdictOf` implements them. */
  function expected(related: readonly Attempt[]): { kind: Verdict['kind']; flagged: boolean } {
    const own = related.filter(({ claimId }) => claimId === 'own');
    const said = (attempt: Attempt, ...claimed: number[]): boolean =>
      attempt.outcome?.kind === 'answered' && claimed.includes(attempt.outcome.claimed);
    const isOpen = ({ outcome }: Attempt): boolean => (outcome?.kind ?? 'unknown') === 'unknown';
    const later = (than: Attempt, among: readonly Attempt[]): Attempt[] =>
      among.filter(({ sequence }) => sequence > than.sequence);

    const grants = own.filter((attempt) => said(attempt, 1));
    if (grants.length > 0) return { kind: 'granted', flagged: grants.length > 1 || own.some(isOpen) };
    if (own.some((attempt) => isOpen(attempt) && !later(attempt, own).some((other) => said(other, 0, 2))))
      return { kind: 'pending', flagged: false };
    const doubted =
      own.some(isOpen) ||
      related.some(
        (attempt) =>
          isOpen(attempt) &&
          !later(attempt, related).some((other) => other.playername === attempt.playername && said(other, 1)),
      );
    const answers = own.filter((attempt) => said(attempt, 0, 2));
    const last = answers.find((attempt) => later(attempt, answers).length === 0);
    if (last && said(last, 2)) return { kind: doubted ? 'likely-granted' : 'already', flagged: false };
    if (last) return { kind: 'none', flagged: doubted };
    const refused = own.some(({ outcome }) => outcome?.kind === 'rejected');
    return { kind: refused ? 'refused' : 'unavailable', flagged: doubted };
  }

  test('the verdict is the one that the rules say', () => {
    fc.assert(
      fc.property(history, (related) => {
        const own = related.filter(({ claimId }) => claimId === 'own');
        const verdict = verdictOf(STEVE, { own, related });
        const flagged = 'maybeTwo' in verdict || 'inDoubt' in verdict;
        expect({ kind: verdict.kind, flagged }).toEqual(expected(related));
      }),
      { numRuns: 2_000 },
    );
  });
});
