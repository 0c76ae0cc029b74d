import { describe, expect, test, vi } from 'vitest';

import type { Claim } from '../../src/claims/claim.ts';
import type { ProvenVerdict, Verdict } from '../../src/claims/states.ts';
import type { ClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { AttemptOutcome } from '../../src/claims/vote-client.ts';
import { CannotSpeakError } from '../../src/work/errors.ts';
import { deleteRows } from '../database/rows.ts';
import {
  answered,
  createClaimScene,
  failure,
  GUILD,
  held,
  NO_REPLY,
  type SceneOptions,
  UNKNOWN,
} from './claim-scene.ts';

/** A claim whose process died after committing the verdict, before telling anyone. */
async function untold(options: SceneOptions = {}) {
  const scene = await createClaimScene(options);
  const { request, claim } = await scene.leaveBehind([answered(1)]);
  await scene.ledger.close(claim, { kind: 'granted' });
  return { ...scene, request };
}

type Follow = (ledger: ClaimLedger, claim: Claim) => Promise<unknown>;

describe('how a request stands', () => {
  test('is not told twice', async () => {
    const { replies, request, heard } = await untold();
    await replies.tell(request);
    await replies.tell(request);
    expect(heard('ada')).toEqual(['granted']);
  });

  test('is not pending once the lease may have ended, as after a sleep, while the ledger does not say', async () => {
    const { replies, request, clock, heard } = await untold({
      ledger: () => ({
        standing: async () => {
          await clock.sleep(1);
          throw failure;
        },
      }),
    });
    const told = replies.tell(request, { heldUntil: clock.monotonic() + 1 });
    await clock.advance(1);
    await told;
    expect(heard('ada')).toEqual([]);
  });

  test.each<ProvenVerdict>([{ kind: 'likely-granted' }, { kind: 'pending' }])(
    'has a grant as its last word, when another process finds it while %j is being told',
    async (older) => {
      const shown = held();
      const scene = await createClaimScene({
        onTell: ({ answer }) => (answer.kind === older.kind ? shown.promise : undefined),
      });
      const { request, claim } = await scene.leaveBehind();
      const attempt = await scene.ledger.startAttempt(claim);
      await scene.ledger.close(claim, older);
      const replies = scene.replies.tell(request);
      await scene.clock.settle();
      await scene.ledger.endAttempt(attempt, answered(1));
      await scene.ledger.markTold(request.id, 'granted');

      shown.resolve();
      await replies;
      expect(scene.heard('ada')).toEqual([older.kind, 'granted']);
      expect((await scene.ledger.standing(request.id))?.request).toMatchObject({ told: 'granted', reply: undefined });
    },
  );

  test('is told once the ledger can be read again, although it is on record as told', async () => {
    let isBroken = true;
    const { replies, ledger, request, clock, heard } = await untold({
      ledger: (real) => ({ standing: (id) => (isBroken ? Promise.reject(failure) : real.standing(id)) }),
    });
    await ledger.markTold(request.id, 'granted');
    await replies.tell(request, { heldUntil: Infinity });
    expect(heard('ada')).toEqual(['pending']);

    isBroken = false;
    await clock.advance(CLAIM_TIMINGS.backoffBaseMs);
    expect(heard('ada')).toEqual(['pending', 'granted']);
  });

  test.each([
    ['pending', 'granted', (ledger, claim) => ledger.close(claim, { kind: 'granted' })],
    [
      'likely-granted',
      'reviewed',
      (ledger, { id }) => ledger.resolve({ guildId: GUILD, claimId: id }, { by: 'mona', note: '', outcome: 'claimed' }),
    ],
  ] as const satisfies [Verdict['kind'], Verdict['kind'], Follow][])(
    'is not %s, but %s, which came while this process stood still with what it had read',
    async (before, after, follow) => {
      const scene = await createClaimScene({
        ledger: (real) => ({
          standing: async (id) => {
            const standing = await real.standing(id);
            await scene.clock.sleep(CLAIM_TIMINGS.leaseMs);
            return standing;
          },
        }),
      });
      const { request, claim } = await scene.leaveBehind([UNKNOWN]);
      if (before !== 'pending') await scene.ledger.close(claim, { kind: before });
      const told = scene.replies.tell(request);
      await scene.clock.settle();
      await follow(scene.ledger, claim);
      await scene.clock.advance(2 * CLAIM_TIMINGS.leaseMs);
      await told;
      expect(scene.heard('ada')).toEqual([after]);
    },
  );

  test.each([
    ['once', 0],
    ['twice, and no more,', 2 * CLAIM_TIMINGS.leaseMs],
  ])('is looked up %s before it is told, when a look-up takes %i ms', async (_, takesMs) => {
    let looks = 0;
    const scene = await createClaimScene({
      ledger: (real) => ({
        standing: async (id) => {
          looks += 1;
          const standing = await real.standing(id);
          await scene.clock.sleep(takesMs);
          return standing;
        },
      }),
    });
    const { request, claim } = await scene.leaveBehind([UNKNOWN]);
    await scene.ledger.close(claim, { kind: 'likely-granted' });
    const told = scene.replies.tell(request);
    await scene.clock.advance(10 * CLAIM_TIMINGS.leaseMs);
    await told;
    expect([scene.heard('ada'), looks]).toEqual([['likely-granted'], takesMs > 0 ? 2 : 1]);
  });

  test('is not that a vote is looked for, once that has ended while this process stood still with what it had read', async () => {
    let stoodStill = false;
    const scene = await createClaimScene({
      ledger: (real) => ({
        standing: async (id) => {
          const standing = await real.standing(id);
          if (stoodStill || standing?.verdict.kind !== 'none') return standing;
          stoodStill = true;
          const look = { id: 'look', begunAt: 0, nextAt: 0, endsAt: 0 };
          await scene.clock.sleep(CLAIM_TIMINGS.leaseMs);
          return { ...standing, verdict: { kind: 'looking', look, after: { kind: 'none' } } };
        },
      }),
    });
    const { request, claim } = await scene.leaveBehind([answered(0)]);
    await scene.ledger.close(claim, { kind: 'none' });
    const told = scene.replies.tell(request);
    await scene.clock.advance(2 * CLAIM_TIMINGS.leaseMs);
    await told;
    expect(scene.heard('ada')).toEqual(['none']);
  });

  test('is not pending for somebody whose acknowledgement Discord refused, while the ledger does not say', async () => {
    const { replies, request, heard } = await untold({
      ledger: () => ({ standing: () => Promise.reject(failure) }),
    });
    replies.registerAcknowledgement(request.interactionId, Promise.reject(failure));
    await replies.tell(request, { heldUntil: Infinity });
    expect(heard('ada')).toEqual([]);
  });
});

describe('a reply that Discord does not find', () => {
  /**
   * A request of another process, which may have yet to acknowledge it: Discord finds no reply before that, nor after
   * its end.
   */
  async function notFound(ageMs: number, ledger?: SceneOptions['ledger']) {
    const onTell = () => Promise.reject(new CannotSpeakError('not found'));
    const scene = await createClaimScene({ onTell, ledger: ledger ?? (() => ({})) });
    const { request, claim } = await scene.admitElsewhere();
    await scene.clock.advance(ageMs);
    return { ...scene, request, claim };
  }
  const standing = async (ledger: ClaimLedger, { id }: { id: string }) => (await ledger.standing(id))?.request;
  const isKept = async (ledger: ClaimLedger, request: { id: string }) =>
    (await standing(ledger, request))?.reply !== undefined;

  test.each([
    [15_000, true],
    [15_001, false],
  ])('%i ms after the request of another process is kept: %s', async (ageMs, kept) => {
    const { replies, ledger, request } = await notFound(ageMs);
    await replies.tell(request);
    expect(await isKept(ledger, request)).toBe(kept);
  });

  test('although this process was acknowledged is forgotten at once, and its person is told later', async () => {
    const { replies, ledger, request, claim, claims } = await notFound(0);
    replies.registerAcknowledgement(request.interactionId, Promise.resolve());
    await replies.tell(request);
    expect(await isKept(ledger, request)).toBe(false);
    await ledger.close(claim, { kind: 'unavailable' });
    const late = await claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' });
    expect(late.map(({ verdict }) => verdict.kind)).toEqual(['unavailable']);
  });

  test('while the ledger cannot be read is kept', async () => {
    const { replies, ledger, request } = await notFound(0, (real) => ({
      standing: vi.fn(real.standing).mockRejectedValueOnce(failure),
    }));
    await replies.tell(request, { heldUntil: Infinity });
    expect(await isKept(ledger, request)).toBe(true);
  });

  test('of another process, which may have died with what it was told, is not taken for one that was never shown', async () => {
    const { replies, ledger, request, claim, claims } = await notFound(15_001);
    await ledger.close(claim, { kind: 'unavailable' });
    await replies.tell(request);
    const late = await claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' });
    expect(late.map(({ verdict }) => verdict.kind)).toEqual(['unavailable']);
  });

  test('is no edit that could arrive late', async () => {
    const onTell = vi.fn().mockRejectedValueOnce(new CannotSpeakError('not found'));
    const { admitElsewhere, replies, ledger } = await createClaimScene({ onTell });
    const { request, claim } = await admitElsewhere();
    await replies.tell(request);
    await ledger.close(claim, { kind: 'granted' });
    await replies.tell(request);
    expect(await standing(ledger, request)).toMatchObject({ told: 'granted' });
  });
});

describe('telling one request several times at once', () => {
  test('never overlaps, although the first has failed before the third begins', async () => {
    const first = held();
    const shown = held();
    const onTell = vi.fn(() => shown.promise).mockReturnValueOnce(first.promise);
    const { replies, request, clock, heard } = await untold({ onTell });
    const all = [replies.tell(request), replies.tell(request)];
    await clock.settle();
    first.reject(failure);
    await clock.settle();
    all.push(replies.tell(request));
    await clock.settle();
    expect(onTell).toHaveBeenCalledTimes(2);

    shown.resolve();
    await Promise.all(all);
    // Once more by the third: the first may still be applied.
    expect(heard('ada')).toEqual(['granted', 'granted']);
  });

  test('of which the second knows that this process holds the claim, has pending told at once', async () => {
    const read = held();
    const { replies, request, clock, heard } = await untold({
      ledger: () => ({ standing: () => read.promise.then(() => undefined) }),
    });
    const both = [replies.tell(request), replies.tell(request, { heldUntil: Infinity })];
    await clock.settle();
    read.reject(failure);
    await Promise.all(both);
    expect(heard('ada')).toEqual(['pending']);
  });
});

test('a request that was deleted in the meantime is told nothing, and that is no failure', async () => {
  const { store, replies, request, told, logged } = await untold();
  await deleteRows(store, 'claims');
  await replies.tell(request);
  await replies.idle();
  expect([told, logged]).toEqual([[], []]);
});

test('idle waits for what is being told', async () => {
  const shown = held();
  const { replies, request, clock, heard } = await untold({ onTell: () => shown.promise });
  void replies.tell(request);
  const idle = replies.idle().then(() => heard('ada'));
  await clock.settle();
  shown.resolve();
  expect(await idle).toEqual(['granted']);
});

test('idle waits for what is left to retry', async () => {
  const onTell = vi.fn().mockRejectedValueOnce(failure);
  const { replies, request, clock, heard } = await untold({ onTell });
  await replies.tell(request);
  const idle = replies.idle().then(() => heard('ada'));
  await clock.advance(CLAIM_TIMINGS.backoffBaseMs + CLAIM_TIMINGS.lateEditMs);
  expect(await idle).toEqual(['granted', 'granted']);
});

describe('an edit that Discord has not answered', () => {
  /** Pending is shown, by an edit that may come again, and then the claim is granted. */
  async function granted(options: SceneOptions) {
    const scene = await createClaimScene(options);
    const { request, claim } = await scene.leaveBehind([UNKNOWN]);
    await scene.replies.tell(request);
    await scene.ledger.close(claim, { kind: 'granted' });
    return { ...scene, request };
  }
  const pendingMayComeAgain: SceneOptions = { mayComeAgain: ({ kind }) => kind === 'pending' };
  const toldIn = async (ledger: ClaimLedger, requestId: string) => (await ledger.standing(requestId))?.request.told;

  test.each([
    ['forward', 1],
    ['back', -1],
  ])('is as old as it is when somebody sets the clock %s', async (_which, sign) => {
    const { replies, request, clock, heard } = await granted(pendingMayComeAgain);
    clock.set(sign * CLAIM_TIMINGS.lateEditMs);
    await replies.tell(request);
    await clock.advance(CLAIM_TIMINGS.lateEditMs);
    expect(heard('ada')).toEqual(['pending', 'granted', 'granted']);
    await clock.advance(CLAIM_TIMINGS.replyEditableMs);
    expect(heard('ada')).toHaveLength(3);
  });

  test('of the process that was acknowledged has the verdict shown once more, by when it was first shown', async () => {
    const { admitElsewhere, replies, ledger, clock, heard } = await createClaimScene();
    const { request, claim } = await admitElsewhere();
    await ledger.acknowledge(request);
    await replies.tell(request);
    expect(await toldIn(ledger, request.id)).toBe('pending');

    await clock.advance(CLAIM_TIMINGS.lateEditMs);
    await ledger.close(claim, { kind: 'granted' });
    await replies.tell(request);
    expect(await toldIn(ledger, request.id)).toBe('pending');
    await clock.advance(CLAIM_TIMINGS.lateEditMs);
    expect(heard('ada')).toEqual(['pending', 'granted', 'granted']);
    expect(await toldIn(ledger, request.id)).toBe('granted');
  });

  test('counts from when it was given up, since a process that stood still sent it as late', async () => {
    const isAwake = held();
    const scene = await createClaimScene({
      onTell: ({ answer }) =>
        answer.kind === 'pending' ? isAwake.promise.then(() => Promise.reject(failure)) : undefined,
    });
    const { request, claim } = await scene.leaveBehind([UNKNOWN]);
    const telling = scene.replies.tell(request);
    await scene.clock.advance(CLAIM_TIMINGS.lateEditMs);
    await scene.ledger.close(claim, { kind: 'granted' });
    isAwake.resolve();
    await telling;
    await scene.replies.tell(request);
    await scene.clock.advance(CLAIM_TIMINGS.lateEditMs);
    expect(scene.heard('ada')).toEqual(['granted', 'granted']);
  });

  test('is followed by the verdict as soon, however long the pause has grown in which it was to be tried again', async () => {
    let fails = true;
    const onTell: SceneOptions['onTell'] = () => {
      if (fails) throw failure;
    };
    const scene = await createClaimScene({ onTell });
    const { replies, clock, heard } = scene;
    const { request, claim } = await scene.leaveBehind([UNKNOWN]);
    await replies.tell(request);
    const pausesMs = Array.from({ length: 7 }, (_, tries) => 0.5 * CLAIM_TIMINGS.backoffBaseMs * 2 ** tries);
    for (const pauseMs of pausesMs) await clock.advance(pauseMs);
    expect(0.5 * CLAIM_TIMINGS.backoffBaseMs * 2 ** pausesMs.length).toBeGreaterThan(2 * CLAIM_TIMINGS.lateEditMs);

    await scene.ledger.close(claim, { kind: 'granted' });
    fails = false;
    await replies.tell(request);
    await clock.advance(CLAIM_TIMINGS.lateEditMs);
    expect(heard('ada')).toEqual(['granted', 'granted']);
  });

  test('does not keep the process from stopping, which shows the verdict once more at once', async () => {
    const { replies, request, stopping, heard } = await granted(pendingMayComeAgain);
    await replies.tell(request);
    stopping.abort();
    await replies.idle();
    expect(heard('ada')).toEqual(['pending', 'granted', 'granted']);
  });
});

describe('a reply that cannot be edited', () => {
  function failTimes(times: number) {
    let tries = 0;
    return () => {
      tries += 1;
      if (tries <= times) throw failure;
    };
  }

  async function failing(times: number) {
    const onTell = vi.fn(failTimes(times));
    const scene = await untold({ onTell });
    await scene.replies.tell(scene.request);
    return { ...scene, tries: () => onTell.mock.calls.length };
  }

  test('is repeated after pauses that double, long before pending would be told', async () => {
    const scene = await untold({ onTell: failTimes(4) });
    scene.clock.chances.push(1, 1, 1, 1);
    await scene.replies.tell(scene.request);
    const pausesMs = (1 + 2 + 4 + 8) * CLAIM_TIMINGS.backoffBaseMs;
    expect(pausesMs).toBeLessThan(CLAIM_TIMINGS.tellPendingAfterMs);
    await scene.clock.advance(pausesMs - 1);
    expect(scene.told).toEqual([]);

    await scene.clock.advance(1);
    expect(scene.heard('ada')).toEqual(['granted']);
  });

  test('is not repeated from the moment on at which a reply can be edited no more', async () => {
    const { clock, replies, request, tries } = await failing(Infinity);
    await clock.advance(CLAIM_TIMINGS.replyEditableMs);
    await replies.tell(request);
    const before = tries();
    await clock.advance(2 * CLAIM_TIMINGS.replyEditableMs);
    expect(tries()).toBe(before);
  });

  test('is repeated once more when the process stops, which then waits for nothing', async () => {
    const { stopping, replies, tries } = await failing(Infinity);
    stopping.abort();
    await replies.idle();
    expect(tries()).toBe(2);
  });
});

test('nobody is told before Discord has shown the acknowledgement, or when it has not', async () => {
  const { admitElsewhere, ledger, replies, clock, told } = await createClaimScene();
  const { request, claim } = await admitElsewhere();
  await ledger.close(claim, { kind: 'granted' });
  replies.registerAcknowledgement(request.interactionId, Promise.reject(failure));
  await replies.tell(request);
  await clock.advance(CLAIM_TIMINGS.tellPendingAfterMs);
  expect(told).toEqual([]);
});

describe('somebody whose acknowledgement Discord refused', () => {
  /** A claim for which nothing was sent, by a process that was refused and another one. */
  async function refused({ ends = [], ...options }: SceneOptions & { ends?: AttemptOutcome[] } = {}) {
    const scene = await createClaimScene(options);
    const { request, claim } = await scene.admitElsewhere();
    for (const end of ends) await scene.ledger.endAttempt(await scene.ledger.startAttempt(claim), end);
    await scene.ledger.close(claim, { kind: 'unavailable' });
    scene.replies.registerAcknowledgement(request.interactionId, Promise.reject(failure));
    await scene.replies.tell(request);
    return { ...scene, request, late: () => scene.claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' }) };
  }

  test('is told by any process once that one has had the time, which shows whether it was acknowledged', async () => {
    const { clock, replies, request, heard } = await refused();
    await clock.advance(CLAIM_TIMINGS.acknowledgedWithinMs);
    await replies.tell(request);
    expect(heard('ada')).toEqual([]);
    await clock.advance(1);
    await replies.tell(request);
    expect(heard('ada')).toEqual(['unavailable']);
  });

  test('is told after that time by the clock of the database, which may differ from that of the process', async () => {
    const { clock, replies, request, heard, late } = await refused({
      aheadMs: 2 * CLAIM_TIMINGS.acknowledgedWithinMs,
      onTell: () => Promise.reject(NO_REPLY),
    });
    await clock.advance(CLAIM_TIMINGS.acknowledgedWithinMs);
    await replies.tell(request);
    expect(heard('ada')).toEqual([]);
    expect(await late()).toEqual([]);
    await clock.advance(CLAIM_TIMINGS.replyEditableMs / 2);
    await replies.tell(request);
    expect((await late()).map(({ verdict }) => verdict.kind)).toEqual(['unavailable']);
  });

  test('is told nothing later when nobody was acknowledged and nothing was sent', async () => {
    const { clock, replies, request, late } = await refused({ onTell: () => Promise.reject(NO_REPLY) });
    await clock.advance(CLAIM_TIMINGS.acknowledgedWithinMs + 1);
    await replies.tell(request);
    expect(await late()).toEqual([]);
  });

  test('is told later that nothing was sent when it may have been shown, and could be edited no more', async () => {
    const { clock, replies, request, late } = await refused({ onTell: () => Promise.reject(NO_REPLY) });
    await clock.advance(CLAIM_TIMINGS.replyEditableMs / 2);
    await replies.tell(request);
    expect((await late()).map(({ verdict }) => verdict.kind)).toEqual(['unavailable']);
  });

  test.each(['before', 'after'])(
    'is told later that nothing was sent after it read that the claim waits, recorded %s the claim was closed',
    async (when) => {
      const { ledger, claims, admitElsewhere } = await createClaimScene();
      const { request, claim } = await admitElsewhere();
      if (when === 'before') await ledger.markTold(request.id, 'pending');
      await ledger.close(claim, { kind: 'unavailable' });
      if (when === 'after') await ledger.markTold(request.id, 'pending');
      await ledger.forgetReply(request.id, { wasShown: false });
      const late = await claims.lateAnswersFor({ guildId: GUILD, userId: 'ada' });
      expect(late.map(({ verdict }) => verdict.kind)).toEqual(['unavailable']);
    },
  );
});
