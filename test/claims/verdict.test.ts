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

describe('a claim is', () => {
  test.each<[verdict: Verdict['kind'], endings: Ending[]]>([
    ['granted', ['1']],
    ['granted', ['unknown', '1']],
    ['granted', ['1', 'unknown']],
    ['pending', ['unknown']],
    ['pending', ['unknown', '400']],
    ['pending', ['unknown', '2', 'resultless']],
    ['none', ['0']],
    ['none', ['unknown', '0']],
    ['already', ['2']],
    ['already', ['not sent', '2']],
    ['likely-granted', ['resultless', '2']],
    ['refused', ['400']],
    ['refused', ['429', 'not sent']],
    ['unavailable', []],
    ['unavailable', ['not sent']],
  ])('%s after %j', (kind, endings) => {
    expect(verdictAfter(endings).kind).toBe(kind);
  });
});

describe('a 2 after other claims of the key', () => {
  test.each<[verdict: Verdict['kind'], earlier: Ending[]]>([
    ['already', []],
    ['already', ['1']],
    ['likely-granted', ['unknown']],
    ['likely-granted', ['resultless']],
    ['likely-granted', ['unknown', '2']],
    ['already', ['unknown', '1']],
    ['likely-granted', ['unknown', '1', 'unknown']],
  ])('is %s when they ended as %s', (kind, earlier) => {
    expect(verdictAfter(['2'], earlier).kind).toBe(kind);
  });

  test('does not make other claims its own', () => {
    expect(verdictAfter(['not sent'], ['unknown', '1'])).toEqual({ kind: 'unavailable' });
  });

  test.each<[verdict: Verdict['kind'], earlier: Ending[]]>([
    ['likely-granted', ['unknown']],
    ['likely-granted', ['1', 'unknown']],
    ['already', ['unknown', '1']],
    ['already', ['1']],
  ])('is %s when those of another spelling ended as %s', (kind, earlier) => {
    expect(verdictAfter(['2'], earlier, OTHER_SPELLING).kind).toBe(kind);
  });

  test('is likely ours after an unknown of its own, whatever came in between', () => {
    const [lost, answer] = attempts('own', ['unknown', '2']);
    if (!lost || !answer) throw new Error('there are two');
    const grants = [STEVE, OTHER_SPELLING].map((playername) => ({
      ...answer,
      claimId: 'other',
      playername,
      outcome: OUTCOMES[1],
      sequence: lost.sequence + 0.5,
    }));
    expect(verdictOf(STEVE, { own: [lost, answer], related: [lost, ...grants, answer] }).kind).toBe('likely-granted');
  });
});

describe('a claim that came to nothing', () => {
  test.each<[endings: Ending[], earlier: Ending[]]>([
    [['0'], ['unknown']],
    [['unknown', '0'], []],
    [[], ['unknown']],
    [['429'], ['unknown', '2']],
  ])('says after %j that a vote may have been claimed when earlier claims ended as %j', (endings, earlier) => {
    expect(verdictAfter(endings, earlier)).toMatchObject({ inDoubt: true });
  });

  test.each<[endings: Ending[], earlier: Ending[]]>([
    [['0'], []],
    [['0'], ['unknown', '1']],
  ])('says after %j that nothing was claimed when earlier claims ended as %j', (endings, earlier) => {
    expect(verdictAfter(endings, earlier)).not.toHaveProperty('inDoubt');
  });
});

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
  test.each<[endings: Ending[]]>([
    [['unknown', '1']],
    [['resultless', '1']],
    [['1', 'unknown']],
    [['1', '1']],
    [['502', '1']],
    [['503', '1', 'resultless']],
  ])('may be two after %j', (endings) => {
    expect(verdictAfter(endings)).toEqual({ kind: 'granted', maybeTwo: true });
  });

  test.each<[endings: Ending[]]>([[['503', '1']], [['not sent', '503', '503', '1', '2']]])(
    'is hardly two after %j',
    (endings) => {
      expect(verdictAfter(endings)).toEqual({ kind: 'granted', maybeTwo: true, unlikely: true });
    },
  );

  test.each<[endings: Ending[], earlier: Ending[]]>([
    [['1'], []],
    [['0', '2', '401', '1'], []],
    [['1'], ['unknown']],
  ])('is one after %j when earlier claims ended as %j', (endings, earlier) => {
    expect(verdictAfter(endings, earlier)).toEqual({ kind: 'granted' });
  });
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

describe('doubt', () => {
  test.each<[ending: Ending, doubt: boolean]>([
    ['1', false],
    ['0', true],
    ['2', true],
    ['not sent', true],
    ['401', true],
    ['unknown', true],
  ])('with a later %s is %s', (ending, doubt) => {
    expect(isInDoubt(attempts('earlier', ['unknown', ending]))).toBe(doubt);
  });

  test('is not ended by a 1 that started earlier, whatever the clock said', () => {
    const [grant, lost] = attempts('earlier', ['1', 'unknown']);
    if (!grant || !lost) throw new Error('there are two');
    expect(isInDoubt([grant, { ...lost, startedAt: grant.startedAt - HOUR_MS }])).toBe(true);
  });

  test('is not ended by a 1 that started at the same moment', () => {
    expect(isInDoubt(attempts('earlier', ['1', 'unknown']).map((one) => ({ ...one, sequence: 7 })))).toBe(true);
  });

  test('about another spelling is not ended by a 1 for this one', () => {
    const lost = attempts('earlier', ['unknown'], OTHER_SPELLING);
    expect(isInDoubt([...lost, ...attempts('own', ['1'])])).toBe(true);
  });

  test.each<Ending>(['0', '1', '2', 'not sent', '400'])('does not come from a %s', (ending) => {
    expect(isInDoubt(attempts('earlier', [ending]))).toBe(false);
  });
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
