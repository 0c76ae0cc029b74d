import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import type { Verdict } from '../../src/claims/states.ts';
import { type ClaimLedger, ClaimLostError } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { ClaimAnswer } from '../../src/claims/views/claim.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { CannotSpeakError } from '../../src/work/errors.ts';
import type { MemberLimits } from '../../src/work/limits.ts';
import {
  answered,
  createClaimScene,
  failure,
  GUILD,
  held,
  MAIN_SERVICE_URL,
  NOT_SENT,
  OTHER_GUILD,
  type Person,
  rejected,
  type SceneOptions,
  SISTER_GUILD,
  STRANGER_GUILD,
  UNKNOWN,
} from './claim-scene.ts';

const ATTEMPT_MS = CLAIM_TIMINGS.attemptDeadlineMs;
const LAST_START_MS = CLAIM_TIMINGS.lastAttemptStartMs;
const PENDING_MS = CLAIM_TIMINGS.tellPendingAfterMs;
/** Discord's answer about the reply to an interaction that nobody acknowledged. */
const NO_REPLY = new CannotSpeakError('there is no such reply');
const ONE_CLAIM: MemberLimits = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 600, seconds: 60 } };

type Scene = Awaited<ReturnType<typeof createClaimScene>>;

/** A ledger that refuses the first claim. */
const refuseOnce: SceneOptions['ledger'] = (real) => {
  let refusals = 1;
  return { admit: (request) => (refusals-- > 0 ? Promise.reject(failure) : real.admit(request)) };
};

describe('a verdict', () => {
  test.each<[name: string, posts: AttemptOutcome[], answer: ClaimAnswer]>([
    ['1', [answered(1)], { kind: 'granted' }],
    ['0', [answered(0)], { kind: 'none' }],
    ['2', [answered(2)], { kind: 'already', recordedAt: undefined }],
    ['a lost answer, then 1', [UNKNOWN, answered(1)], { kind: 'granted', maybeTwo: true }],
    ['a lost answer, then 0', [UNKNOWN, answered(0)], { kind: 'none', inDoubt: true }],
    ['a lost answer, then 2', [UNKNOWN, answered(2)], { kind: 'likely-granted' }],
    ['nothing sent, then 2', [NOT_SENT, answered(2)], { kind: 'already', recordedAt: undefined }],
    ['a refused token', [rejected(401)], { kind: 'refused', reason: 'token' }],
    ['a refused name', [rejected(422)], { kind: 'refused', reason: 'name' }],
    ['too many requests', [rejected(429, 1_000)], { kind: 'refused', reason: 'busy', retryAt: 1_000 }],
    ['another refusal', [rejected(404)], { kind: 'refused', reason: 'other' }],
    ['a lost answer, then a refusal', [UNKNOWN, rejected(401)], { kind: 'pending' }],
    ['lost answers only', Array<AttemptOutcome>(99).fill(UNKNOWN), { kind: 'pending' }],
    ['nothing sent at all', Array<AttemptOutcome>(99).fill(NOT_SENT), { kind: 'unavailable' }],
  ])('after %s is told once', async (_name, posts, answer) => {
    const scene = await createClaimScene({ posts });
    await scene.claimToTheEnd();
    expect(scene.told.map((one) => one.answer)).toEqual([answer]);
  });

  test('is committed before anyone is told', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claimToTheEnd();
    expect(scene.journal.slice(-2)).toEqual(['close granted', 'tell granted']);
  });

  test('returns nothing to show: it is told through the messenger', async () => {
    expect(await (await createClaimScene({ posts: [answered(1)] })).claimToTheEnd()).toEqual({ kind: 'recorded' });
  });

  test('comes with the request it answers', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claimToTheEnd('ada', { playername: '  Steve ' });
    expect(scene.told[0]?.request).toMatchObject({
      userId: 'ada',
      guildId: GUILD,
      playername: 'Steve',
      interactionId: 'interaction 1',
    });
  });
});

