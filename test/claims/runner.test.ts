import { describe, expect, test } from 'vitest';

import { CAPACITY } from '../../src/claims/capacity.ts';
import { ClaimLostError } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { ClaimAnswer } from '../../src/claims/views/claim.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { CannotSpeakError, UnclearWriteError } from '../../src/work/errors.ts';
import {
  answered,
  createClaimScene,
  failure,
  GUILD,
  NOT_SENT,
  rejected,
  type SceneOptions,
  UNKNOWN,
} from './claim-scene.ts';

const ROUND_MS = CLAIM_TIMINGS.recoveryEveryMs;
const lost = new ClaimLostError('taken over by the test');
const gone = new CannotSpeakError('deleted by the test');

/** A scene with one claim that was left behind, after one round of recovery. */
async function recovered(ends: readonly (AttemptOutcome | undefined)[], options: SceneOptions = {}) {
  const scene = await createClaimScene(options);
  const { request } = await scene.leaveBehind(ends);
  await scene.recover();
  return { ...scene, request };
}

describe('recovery', () => {
  test('of a claim for which nothing was sent says that the bot was interrupted', async () => {
    const { journal, told } = await recovered([]);
    expect(journal).toEqual(['close postponed', 'tell postponed']);
    expect(told.map(({ answer }) => answer)).toMatchObject([{ kind: 'postponed', interrupted: true }]);
  });

  test.each<[verdict: ClaimAnswer['kind'], ends: AttemptOutcome[]]>([
    ['granted', [answered(1)]],
    ['granted', [UNKNOWN, answered(1)]],
    ['none', [answered(0)]],
    ['already', [answered(2)]],
    ['likely-granted', [UNKNOWN, answered(2)]],
    ['refused', [rejected(401)]],
    ['unavailable', [NOT_SENT]],
  ])('tells %s, without a POST, of a claim whose attempts ended as %j', async (verdict, ends) => {
    const { posts, heard, claimRows } = await recovered(ends);
    expect(posts).toEqual([]);
    expect(heard('ada')).toEqual([verdict]);
    expect(await claimRows()).toMatchObject([{ state: 'closed', verdict, epoch: 2 }]);
  });

  test.each<[end: AttemptOutcome | undefined, answer: AttemptOutcome, verdict: ClaimAnswer['kind']]>([
    [undefined, answered(1), 'granted'],
    [undefined, answered(2), 'likely-granted'],
    [undefined, answered(0), 'none'],
    [UNKNOWN, answered(1), 'granted'],
    [UNKNOWN, answered(2), 'likely-granted'],
    [UNKNOWN, answered(0), 'none'],
  ])('of a claim whose attempt ended as %j posts again: %j is told as %s', async (end, answer, verdict) => {
    const { journal, heard } = await recovered([end], { posts: [answer] });
    expect(journal).toEqual(['attempt', 'POST', 'end answered', `close ${verdict}`, `tell ${verdict}`]);
    expect(heard('ada')).toEqual([verdict]);
  });

  test('posts again after pauses as long as the claim is old, up to two minutes', async () => {
    const scene = await createClaimScene({ posts: Array<AttemptOutcome>(99).fill(UNKNOWN) });
    await scene.leaveBehind([UNKNOWN]);
    for (let round = 0; round < 50; round += 1) {
      await scene.recover();
      await scene.clock.advance(ROUND_MS);
    }
    const pauses = scene.posts.slice(1).map(({ at }, index) => at - (scene.posts[index]?.at ?? 0));
    expect(pauses).toEqual([40_000, 80_000, 120_000, 120_000, 120_000]);
    expect(scene.heard('ada')).toEqual(['pending']);
  });

  test('records the answer and the verdict at once, not one after the other', async () => {
    const { heard, claimRows } = await recovered([UNKNOWN], {
      posts: [answered(1)],
      ledger: () => ({ close: () => Promise.reject(failure) }),
    });
    expect(heard('ada')).toEqual(['granted']);
    expect(await claimRows()).toMatchObject([{ state: 'closed', verdict: 'granted' }]);
  });

  test('leaves a claim for which there is no room while it holds it', async () => {
    const scene = await createClaimScene();
    const room = CAPACITY.recoveredSlots / 2;
    for (let nth = 0; nth <= room; nth += 1) await scene.admitElsewhere('ada', `player ${nth}`);
    await scene.clock.advance(CLAIM_TIMINGS.leaseMs);
    const taken = await scene.ledger.takeOver();
    for (const claim of taken) await scene.ledger.startAttempt(claim);
    const ends = Promise.all(taken.map((claim) => scene.runner.recover(claim)));
    await scene.clock.advance(CLAIM_TIMINGS.leaseMs);
    expect(scene.posts).toHaveLength(room);

    for (const { answer } of scene.posts) answer(answered(0));
    expect((await ends).toSorted()).toEqual(['lost', ...Array<string>(room).fill('told')]);
    expect(scene.posts).toHaveLength(room);
  });

  test('tells the verdict that is on record, although nobody said that it was committed', async () => {
    const { claimToTheEnd, heard, posts } = await createClaimScene({
      posts: [answered(1)],
      ledger: (real) => ({
        settle: async (end) => {
          await real.settle(end);
          throw new UnclearWriteError('no answer to the commit');
        },
      }),
    });
    await claimToTheEnd('ada');
    expect(heard('ada')).toEqual(['granted']);
    expect(posts).toHaveLength(1);
  });
});

