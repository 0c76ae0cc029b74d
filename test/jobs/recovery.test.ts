import { describe, expect, test } from 'vitest';

import { createRecovery } from '../../src/jobs/recovery.ts';
import { createLog } from '../../src/log.ts';
import { LEDGER_TIMINGS } from '../../src/storage/claim-ledger.ts';
import { answered, createClaimScene, failure, UNKNOWN, type SceneOptions } from '../services/claim-scene.ts';

async function createScene(options: SceneOptions = {}) {
  const scene = await createClaimScene(options);
  const log = createLog({ level: 'silent', secrets: [] });
  return { ...scene, round: createRecovery({ ledger: scene.ledger, settlement: scene.settlement, log }) };
}

describe('a round of recovery', () => {
  test('settles what a process left behind', async () => {
    const { leaveBehind, round, heard } = await createScene({ posts: [answered(1)] });
    await leaveBehind([UNKNOWN]);
    await round();
    expect(heard('ada')).toEqual(['granted']);
  });

  test('settles the others when one cannot be', async () => {
    const { leaveBehind, round, heard } = await createScene({
      ledger: (real) => ({
        attempts: (claim) => (claim.playername === 'Steve' ? Promise.reject(failure) : real.attempts(claim)),
      }),
    });
    await leaveBehind([answered(1)], 'ada');
    await leaveBehind([answered(1)], 'bob', 'Alex');
    await round();
    expect([heard('ada'), heard('bob')]).toEqual([[], ['granted']]);
  });

  test('tells a verdict that its process could tell nobody any more', async () => {
    const { leaveBehind, ledger, round, heard } = await createScene();
    const { claim } = await leaveBehind([answered(1)]);
    await ledger.close(claim, { kind: 'granted' });
    await round();
    await round();
    expect(heard('ada')).toEqual(['granted']);
  });

  test('wipes the token of a reply that can be edited no more', async () => {
    const { leaveBehind, ledger, clock, round } = await createScene({ posts: [UNKNOWN, UNKNOWN] });
    const { request } = await leaveBehind([UNKNOWN]);
    await round();
    expect((await ledger.findRequest(request.id))?.reply).toBeDefined();
    await clock.advance(LEDGER_TIMINGS.replyEditableMs - LEDGER_TIMINGS.leaseMs);
    await round();
    expect((await ledger.findRequest(request.id))?.reply).toBeUndefined();
  });

  test('has nothing to do where nothing was left', async () => {
    const { round, journal } = await createScene();
    await round();
    expect(journal).toEqual([]);
  });
});