describe('the acknowledgement', () => {
  /** A scene whose intents are written when the test says so, and somebody who claims in it. */
  async function claimsWhile(options: SceneOptions = {}) {
    const written = held();
    const scene = await createClaimScene({
      ledger: (real) => ({ admit: (request) => written.promise.then(() => real.admit(request)) }),
      ...options,
    });
    const order: string[] = [];
    const requestAs = (name: string, guildId = GUILD) =>
      scene.claims.request({
        interactionId: name,
        guildId,
        userId: name,
        locale: 'en-US',
        playername: name,
        reply: { applicationId: 'application', token: new Secret(name) },
        receivedAt: scene.clock.now(),
        acknowledge: () => {
          order.push(name);
          return Promise.resolve();
        },
      });
    return { ...scene, written, order, requestAs };
  }

  test('waits in calm until the request is on record', async () => {
    const { clock, written, order, requestAs } = await claimsWhile();
    void requestAs('ada');
    await clock.advance(CLAIM_TIMINGS.recordedFirstMs - 1);
    expect(order).toEqual([]);
    written.resolve();
    await clock.settle();
    expect(order).toEqual(['ada']);
  });

  test('waits no longer than a moment', async () => {
    const { clock, order, requestAs } = await claimsWhile();
    void requestAs('ada');
    await clock.advance(CLAIM_TIMINGS.recordedFirstMs);
    expect(order).toEqual(['ada']);
  });

  test('goes first in a crowd', async () => {
    const { clock, written, order, requestAs } = await claimsWhile({
      posts: Array<AttemptOutcome>(101).fill(answered(0)),
    });
    const requested = Array.from({ length: 101 }, (_, index) => requestAs(`person ${index + 1}`));
    await clock.settle();
    expect(order).toEqual(['person 101']);

    written.resolve();
    expect(await requested.at(-1)).toEqual({ kind: 'recorded' });
  });

  test.each([
    ['cannot be recorded', GUILD, 'rejects'],
    ['is for a guild without a token', STRANGER_GUILD, 'resolves'],
  ] as const)('is left out for a request that %s', async (_name, guildId, end) => {
    const { written, order, requestAs } = await claimsWhile();
    written.reject(failure);
    const requested = requestAs('ada', guildId);
    await (end === 'rejects'
      ? expect(requested).rejects.toBe(failure)
      : expect(requested).resolves.toEqual({ kind: 'not-set-up' }));
    expect(order).toEqual([]);
  });
});

describe('a POST', () => {
  test('comes after its attempt is on record, and its end is recorded before anything else', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, NOT_SENT, answered(1)] });
    await scene.claimToTheEnd();
    expect(scene.journal).toEqual([
      'intent',
      ...['attempt', 'POST', 'end unknown'],
      ...['attempt', 'POST', 'end not-sent'],
      ...['attempt', 'POST', 'end answered'],
      'close granted',
      'tell granted',
    ]);
  });

  test('carries the name as typed, trimmed, the guild’s token and a deadline of 4 seconds', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claimToTheEnd('ada', { playername: ' sTeve  X ', guildId: OTHER_GUILD });
    expect(scene.posts).toMatchObject([{ playername: 'sTeve  X', token: 'other token', deadlineMs: 4_000 }]);
  });

  test('is one of a key made of the service’s address and the token', async () => {
    const keys: string[] = [];
    const scene = await createClaimScene({
      posts: [answered(1)],
      ledger: (real) => ({
        admit(request) {
          keys.push(request.credentialId);
          return real.admit(request);
        },
      }),
    });
    await scene.claimToTheEnd();
    expect(keys).toEqual([new Secret('token').fingerprint(MAIN_SERVICE_URL)]);
  });

  test('waits until Discord shows the acknowledgement', async () => {
    const acknowledgement = held();
    const scene = await createClaimScene({ posts: [answered(1)] });
    const requested = scene.claim('ada', { acknowledged: acknowledgement.promise });
    await scene.clock.advance(2_000);
    expect(scene.journal).toEqual(['intent']);

    acknowledgement.resolve();
    await requested;
    expect(scene.posts).toMatchObject([{ at: 2_000 }]);
  });

  test('waits until the intent is on record', async () => {
    const written = held();
    const scene = await createClaimScene({
      posts: [answered(1)],
      ledger: (real) => ({ admit: (request) => written.promise.then(() => real.admit(request)) }),
    });
    const requested = scene.claim();
    await scene.clock.settle();
    expect(scene.posts).toEqual([]);

    written.resolve();
    await requested;
    expect(scene.posts).toHaveLength(1);
  });

  test('never goes out when the acknowledgement fails, and nobody is told', async () => {
    const scene = await createClaimScene({ posts: [answered(1)], onTell: () => Promise.reject(NO_REPLY) });
    await scene.claimToTheEnd('ada', { acknowledged: Promise.reject(failure) });
    expect(scene.journal).toEqual(['intent']);
    await scene.recover();
    expect(scene.journal).toEqual(['intent', 'close postponed']);
    expect(await scene.claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' })).toEqual([]);
  });

  test('never goes out when the intent cannot be written', async () => {
    const scene = await createClaimScene({ ledger: () => ({ admit: () => Promise.reject(failure) }) });
    await expect(scene.claim()).rejects.toBe(failure);
    await scene.clock.advance(PENDING_MS);
    expect(scene.posts).toEqual([]);
  });

  test('never goes out when its attempt cannot be written', async () => {
    const scene = await createClaimScene({ ledger: () => ({ startAttempt: () => Promise.reject(failure) }) });
    await scene.claimToTheEnd();
    expect(scene.posts).toEqual([]);
  });
});