describe('a claim that is worked on at once', () => {
  test('may be two when a POST of another process before it was never answered', async () => {
    const { leaveBehind, clock, claimToTheEnd, told } = await createClaimScene({ posts: [answered(1)] });
    await leaveBehind([undefined]);
    await clock.advance(CLAIM_TIMINGS.leaseMs);
    await claimToTheEnd('bob');
    expect(told.map(({ answer }) => answer)).toMatchObject(Array(2).fill({ kind: 'granted', maybeTwo: true }));
  });

  test('is granted without a POST when the one of another process before it was answered 1', async () => {
    const { leaveBehind, clock, claimToTheEnd, posts, heard } = await createClaimScene();
    await leaveBehind([answered(1)]);
    await clock.advance(CLAIM_TIMINGS.leaseMs);
    await claimToTheEnd('bob');
    expect(posts).toEqual([]);
    expect([heard('ada'), heard('bob')]).toEqual([['granted'], ['granted']]);
  });
});

test.each<[msg: string, level: string, posts: AttemptOutcome[], options: SceneOptions]>([
  ['claim settled', 'info', [answered(1)], {}],
  ['claim parked', 'warn', [rejected(401)], {}],
  ['a claim could not be settled', 'error', [], { ledger: () => ({ startAttempt: () => Promise.reject(failure) }) }],
  ['another process took the claim over', 'info', [], { ledger: () => ({ startAttempt: () => Promise.reject(lost) }) }],
  ['a claim could not be told', 'warn', [answered(1)], { onTell: () => Promise.reject(failure) }],
  ['a reply can be edited no more', 'info', [answered(1)], { onTell: () => Promise.reject(gone) }],
])('the log says by its reference: %s', async (msg, level, posts, options) => {
  const { logged, request } = await recovered([UNKNOWN], { posts, ...options });
  const { reference, claimId } = request;
  expect(logged.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ msg, level, reference, claimId }),
  );
});

test('a claim that is granted at the last moment is logged and counted as granted, not as parked', async () => {
  const { logged, verdicts } = await recovered([UNKNOWN], {
    posts: [rejected(401)],
    ledger: (real) => ({
      close: async (claim, verdict) => {
        const [attempt] = (await real.evidence(claim)).own;
        if (attempt) await real.endAttempt(attempt, answered(1));
        return real.close(claim, verdict);
      },
    }),
  });
  const lines = logged.map((line) => JSON.parse(line) as { msg: string; verdict?: string });
  expect(lines.filter(({ verdict }) => verdict)).toMatchObject([{ msg: 'claim settled', verdict: 'granted' }]);
  expect(verdicts).toEqual(['granted']);
});

test.each<[name: string, error: Error, end: string]>([
  ['was taken over', lost, 'lost'],
  ['could not be recorded', failure, 'failed'],
])('work on a claim that %s ends as such', async (_name, error, end) => {
  const scene = await createClaimScene({ ledger: () => ({ startAttempt: () => Promise.reject(error) }) });
  const { claim } = await scene.leaveBehind([UNKNOWN]);
  expect(await scene.runner.recover(claim)).toBe(end);
});

describe('a pending claim', () => {
  const PENDING: SceneOptions = { posts: [answered(1)] };

  test('is parked when it is too old, and nothing more is sent', async () => {
    const scene = await createClaimScene(PENDING);
    await scene.leaveBehind([UNKNOWN]);
    await scene.clock.advance(CLAIM_TIMINGS.parkAfterMs - CLAIM_TIMINGS.leaseMs - 1);
    await scene.recover();
    expect(scene.journal).toEqual(['park pending', 'tell pending']);
    expect(await scene.claimRows()).toMatchObject([{ state: 'parked', verdict: 'pending' }]);
  });

  test('is left as it is when its credential cannot be looked up', async () => {
    const { journal, claimRows } = await recovered([UNKNOWN], { onCredential: () => Promise.reject(failure) });
    expect(journal).toEqual([]);
    expect(await claimRows()).toMatchObject([{ state: 'open' }]);
  });

  test.each([401, 403])('is parked when its credential is refused with %i', async (status) => {
    const { journal } = await recovered([UNKNOWN], { posts: [rejected(status)] });
    expect(journal).toEqual(['attempt', 'POST', 'end rejected', 'park pending', 'tell pending']);
  });
});

