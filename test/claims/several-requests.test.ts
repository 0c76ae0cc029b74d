import { describe, expect, test } from 'vitest';

import { answered, createClaimScene, failure, held, NO_REPLY } from './claim-scene.ts';

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
    await scene.clock.settle();
    expect(scene.heard('ada')).toEqual(['granted']);
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