describe('another try', () => {
  test.each([
    ['a lost answer', UNKNOWN],
    ['a request not sent', NOT_SENT],
  ])('follows %s', async (_name, outcome) => {
    const scene = await createClaimScene({ posts: [outcome, answered(1)] });
    await scene.claimToTheEnd();
    expect(scene.posts).toHaveLength(2);
  });

  test.each<[name: string, outcome: AttemptOutcome]>([
    ['0', answered(0)],
    ['1', answered(1)],
    ['2', answered(2)],
    ['400', rejected(400)],
    ['401', rejected(401)],
    ['404', rejected(404)],
    ['429', rejected(429, 0)],
  ])('does not follow %s', async (_name, outcome) => {
    const scene = await createClaimScene({ posts: [outcome, answered(1)] });
    await scene.claimToTheEnd();
    expect(scene.posts).toHaveLength(1);
  });

  test('follows after a share of a pause that doubles', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, UNKNOWN, UNKNOWN, answered(1)] });
    scene.clock.chances.push(0.5, 0.25, 1);
    await scene.claimToTheEnd();
    const base = CLAIM_TIMINGS.backoffBaseMs;
    const starts = [0, 0.5 * base, 0.5 * base + 0.25 * 2 * base, 0.5 * base + 0.25 * 2 * base + 4 * base];
    expect(scene.posts.map(({ at }) => at)).toEqual(starts);
  });

  test('does not start later than 8 seconds after the interaction, whatever chance says', async () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const round = fc.record({
      chance,
      tookMs: fc.integer({ min: 1, max: ATTEMPT_MS }),
      end: fc.constantFrom(UNKNOWN, NOT_SENT),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 12, maxLength: 12 }), async (rounds) => {
        const scene = await createClaimScene();
        scene.clock.chances.push(...rounds.map((one) => one.chance));
        const requested = scene.claim();
        for (const [index, { tookMs, end }] of rounds.entries()) {
          await scene.clock.settle();
          while (scene.posts.length <= index && scene.told.length === 0) await scene.clock.advance(100);
          await scene.clock.advance(tookMs);
          scene.posts[index]?.answer(end);
        }
        await scene.clock.advance(PENDING_MS);
        await requested;
        expect(Math.max(...scene.posts.map(({ at }) => at))).toBeLessThanOrEqual(LAST_START_MS);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['starts at 8 seconds sharp', LAST_START_MS - CLAIM_TIMINGS.backoffBaseMs, [0, LAST_START_MS]],
    ['does not start a millisecond after', LAST_START_MS - CLAIM_TIMINGS.backoffBaseMs + 1, [0]],
  ])('%s', async (_name, answeredAt, starts) => {
    const scene = await createClaimScene();
    scene.clock.chances.push(1);
    void scene.claim();
    await scene.clock.advance(answeredAt);
    scene.posts[0]?.answer(UNKNOWN);
    await scene.clock.advance(PENDING_MS);
    expect(scene.posts.map(({ at }) => at)).toEqual(starts);
  });

  test('does not start after 8 seconds when its pause took longer than it should', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, answered(1)] });
    const { sleep } = scene.clock;
    scene.clock.sleep = (ms, signal) => sleep(ms < CLAIM_TIMINGS.backoffBaseMs ? ms + LAST_START_MS : ms, signal);
    await scene.claimToTheEnd();
    expect(scene.posts).toHaveLength(1);
  });

  test('is not even a first one when the acknowledgement took longer than 8 seconds', async () => {
    const acknowledgement = held();
    const scene = await createClaimScene({ posts: [answered(1)] });
    const requested = scene.claim('ada', { acknowledged: acknowledgement.promise });
    await scene.clock.advance(LAST_START_MS + 1);
    acknowledgement.resolve();
    await scene.clock.advance(PENDING_MS);
    await requested;
    expect(scene.posts).toEqual([]);
  });
});

describe('a claim that stays pending', () => {
  test('stays open, for recovery or for whoever asks next', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, rejected(404)] });
    await scene.claimToTheEnd();
    expect(scene.journal.slice(-2)).toEqual(['release', 'tell pending']);
    expect(await scene.claimRows()).toMatchObject([{ state: 'open', verdict: null }]);
  });

  test('is still pending for whoever asks next, when nothing can be sent for them', async () => {
    const scene = await createClaimScene({ slots: 0 });
    await scene.leaveBehind([UNKNOWN], 'ada');
    await scene.claimToTheEnd('bob');
    expect(scene.heard('bob')).toEqual(['pending']);
    expect(await scene.claimRows()).toMatchObject([{ state: 'open', verdict: null }]);
  });

  test('goes on when somebody asks again, who settles it for everyone', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, rejected(404), answered(1)] });
    await scene.claimToTheEnd('ada');
    await scene.claimToTheEnd('bob');
    expect([scene.heard('ada'), scene.heard('bob')]).toEqual([['pending', 'granted'], ['granted']]);
    expect(await scene.claimRows()).toMatchObject([{ state: 'closed', verdict: 'granted', epoch: 2 }]);
  });
});