describe('an attempt', () => {
  /** Before each attempt is on record, so much time passes; and somebody sets the clock. */
  async function claimSlowly({ setByMs }: { setByMs: number }) {
    const scene = await createClaimScene({
      ledger: (real) => ({
        async startAttempt(claim) {
          const attempt = await real.startAttempt(claim);
          await scene.clock.sleep(CLAIM_TIMINGS.attemptDeadlineMs);
          scene.clock.set(setByMs);
          return attempt;
        },
      }),
    });
    await scene.claimToTheEnd();
    return scene;
  }

  test('whose record took longer than a POST may is not sent', async () => {
    const { posts, heard } = await claimSlowly({ setByMs: 0 });
    expect(posts).toEqual([]);
    expect(heard('ada')).toEqual(['postponed']);
  });

  test('is not sent then either when somebody sets the clock back', async () => {
    const { posts, journal } = await claimSlowly({ setByMs: -CLAIM_TIMINGS.attemptDeadlineMs });
    expect(journal).toContain('attempt');
    expect(posts).toEqual([]);
  });

  test('has its whole deadline, however long its record took', async () => {
    const scene = await createClaimScene({
      posts: [answered(1)],
      ledger: (real) => ({ startAttempt: (claim) => scene.clock.sleep(1_000).then(() => real.startAttempt(claim)) }),
    });
    await scene.claimToTheEnd();
    expect(scene.posts).toMatchObject([{ deadlineMs: CLAIM_TIMINGS.attemptDeadlineMs }]);
  });

  test('that is answered 1 after its claim was parked makes it granted, everyone is told, and the log says so', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada');
    void scene.claim('bob');
    await scene.clock.advance(CLAIM_TIMINGS.leaseMs);
    scene.tokens.delete(GUILD);
    await scene.recover();
    scene.posts[0]?.answer(answered(1));
    await scene.claims.idle();

    expect(await scene.claimRows()).toMatchObject([{ state: 'closed', verdict: 'granted', epoch: 2 }]);
    expect([scene.heard('ada'), scene.heard('bob')]).toEqual([
      ['pending', 'granted'],
      ['pending', 'granted'],
    ]);
    expect(scene.logged.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ msg: 'claim granted late', verdict: 'granted' }),
    );
    expect(scene.verdicts).toEqual(['pending', 'granted']);
  });
});

describe('an answer whose record fails', () => {
  /** The main service has answered 1, but the ledger refuses to record it until `heal`. */
  async function unrecorded() {
    let isBroken = true;
    let tries = 0;
    const scene = await createClaimScene({
      posts: [answered(1)],
      ledger: (real) => ({
        settle: (end) => {
          tries += 1;
          return isBroken ? Promise.reject(failure) : real.settle(end);
        },
        endAttempt: (...end) => {
          tries += 1;
          return isBroken ? Promise.reject(failure) : real.endAttempt(...end);
        },
      }),
    });
    await scene.claim();
    return {
      ...scene,
      heal: () => {
        isBroken = false;
      },
      tries: () => tries,
    };
  }
  const ends = (journal: readonly string[]) => journal.filter((line) => line.startsWith('end'));
  const GIVEN_UP = 'the end of an attempt could not be recorded';

  test('is recorded in the next round, and no more after that', async () => {
    const { heal, journal, clock, tries, logged } = await unrecorded();
    heal();
    await clock.advance(ROUND_MS);
    expect(ends(journal)).toEqual(['end answered']);
    await clock.advance(ROUND_MS);
    expect(tries()).toBe(2);
    expect(logged.join()).not.toContain(GIVEN_UP);
  });

  test('is recorded many rounds later, also when somebody sets the clock forward', async () => {
    const { heal, journal, clock } = await unrecorded();
    clock.set(CLAIM_TIMINGS.replyEditableMs);
    await clock.advance(ROUND_MS);
    heal();
    await clock.advance(ROUND_MS);
    expect(ends(journal)).toEqual(['end answered']);
  });

  test('is given up after that, which the log says', async () => {
    const { clock, tries, claims, logged } = await unrecorded();
    await clock.advance(CLAIM_TIMINGS.replyEditableMs);
    await claims.idle();
    expect(tries()).toBe(1 + CLAIM_TIMINGS.replyEditableMs / ROUND_MS);
    expect(logged.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ msg: GIVEN_UP, level: 'error', outcome: 'answered' }),
    );
  });

  test('is recorded at once when the process stops, which then waits for nothing', async () => {
    const { heal, journal, stopping, claims } = await unrecorded();
    heal();
    stopping.abort();
    await claims.idle();
    expect(ends(journal)).toEqual(['end answered']);
  });
});
