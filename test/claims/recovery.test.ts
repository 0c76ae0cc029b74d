import { describe, expect, test } from 'vitest';

import { CAPACITY } from '../../src/claims/capacity.ts';
import { RECOVERED_AT_ONCE } from '../../src/claims/claim.ts';
import { createRecovery } from '../../src/claims/recovery.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { answered, createClaimScene, failure, held, NO_REPLY, type SceneOptions, UNKNOWN } from './claim-scene.ts';

async function createScene(options: SceneOptions = {}) {
  const scene = await createClaimScene(options);
  const recovery = createRecovery(scene);
  const { signal } = scene.stopping;
  const round = async () => {
    await recovery.claims(signal);
    await recovery.verdicts(signal);
  };
  return { ...scene, recovery, round };
}

describe('a round of recovery', () => {
  test('settles the others when one cannot be', async () => {
    const { leaveBehind, round, heard } = await createScene({
      ledger: (real) => ({
        evidence: (claim) => (claim.playername === 'Steve' ? Promise.reject(failure) : real.evidence(claim)),
      }),
    });
    await leaveBehind([answered(1)], 'ada');
    await leaveBehind([answered(1)], 'bob', 'Alex');
    await round();
    expect([heard('ada'), heard('bob')]).toEqual([[], ['granted']]);
  });

  test('wipes the token of a reply that can be edited no more', async () => {
    const { leaveBehind, ledger, clock, round } = await createScene({ posts: [UNKNOWN, UNKNOWN] });
    const { request } = await leaveBehind([UNKNOWN]);
    await round();
    expect((await ledger.standing(request.id))?.request.reply).toBeDefined();
    await clock.advance(CLAIM_TIMINGS.replyEditableMs - CLAIM_TIMINGS.leaseMs);
    await round();
    expect((await ledger.standing(request.id))?.request.reply).toBeUndefined();
  });
});

test('somebody whose process died, whom Discord shows nothing, is tried to be told now and then', async () => {
  const { tellForOthersEveryMs, leaseMs } = CLAIM_TIMINGS;
  let tries = 0;
  const onTell = () => {
    tries += 1;
    return Promise.reject(NO_REPLY);
  };
  const { admitElsewhere, ledger, recovery, clock, stopping } = await createScene({ onTell });
  const { request } = await admitElsewhere();
  for (let passed = 0; passed < leaseMs - tellForOthersEveryMs; passed += tellForOthersEveryMs) {
    await recovery.waiting(stopping.signal);
    await clock.advance(tellForOthersEveryMs);
  }
  expect(tries).toBeLessThan(8);
  // By then it is certain that nobody was acknowledged.
  expect((await ledger.standing(request.id))?.request.reply).toBeUndefined();
});

describe('however much was left behind', () => {
  const MORE_THAN_AT_ONCE = RECOVERED_AT_ONCE + 1;
  const people = Array.from({ length: MORE_THAN_AT_ONCE }, (_, index) => `person ${index}`);

  /** Claims of many people, each with an attempt that ended in this way before their process died. */
  async function manyLeft(end: AttemptOutcome, options: SceneOptions = {}) {
    const scene = await createScene(options);
    const left = await Promise.all(people.map((person) => scene.leaveBehind([end], person, person)));
    return { ...scene, left };
  }

  test('each claim that is due has its POST in one round, so few at once that fresh ones are not held up', async () => {
    const scene = await manyLeft(UNKNOWN);
    const round = scene.recovery.claims(scene.stopping.signal);
    for (let answers = 0; answers < MORE_THAN_AT_ONCE; answers += 1) {
      await scene.clock.settle();
      expect(scene.posts.length - answers).toBeLessThanOrEqual(CAPACITY.recoveredSlots / 2);
      scene.posts[answers]?.answer(answered(0));
    }
    await round;
    expect(scene.posts.map(({ playername }) => playername).toSorted()).toEqual(people.toSorted());
  });

  test('a round of claims takes no more once the process stops', async () => {
    const scene = await manyLeft(UNKNOWN);
    const round = scene.recovery.claims(scene.stopping.signal);
    await scene.clock.settle();
    scene.stopping.abort();
    for (let answers = 0; answers < RECOVERED_AT_ONCE; answers += 1) {
      await scene.clock.settle();
      scene.posts[answers]?.answer(answered(0));
    }
    await round;
    expect(scene.posts).toHaveLength(RECOVERED_AT_ONCE);
  });

  test('each verdict is told in one round, so many at once, although others cannot be told', async () => {
    const slow = held();
    let tries = 0;
    const scene = await manyLeft(answered(1), {
      async onTell({ who }) {
        tries += 1;
        await slow.promise;
        if (who !== people.at(-1)) throw failure;
      },
    });
    for (const { claim } of scene.left) await scene.ledger.close(claim, { kind: 'granted' });
    const round = scene.recovery.verdicts(scene.stopping.signal);
    await scene.clock.settle();
    expect(tries).toBe(RECOVERED_AT_ONCE);

    slow.resolve();
    await round;
    expect(tries).toBe(MORE_THAN_AT_ONCE);
    expect(scene.told.map(({ who }) => who)).toEqual([people.at(-1)]);
  });
});