test('an interaction that is on record already is not handled again', async () => {
  const scene = await createClaimScene({ posts: [answered(1)] });
  await scene.claimToTheEnd('ada', { interactionId: 'the same' });
  expect(await scene.claimToTheEnd('ada', { interactionId: 'the same' })).toEqual({ kind: 'recorded' });
  expect([scene.posts.length, scene.heard('ada')]).toEqual([1, ['granted']]);
});

describe('a claim that is not settled at 9 seconds', () => {
  /** Two lost answers: the second POST starts in time and is still open at 9 seconds. */
  async function stillOpen(options: SceneOptions = {}) {
    const scene = await createClaimScene(options);
    const requested = scene.claim();
    await scene.clock.advance(7_000);
    scene.posts[0]?.answer(UNKNOWN);
    await scene.clock.advance(PENDING_MS - 7_000);
    return { ...scene, requested };
  }

  test('is told as pending, at 9 seconds', async () => {
    const { told, requested } = await stillOpen();
    await requested;
    expect(told).toMatchObject([{ answer: { kind: 'pending' }, at: PENDING_MS }]);
  });

  test('is told again when its verdict comes', async () => {
    const { posts, clock, heard } = await stillOpen();
    posts[1]?.answer(answered(2));
    await clock.settle();
    expect(heard('ada')).toEqual(['pending', 'likely-granted']);
  });

  test('is told its verdict only after what is being told is told', async () => {
    const shown = held();
    const { posts, clock, heard } = await stillOpen({
      onTell: ({ answer }) => (answer.kind === 'pending' ? shown.promise : undefined),
    });
    posts[1]?.answer(answered(1));
    await clock.settle();
    expect(heard('ada')).toEqual([]);

    shown.resolve();
    await clock.settle();
    expect(heard('ada')).toEqual(['pending', 'granted']);
  });

  test('is told its verdict although pending could not be told', async () => {
    const { posts, clock, heard } = await stillOpen({
      onTell: ({ answer }) => {
        if (answer.kind === 'pending') throw failure;
      },
    });
    posts[1]?.answer(answered(1));
    await clock.settle();
    expect(heard('ada')).toEqual(['granted']);
  });

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

describe('two people who claim for one player', () => {
  test('share one claim and one POST, and are told the same', async () => {
    const scene = await createClaimScene();
    const both = [scene.claim('ada'), scene.claim('bob')];
    await scene.clock.settle();
    expect(scene.posts).toHaveLength(1);

    scene.posts[0]?.answer(answered(1));
    await Promise.all(both);
    expect(scene.told.map(({ who, answer }) => [who, answer])).toEqual([
      ['ada', { kind: 'granted' }],
      ['bob', { kind: 'granted' }],
    ]);
    expect(new Set(scene.told.map(({ request }) => request.claimId)).size).toBe(1);
    expect(scene.told.map(({ request }) => request.acknowledged)).toEqual([false, false]);
  });

  test('share it from two guilds of one token', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada');
    void scene.claim('bob', { guildId: SISTER_GUILD });
    await scene.clock.settle();
    expect(scene.posts).toHaveLength(1);
  });

  test('do not share it under two tokens', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada');
    void scene.claim('bob', { guildId: OTHER_GUILD });
    await scene.clock.settle();
    expect(scene.posts.map(({ token }) => token)).toEqual(['token', 'other token']);
  });

  test('do not share it when the names differ in case', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada', { playername: 'Steve' });
    void scene.claim('bob', { playername: 'STEVE' });
    await scene.clock.settle();
    expect(scene.posts.map(({ playername }) => playername)).toEqual(['Steve', 'STEVE']);
  });

  test('are not stopped by the acknowledgement of the one who joined', async () => {
    const scene = await createClaimScene();
    const both = [scene.claim('ada'), scene.claim('bob', { acknowledged: Promise.reject(failure) })];
    await scene.clock.settle();
    scene.posts[0]?.answer(answered(1));
    await Promise.all(both);
    expect([scene.heard('ada'), scene.heard('bob')]).toEqual([['granted'], []]);
  });

  test('are not stopped by the acknowledgement of the one who came first', async () => {
    const acknowledgement = held();
    const scene = await createClaimScene({ posts: [answered(1)] });
    const first = scene.claim('ada', { acknowledged: acknowledgement.promise });
    await scene.clock.settle();
    const second = scene.claim('bob');
    await scene.clock.settle();
    acknowledgement.reject(failure);
    await Promise.all([first, second]);
    expect([scene.heard('ada'), scene.heard('bob')]).toEqual([[], ['granted']]);
  });

  test('are stopped when neither acknowledgement works out', async () => {
    const acknowledgement = held();
    const scene = await createClaimScene({ posts: [answered(1)] });
    const first = scene.claim('ada', { acknowledged: acknowledgement.promise });
    await scene.clock.settle();
    const second = scene.claim('bob', { acknowledged: Promise.reject(failure) });
    await scene.clock.settle();
    acknowledgement.reject(failure);
    await Promise.all([first, second]);
    expect([scene.posts, scene.told]).toEqual([[], []]);
  });

  test('are told although one of them cannot be', async () => {
    const scene = await createClaimScene({
      posts: [answered(1)],
      onTell: ({ who }) => {
        if (who === 'ada') throw failure;
      },
    });
    await Promise.all([scene.claim('ada'), scene.claim('bob')]);
    expect(scene.heard('bob')).toEqual(['granted']);
  });

  test('are not told before their own acknowledgement', async () => {
    const acknowledgement = held();
    const scene = await createClaimScene({ posts: [answered(1)] });
    const both = [scene.claim('ada'), scene.claim('bob', { acknowledged: acknowledgement.promise })];
    await scene.clock.settle();
    expect([scene.heard('ada'), scene.heard('bob')]).toEqual([['granted'], []]);

    acknowledgement.resolve();
    await Promise.all(both);
    expect(scene.heard('bob')).toEqual(['granted']);
  });

  test('are not told before it even when the verdict overtakes the answer of the ledger', async () => {
    const admitted = held();
    const acknowledgement = held();
    const scene = await createClaimScene({
      ledger: (real) => ({
        async admit(request) {
          const admission = await real.admit(request);
          if (request.userId === 'bob') await admitted.promise;
          return admission;
        },
      }),
    });
    void scene.claim('ada');
    void scene.claim('bob', { acknowledged: acknowledgement.promise });
    await scene.clock.settle();
    scene.posts[0]?.answer(answered(1));
    await scene.clock.settle();
    expect(scene.heard('bob')).toEqual([]);

    admitted.resolve();
    acknowledgement.resolve();
    await scene.clock.settle();
    expect(scene.heard('bob')).toEqual(['granted']);
  });

  test('each hear pending 9 seconds after they asked', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada');
    await scene.clock.advance(3_000);
    void scene.claim('bob');
    await scene.clock.advance(PENDING_MS);
    expect(scene.told.map(({ who, answer, at }) => [who, answer.kind, at])).toEqual([
      ['ada', 'pending', PENDING_MS],
      ['bob', 'pending', PENDING_MS + 3_000],
    ]);
  });
});

