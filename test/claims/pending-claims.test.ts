import { describe, expect, test, vi } from 'vitest';

import type { Verdict } from '../../src/claims/states.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { CannotSpeakError } from '../../src/work/errors.ts';
import { answered, createClaimScene, failure, GUILD, NOT_SENT, PENDING_MS, rejected, UNKNOWN } from './claim-scene.ts';

test('a claim is still pending for whoever asks next, when nothing can be sent for them', async () => {
  const scene = await createClaimScene({ slots: 0 });
  await scene.leaveBehind([UNKNOWN], 'ada');
  await scene.claimToTheEnd('bob');
  expect(scene.heard('bob')).toEqual(['pending']);
  expect(await scene.claimRows()).toMatchObject([{ state: 'open', verdict: null }]);
});

describe('a claim that is not settled at 9 seconds', () => {
  test('counts 9 seconds from the interaction, not from the request', async () => {
    const scene = await createClaimScene({
      ledger: (real) => ({ admit: (request) => scene.clock.sleep(2_000).then(() => real.admit(request)) }),
    });
    const requested = scene.claim();
    await scene.clock.advance(PENDING_MS);
    await requested;
    expect(scene.told).toMatchObject([{ answer: { kind: 'pending' }, at: PENDING_MS }]);
  });

  test.each(Array.from({ length: 16 }, (_, index) => index))(
    'is not called pending after its verdict, %i turns of the event loop apart',
    async (turns) => {
      const scene = await createClaimScene({
        ledger: (real) => ({
          async evidence(claim) {
            await scene.clock.sleep(PENDING_MS);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            return real.evidence(claim);
          },
        }),
        posts: [answered(1)],
      });
      await scene.claimToTheEnd();
      expect(scene.heard('ada').at(-1)).toBe('granted');
    },
  );
});

test.each<[verdict: Verdict['kind'], posts: AttemptOutcome[]]>([
  ['granted', [answered(1)]],
  ['pending', [UNKNOWN, rejected(404)]],
])('%s that cannot be told is told after a pause', async (verdict, posts) => {
  const onTell = vi.fn().mockRejectedValueOnce(failure);
  const scene = await createClaimScene({ posts, onTell });
  scene.clock.chances.push(...posts.slice(1).map(() => 0));
  await scene.claim();
  expect(scene.told).toEqual([]);
  await scene.clock.advance(CLAIM_TIMINGS.backoffBaseMs);
  expect(scene.heard('ada')).toEqual([verdict]);
});

describe('a ledger that fails', () => {
  test.each([
    ['startAttempt', answered(1)],
    ['settle', answered(1)],
    ['endAttempt', UNKNOWN],
  ] as const)('in %s leaves the person with pending, at once', async (name, end) => {
    const scene = await createClaimScene({
      posts: [end],
      ledger: () => ({ [name]: () => Promise.reject(failure) }),
    });
    await scene.claim();
    expect(scene.told).toMatchObject([{ answer: { kind: 'pending' }, at: 0 }]);
  });

  test.each(['evidence', 'close'] as const)(
    'in %s leaves the person with pending, once nothing more is tried',
    async (name) => {
      const scene = await createClaimScene({
        posts: Array<AttemptOutcome>(99).fill(NOT_SENT),
        ledger: () => ({ [name]: () => Promise.reject(failure) }),
      });
      await scene.claimToTheEnd();
      expect(scene.heard('ada')).toEqual(['pending']);
    },
  );
});

describe('idle', () => {
  test('resolves when the verdict is told, not when pending is', async () => {
    const scene = await createClaimScene();
    void scene.claim();
    await scene.clock.advance(PENDING_MS);
    let isSettled = false;
    const settled = scene.claims.idle().then(() => (isSettled = true));
    await scene.clock.settle();
    expect(isSettled).toBe(false);

    scene.posts[0]?.answer(answered(1));
    await settled;
    expect(scene.heard('ada')).toEqual(['pending', 'granted']);
  });

  test('waits for the work on a claim that this process lost and took over again', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada');
    await scene.clock.advance(CLAIM_TIMINGS.leaseMs);
    void scene.claim('bob');
    await scene.clock.settle();
    scene.posts[0]?.answer(UNKNOWN);
    await scene.clock.settle();
    let isSettled = false;
    const settled = scene.claims.idle().then(() => (isSettled = true));
    await scene.clock.settle();
    expect(isSettled).toBe(false);

    scene.posts[1]?.answer(answered(1));
    await settled;
    expect(scene.heard('bob')).toEqual(['granted']);
  });

  test('leaves no timer behind', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claim();
    expect(scene.clock.sleeping()).toBe(0);
  });
});

test('a late answer says that a vote may have been claimed, if that came into doubt since', async () => {
  const isBroken = { tell: true };
  const scene = await createClaimScene({
    posts: [rejected(404), UNKNOWN, rejected(404)],
    onTell: () => {
      if (isBroken.tell) throw new CannotSpeakError('gone');
    },
  });
  await scene.claimToTheEnd('ada');
  const late = async () =>
    (await scene.claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' })).map(({ verdict }) => verdict);
  expect(await late()).toEqual([{ kind: 'refused', reason: 'other' }]);
  isBroken.tell = false;
  await scene.claimToTheEnd('bob');
  expect(await late()).toEqual([{ kind: 'refused', reason: 'other', inDoubt: true }]);
});
