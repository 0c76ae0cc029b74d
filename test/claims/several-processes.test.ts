import { describe, expect, test } from 'vitest';

import { type ClaimLedger, ClaimLostError } from '../../src/claims/store/ledger.ts';
import { answered, createClaimScene, failure, held, PENDING_MS, type SceneOptions } from './claim-scene.ts';

test('one interaction that reaches two processes is done nothing for, when neither was acknowledged', async () => {
  const scene = await createClaimScene();
  const refused = { interactionId: 'delivered twice', acknowledged: Promise.reject(failure) };
  await Promise.all([scene.claim('ada', refused), scene.claim('ada', refused, scene.elsewhere)]);
  expect([scene.posts, scene.told]).toEqual([[], []]);
});

describe('after nine seconds, while the ledger cannot be read, the person', () => {
  const unreadable = (rest: Partial<ClaimLedger> = {}): SceneOptions => ({
    ledger: () => ({ standing: () => Promise.reject(failure), ...rest }),
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