test('a hundred people at once make one claim, one POST and a hundred answers', async () => {
  const scene = await createClaimScene();
  const people = Array.from({ length: 100 }, (_, index) => `person ${index}`);
  const requested = people.map((person) => scene.claim(person));
  await scene.clock.settle();
  scene.posts[0]?.answer(answered(1));
  await Promise.all(requested);

  expect(scene.posts).toHaveLength(1);
  expect(new Set(scene.told.map(({ request }) => request.claimId)).size).toBe(1);
  expect(scene.told.map(({ who, answer }) => [who, answer.kind])).toEqual(people.map((person) => [person, 'granted']));
});

describe('a claim after another', () => {
  test('that is asked for from its reply is not overwritten there, although that one could not be told', async () => {
    let isBroken = true;
    const scene = await createClaimScene({
      posts: [answered(0), answered(1)],
      onTell: () => {
        if (isBroken) throw failure;
      },
    });
    await scene.claim('ada');
    const [first] = await scene.store.read((db) => db.selectFrom('claim_requests').select('id').execute());
    isBroken = false;
    await scene.claim('ada', { replaces: first?.id });
    await scene.clock.advance(PENDING_MS);
    expect(scene.heard('ada')).toEqual(['granted']);
  });

  test('is a claim of its own', async () => {
    const scene = await createClaimScene({ posts: [answered(0), answered(1)] });
    await scene.claimToTheEnd();
    await scene.claimToTheEnd();
    expect(scene.heard('ada')).toEqual(['none', 'granted']);
  });

  test('of a vote that we claimed says when', async () => {
    const scene = await createClaimScene({ posts: [answered(1), answered(2)] });
    const startedAt = scene.clock.now();
    await scene.claimToTheEnd();
    await scene.claimToTheEnd();
    expect(scene.told[1]?.answer).toEqual({ kind: 'already', recordedAt: startedAt });
  });

  test('whose answers were lost may be that one’s grant, until a new vote is granted', async () => {
    const scene = await createClaimScene();
    const lost = scene.claim('ada');
    await scene.clock.advance(LAST_START_MS);
    scene.posts[0]?.answer(UNKNOWN);
    await scene.clock.advance(PENDING_MS);
    await lost;
    for (const outcome of [answered(2), answered(1), answered(2)]) {
      const requested = scene.claim('bob');
      await scene.clock.settle();
      scene.posts.at(-1)?.answer(outcome);
      await requested;
    }
    expect(scene.heard('bob')).toEqual(['likely-granted', 'granted', 'already']);
  });

  test.each<[name: string, person: Person, verdict: ClaimAnswer['kind']]>([
    ['in another case shares its doubt', { playername: 'STEVE' }, 'likely-granted'],
    ['under another token of the guild’s sister shares its doubt', { guildId: SISTER_GUILD }, 'likely-granted'],
    ['of another player does not', { playername: 'Alex' }, 'already'],
    ['in another guild with another token does not', { guildId: OTHER_GUILD }, 'already'],
  ])('%s', async (_name, person, verdict) => {
    const scene = await createClaimScene({ posts: [UNKNOWN, rejected(404), answered(2)] });
    await scene.claimToTheEnd('ada');
    await scene.claimToTheEnd('bob', person);
    expect(scene.heard('bob')).toEqual([verdict]);
  });

  test('no longer doubts a lost answer of 24 hours ago', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, answered(0), answered(2)] });
    await scene.claimToTheEnd('ada');
    await scene.clock.advance(24 * 3_600_000);
    await scene.claimToTheEnd('bob');
    expect(scene.heard('bob')).toEqual(['already']);
  });

  test('doubts a lost answer for as long as its claim waits for a moderator', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, rejected(404), answered(2), answered(2)] });
    await scene.claimToTheEnd('ada');
    await scene.clock.advance(CLAIM_TIMINGS.parkAfterMs);
    await scene.recover();
    await scene.clock.advance(2 * 24 * 3_600_000);
    await scene.claimToTheEnd('bob');
    expect(scene.heard('bob')).toEqual(['likely-granted']);
    expect(await scene.claimRows()).toMatchObject([{ state: 'parked', resolved_at: null }, { state: 'closed' }]);
  });

  test('is open again when nobody was shown an acknowledgement', async () => {
    const scene = await createClaimScene({
      posts: [answered(1)],
      onTell: ({ request }) => (request.interactionId === 'unseen' ? Promise.reject(NO_REPLY) : undefined),
    });
    await scene.claimToTheEnd('ada', { interactionId: 'unseen', acknowledged: Promise.reject(failure) });
    await scene.claimToTheEnd('ada');
    expect(scene.heard('ada')).toEqual(['granted']);
  });
});

