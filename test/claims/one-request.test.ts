import { describe, expect, test } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { Secret } from '../../src/secret.ts';
import type { MemberLimits } from '../../src/work/limits.ts';
import {
  answered,
  createClaimScene,
  failure,
  GUILD,
  held,
  NO_REPLY,
  NOT_SENT,
  OTHER_GUILD,
  PENDING_MS,
  type Person,
  type SceneOptions,
  STRANGER_GUILD,
  UNKNOWN,
} from './claim-scene.ts';

const LAST_START_MS = CLAIM_TIMINGS.lastAttemptStartMs;
const ONE_CLAIM: MemberLimits = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 600, seconds: 60 } };

/** A ledger that refuses the first claim. */
const refuseOnce: SceneOptions['ledger'] = (real) => {
  let refusals = 1;
  return { admit: (request) => (refusals-- > 0 ? Promise.reject(failure) : real.admit(request)) };
};

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
    const scene = await createClaimScene({ limits: { ...ONE_CLAIM, perGuild: { uses: 1, seconds: 4 } } });
    void scene.claim('bob');
    await scene.clock.settle();
    const before = [...scene.journal];
    expect(await scene.claim()).toEqual({ kind: 'wait', until: scene.clock.now() + 4_000, isCrowd: false });
    expect(scene.journal).toEqual(before);
  });

  test('is a claim in too large a crowd, which counts against no limit, until somebody in it was told', async () => {
    const scene = await createClaimScene({ crowd: 1, limits: ONE_CLAIM });
    const until = scene.clock.now() + CLAIM_TIMINGS.crowdedForMs;
    void scene.claim('ada');
    expect(await scene.claimToTheEnd('bob')).toEqual({ kind: 'wait', until, isCrowd: true });
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

describe('the acknowledgement', () => {
  /** A scene whose intents are written when the test says so, and somebody who claims in it. */
  async function claimsWhile(options: SceneOptions = {}) {
    const written = held();
    const scene = await createClaimScene({
      ledger: (real) => ({ admit: (request) => written.promise.then(() => real.admit(request)) }),
      ...options,
    });
    const order: string[] = [];
    const requestAs = (name: string, guildId = GUILD, receivedAt = scene.clock.now()) =>
      scene.claims.request({
        interactionId: name,
        guildId,
        userId: name,
        locale: 'en-US',
        playername: name,
        reply: { applicationId: 'application', token: new Secret(name) },
        receivedAt,
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

  test('waits no longer than a second', async () => {
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
  test('carries the name as typed, trimmed, the guild’s token and a deadline of 4 seconds', async () => {
    const scene = await createClaimScene({ posts: [answered(1)] });
    await scene.claimToTheEnd('ada', { playername: ' sTeve  X ', guildId: OTHER_GUILD });
    expect(scene.posts).toMatchObject([{ playername: 'sTeve  X', token: 'other token', deadlineMs: 4_000 }]);
  });

  test('never goes out when the acknowledgement fails, and nobody is told', async () => {
    const scene = await createClaimScene({ posts: [answered(1)], onTell: () => Promise.reject(NO_REPLY) });
    await scene.claimToTheEnd('ada', { acknowledged: Promise.reject(failure) });
    expect(scene.journal).toEqual(['intent']);
    await scene.recover();
    expect(scene.journal).toEqual(['intent', 'close postponed']);
    expect(await scene.claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' })).toEqual([]);
  });
});

describe('another try', () => {
  test('follows after a share of a pause that doubles', async () => {
    const scene = await createClaimScene({ posts: [UNKNOWN, UNKNOWN, UNKNOWN, answered(1)] });
    scene.clock.chances.push(0.5, 0.25, 1);
    await scene.claimToTheEnd();
    const base = CLAIM_TIMINGS.backoffBaseMs;
    const starts = [0, 0.5 * base, 0.5 * base + 0.25 * 2 * base, 0.5 * base + 0.25 * 2 * base + 4 * base];
    expect(scene.posts.map(({ at }) => at)).toEqual(starts);
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

test('a claim for which nothing could be sent reads that the service is unavailable', async () => {
  const scene = await createClaimScene({ posts: Array<AttemptOutcome>(99).fill(NOT_SENT) });
  await scene.claimToTheEnd();
  expect(scene.heard('ada')).toEqual(['unavailable']);
});

test('an interaction that is on record already is not handled again', async () => {
  const scene = await createClaimScene({ posts: [answered(1)] });
  await scene.claimToTheEnd('ada', { interactionId: 'the same' });
  expect(await scene.claimToTheEnd('ada', { interactionId: 'the same' })).toEqual({ kind: 'recorded' });
  expect([scene.posts.length, scene.heard('ada')]).toEqual([1, ['granted']]);
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
    expect((await scene.claims.requestOf(requestId, asker))?.playername).toBe(playername);
    expect(await scene.claims.requestOf('no such request', asker)).toBeUndefined();
  });
});