describe('what is not recorded', () => {
  test.each(['', '   ', 'x'.repeat(101), 'Ste\nve'])('is a name like %j', async (playername) => {
    const scene = await createClaimScene();
    expect(await scene.claim('ada', { playername })).toEqual({ kind: 'bad-name' });
    expect(scene.journal).toEqual([]);
  });

  test('is a claim in a guild without a token', async () => {
    const scene = await createClaimScene();
    expect(await scene.claim('ada', { guildId: STRANGER_GUILD })).toEqual({ kind: 'not-set-up' });
    expect(scene.journal).toEqual([]);
  });

  test('is a claim over the limits', async () => {
    const scene = await createClaimScene({ limits: { ...ONE_CLAIM, perGuild: { uses: 0, seconds: 4 } } });
    expect(await scene.claim()).toEqual({ kind: 'wait', until: scene.clock.now() + 4_000 });
    expect(scene.journal).toEqual([]);
  });

  test('is a claim in too large a crowd, until somebody in it was told', async () => {
    const scene = await createClaimScene({ crowd: 1 });
    const until = scene.clock.now() + CLAIM_TIMINGS.crowdedForMs;
    void scene.claim('ada');
    expect(await scene.claimToTheEnd('bob')).toEqual({ kind: 'wait', until });
    expect(scene.heard('ada')).toEqual(['pending']);
    expect(await scene.claimToTheEnd('bob')).toEqual({ kind: 'recorded' });
  });

  test('does not count against the limits when its token is looked for until it was acknowledged', async () => {
    const scene = await createClaimScene({
      limits: ONE_CLAIM,
      onCredential: () => scene.clock.sleep(CLAIM_TIMINGS.recordedFirstMs + 1),
    });
    expect(await scene.claimToTheEnd('ada', { guildId: STRANGER_GUILD })).toEqual({ kind: 'not-set-up' });
    expect(await scene.claimToTheEnd('ada', { guildId: STRANGER_GUILD })).toEqual({ kind: 'not-set-up' });
  });

  test.each<[name: string, first: () => Person, ledger?: SceneOptions['ledger']]>([
    ['has a bad name', () => ({ playername: '' })],
    ['finds no token', () => ({ guildId: STRANGER_GUILD })],
    ['is not acknowledged', () => ({ acknowledged: Promise.reject(failure) })],
    ['cannot be stored', () => ({}), refuseOnce],
    ['is neither acknowledged nor stored', () => ({ acknowledged: Promise.reject(failure) }), refuseOnce],
  ])('does not count against the limits when it %s', async (_name, first, ledger = () => ({})) => {
    const scene = await createClaimScene({ limits: ONE_CLAIM, posts: [answered(0)], ledger });
    const { guildId = GUILD, ...person } = first();
    await scene.claim('ada', { guildId, ...person }).catch(() => undefined);
    await scene.clock.settle();

    scene.tokens.set(guildId, new Secret('token'));
    expect(await scene.claim('ada', { guildId })).toEqual({ kind: 'recorded' });
    expect(await scene.claim('ada', { guildId })).toMatchObject({ kind: 'wait' });
  });
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

describe('one interaction that reaches two processes', () => {
  const INTERACTION = { interactionId: 'delivered twice' };
  const deliveries = {
    here: (scene: Scene, acknowledged: Promise<void>) => scene.claim('ada', { ...INTERACTION, acknowledged }),
    elsewhere: (scene: Scene, acknowledged: Promise<void>) =>
      scene.claim('ada', { ...INTERACTION, acknowledged }, scene.elsewhere),
  };

  test('is settled at once by the one that recorded it, when the other one was acknowledged first', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    const refused = held();
    const both = [deliveries.here(scene, refused.promise)];
    await scene.clock.settle();
    both.push(deliveries.elsewhere(scene, Promise.resolve()));
    await scene.clock.settle();
    refused.reject(failure);
    await scene.clock.advance(PENDING_MS);
    await Promise.all(both);
    expect(scene.told).toMatchObject([{ answer: { kind: 'granted' }, at: 0 }]);
    expect(scene.posts).toHaveLength(1);
  });

  test('is settled at once by the one that was acknowledged, when the other one has given it up', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    const acknowledged = held();
    const both = [deliveries.here(scene, Promise.reject(failure))];
    await scene.clock.settle();
    both.push(deliveries.elsewhere(scene, acknowledged.promise));
    await scene.clock.settle();
    expect(scene.posts).toEqual([]);
    acknowledged.resolve();
    await Promise.all(both);
    expect(scene.told).toMatchObject([{ answer: { kind: 'granted' }, at: 0 }]);
    expect(scene.posts).toHaveLength(1);
  });

  test('is told at once by the one that was acknowledged, when the claim is settled already', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claimToTheEnd('ada', INTERACTION);
    await deliveries.elsewhere(scene, Promise.resolve());
    expect(scene.heard('ada')).toEqual(['granted']);
  });

  test('is done nothing for, when neither was acknowledged', async () => {
    const scene = await createClaimScene();
    const both = [deliveries.here, deliveries.elsewhere].map((deliver) => deliver(scene, Promise.reject(failure)));
    await Promise.all(both);
    expect([scene.posts, scene.told]).toEqual([[], []]);
  });
});

describe('after nine seconds, while the ledger cannot be read, the person', () => {
  const unreadable = (rest: Partial<ClaimLedger> = {}): SceneOptions => ({
    ledger: () => ({ standing: () => Promise.reject(failure), ...rest }),
  });

  test('is told that the claim is not confirmed by the process that holds it', async () => {
    const scene = await createClaimScene(unreadable());
    void scene.claim();
    await scene.clock.advance(PENDING_MS);
    expect(scene.told).toMatchObject([{ answer: { kind: 'pending' }, at: PENDING_MS }]);
  });

  test('is told nothing by a process that does not hold it', async () => {
    const scene = await createClaimScene(unreadable());
    void scene.claim('ada', {}, scene.elsewhere);
    await scene.clock.settle();
    void scene.claim('bob');
    await scene.clock.advance(PENDING_MS);
    expect(scene.heard('bob')).toEqual([]);
  });

  test('is told nothing by a process that has lost it', async () => {
    const lost = () => Promise.reject(new ClaimLostError('taken over'));
    const scene = await createClaimScene(unreadable({ startAttempt: lost }));
    void scene.claim();
    await scene.clock.advance(PENDING_MS);
    expect(scene.told).toEqual([]);
  });
});

describe('somebody who joins from another process', () => {
  test('has the claim settled at once, when its opener was not acknowledged', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    const refused = held();
    const opener = scene.claim('ada', { acknowledged: refused.promise });
    await scene.clock.settle();
    const joiner = scene.claim('bob', {}, scene.elsewhere);
    await scene.clock.settle();
    refused.reject(failure);
    await scene.clock.advance(PENDING_MS);
    await Promise.all([opener, joiner]);
    expect(scene.told[0]).toMatchObject({ who: 'bob', answer: { kind: 'granted' }, at: 0 });
  });

  test('is shown the verdict again, since their own process may have sent an older answer that arrives late', async () => {
    const scene = await createClaimScene();
    const opener = scene.claim('ada');
    await scene.clock.settle();
    const joiner = scene.claim('bob', {}, scene.elsewhere);
    await scene.clock.settle();
    scene.posts[0]?.answer(answered(1));
    await scene.clock.advance(PENDING_MS);
    await Promise.all([opener, joiner]);
    expect(scene.told.filter(({ who }) => who === 'bob').map(({ at }) => at)).toEqual([0, CLAIM_TIMINGS.lateEditMs]);
    expect(scene.told.filter(({ who }) => who === 'ada')).toHaveLength(1);
  });

  test('is told by their own process at 9 seconds that it is pending', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada', {}, scene.elsewhere);
    await scene.clock.settle();
    void scene.claim('bob');
    await scene.clock.advance(PENDING_MS);
    expect(scene.told.filter(({ who }) => who === 'bob')).toMatchObject([
      { answer: { kind: 'pending' }, at: PENDING_MS },
    ]);
  });

  test('is left to the process that holds the claim, when their own stops before that', async () => {
    const scene = await createClaimScene();
    void scene.claim('ada', {}, scene.elsewhere);
    await scene.clock.settle();
    const joiner = scene.claim('bob');
    await scene.clock.settle();
    scene.stopping.abort();
    expect(await joiner).toEqual({ kind: 'recorded' });
    expect(scene.told).toEqual([]);
  });

  test('waits for whoever holds the claim, when the acknowledgement cannot be recorded', async () => {
    const scene = await createClaimScene({ ledger: () => ({ acknowledge: () => Promise.reject(failure) }) });
    const opener = scene.claim('ada', {}, scene.elsewhere);
    await scene.clock.settle();
    const joiner = scene.claim('bob');
    await scene.clock.settle();
    scene.posts[0]?.answer(answered(1));
    await opener;
    expect(scene.heard('bob')).toEqual(['granted']);
    await scene.clock.advance(PENDING_MS);
    await joiner;
    expect(scene.heard('bob')).toEqual(['granted']);
  });
});

describe('the player of a request', () => {
  const ASKER = { guildId: GUILD, userId: 'ada' };

  test.each<[name: string, asker: typeof ASKER, playername: string | undefined]>([
    ['is told to the one who made it', ASKER, 'Steve'],
    ['is not told to another person', { ...ASKER, userId: 'bob' }, undefined],
    ['is not told in another guild', { ...ASKER, guildId: OTHER_GUILD }, undefined],
  ])('%s', async (_name, asker, playername) => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claim('ada');
    const requestId = scene.told[0]?.request.id ?? '';
    expect(await scene.claims.playerOf(requestId, asker)).toBe(playername);
  });

  test('is unknown for a request that is not on record', async () => {
    expect(await (await createClaimScene()).claims.playerOf('no such request', ASKER)).toBeUndefined();
  });
});

describe('a late answer', () => {
  const ADA = { guildId: GUILD, userId: 'ada' };

  /** Ada was told that her claim is pending; bob asked again after her reply could no longer be edited. */
  async function settledTooLate() {
    const scene = await createClaimScene({ posts: [UNKNOWN, rejected(404), answered(1)] });
    await scene.claimToTheEnd('ada');
    await scene.clock.advance(CLAIM_TIMINGS.replyEditableMs);
    await scene.ledger.wipeExpiredReplies();
    await scene.claimToTheEnd('bob');
    return scene;
  }

  test('is the verdict that came after the reply could be edited no more', async () => {
    const scene = await settledTooLate();
    expect(await scene.claims.lateAnswersFor(ADA)).toMatchObject([
      { request: { userId: 'ada' }, verdict: { kind: 'granted' } },
    ]);
    expect(await scene.claims.lateAnswersFor({ ...ADA, userId: 'bob' })).toEqual([]);
  });

  test('says that a vote may have been claimed, if that came into doubt since', async () => {
    const isBroken = { tell: true };
    const scene = await createClaimScene({
      posts: [rejected(404), UNKNOWN, rejected(404)],
      onTell: () => {
        if (isBroken.tell) throw new CannotSpeakError('gone');
      },
    });
    await scene.claimToTheEnd('ada');
    const late = async () => (await scene.claims.lateAnswersFor(ADA)).map(({ verdict }) => verdict);
    expect(await late()).toEqual([{ kind: 'refused', reason: 'other' }]);
    isBroken.tell = false;
    await scene.claimToTheEnd('bob');
    expect(await late()).toEqual([{ kind: 'refused', reason: 'other', inDoubt: true }]);
  });

  test('is told once', async () => {
    const scene = await settledTooLate();
    for (const { told } of await scene.claims.lateAnswersFor(ADA)) await told();
    expect(await scene.claims.lateAnswersFor(ADA)).toEqual([]);
  });
});

describe('idle', () => {
  test('resolves at once when no claim is under way', async () => {
    await expect((await createClaimScene()).claims.idle()).resolves.toBeUndefined();
  });

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
