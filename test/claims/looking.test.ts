import { describe, expect, test } from 'vitest';

import { lastLookAt } from '../../src/claims/look.ts';
import { createLooking } from '../../src/claims/looking.ts';
import { createRecovery } from '../../src/claims/recovery.ts';
import { createStoredLooks } from '../../src/claims/store/looks.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { forgetPerson } from '../../src/database/forgetting.ts';
import { Secret } from '../../src/secret.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { createLimiter, type MemberLimits } from '../../src/work/limits.ts';
import { WIDE_LIMITS } from '../wide-limits.ts';
import {
  answered,
  createClaimScene,
  GUILD,
  NOT_SENT,
  rejected,
  type SceneOptions,
  STRANGER_GUILD,
  UNKNOWN,
} from './claim-scene.ts';

const LOOKED_AT = [30, 90, 210, 450].map((seconds) => seconds * SECOND_MS);
const ROUND_MS = 5 * SECOND_MS;
const LONGEST_MS = CLAIM_TIMINGS.replyEditableMs;
const ADA = { guildId: GUILD, userId: 'ada' };

/** Somebody whose claim found no vote; each process looks for votes, and recovers claims, every five seconds. */
async function createScene({
  posts = [],
  capacity = 10,
  lookLimit = WIDE_LIMITS.look,
  ...options
}: SceneOptions & { capacity?: number; lookLimit?: MemberLimits } = {}) {
  const scene = await createClaimScene({ posts: [answered(0), ...posts], ...options });
  const { clock, store, sealer, timings, stopping } = scene;
  const looks = createStoredLooks({ store, sealer, timings });
  const looking = [scene, scene.elsewhere].map(({ claims, replies }) =>
    createLooking({ ...scene, looks, claims, replies, limiter: createLimiter(lookLimit, clock), capacity }),
  );
  const recovery = createRecovery(scene);
  const [here] = looking;
  if (!here) throw new Error('there is no process');
  await scene.claimToTheEnd();
  const requestOf = async (userId: string) => {
    const rows = await store.read((db) =>
      db
        .selectFrom('claim_requests')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .execute(),
    );
    return rows[0]?.id ?? '';
  };

  let clicks = 0;
  async function keepLooking(userId = 'ada', { guildId = GUILD, requestId = '' } = {}) {
    clicks += 1;
    const reply = { applicationId: 'application', token: new Secret(`click ${clicks}`) };
    const click = { interactionId: `click ${clicks}`, guildId, userId, locale: 'en-US', reply };
    return here?.service.begin(requestId || (await requestOf(userId)), click);
  }

  /** @param processes - which of them live */
  async function pass(ms: number, processes = looking): Promise<void> {
    for (let passed = 0; passed < ms; passed += ROUND_MS) {
      await clock.advance(ROUND_MS);
      await Promise.all(processes.map(({ worker }) => worker.round(stopping.signal)));
      await clock.settle();
      await recovery.claims(stopping.signal);
      await recovery.verdicts(stopping.signal);
    }
  }

  const rows = () => store.read((db) => db.selectFrom('looks').selectAll().execute());
  return { ...scene, looking, here, keepLooking, pass, rows, requestOf };
}

const startOf = ({ posts }: { posts: readonly { at: number }[] }) => posts[0]?.at ?? 0;

test('a vote is looked for after 30 seconds, 1, 2 and 4 minutes, by a claim each, until the reply can be edited no more', async () => {
  const scene = await createScene({ posts: LOOKED_AT.map(() => answered(0)) });
  const begunAt = scene.clock.now();
  await scene.keepLooking();
  await scene.pass(LONGEST_MS);

  const sinceBegun = scene.posts.slice(1).map(({ at }) => at - startOf(scene));
  for (const [index, at] of LOOKED_AT.entries()) expect(Math.abs((sinceBegun[index] ?? 0) - at)).toBeLessThan(60_000);
  expect(sinceBegun).toHaveLength(LOOKED_AT.length);
  expect(await scene.claimRows()).toHaveLength(1 + LOOKED_AT.length);
  expect(scene.heard('ada')).toEqual(['none', ...LOOKED_AT.map(() => 'looking'), 'none']);
  expect(scene.told.at(-1)?.request.reply?.token.reveal()).toBe('click 1');
  const said = scene.told.map(({ answer }) => answer).filter((answer) => answer.kind === 'looking');
  expect(said[0]).toMatchObject({
    look: { begunAt, nextAt: begunAt + 30 * SECOND_MS },
    after: { kind: 'none' },
  });
  const lastAt = said.map(({ look }) => lastLookAt(look, CLAIM_TIMINGS));
  expect(lastAt[0]).toBe(begunAt + (LOOKED_AT.at(-1) ?? 0));
  expect(said.map(({ look }, nth) => look.nextAt === lastAt[nth])).toEqual([false, false, false, true]);
  expect(await scene.rows()).toEqual([]);
});

describe('a look ends with', () => {
  test.each([
    ['a reward', answered(1), 'granted'],
    ['a vote that is already claimed', answered(2), 'already'],
    ['a refusal', rejected(401), 'refused'],
  ] as const)('%s', async (_what, post, verdict) => {
    const scene = await createScene({ posts: [answered(0), post] });
    await scene.keepLooking();
    await scene.pass(LONGEST_MS);
    expect(scene.posts).toHaveLength(3);
    expect(scene.heard('ada')).toEqual(['none', 'looking', 'looking', verdict]);
    expect(await scene.rows()).toEqual([]);
  });

  test('Stop, by whoever began it alone', async () => {
    const scene = await createScene();
    await scene.keepLooking();
    const [look] = await scene.rows();
    expect(await scene.here.service.stop(look?.id ?? '', { ...ADA, userId: 'bob' })).toBe(false);
    expect(await scene.rows()).toHaveLength(1);
    expect(await scene.here.service.stop(look?.id ?? '', ADA)).toBe(true);
    await scene.pass(LONGEST_MS);
    expect(scene.posts).toHaveLength(1);
    expect(scene.heard('ada')).toEqual(['none', 'looking', 'none']);
  });

  test('Stop while its POST is under way, whatever comes of that', async () => {
    const scene = await createScene();
    await scene.keepLooking();
    await scene.pass(30 * SECOND_MS);
    const [look] = await scene.rows();
    await scene.here.service.stop(look?.id ?? '', ADA);
    scene.posts[1]?.answer(answered(0));
    await scene.pass(LONGEST_MS);
    expect(scene.posts).toHaveLength(2);
    expect(scene.heard('ada')).toEqual(['none', 'looking', 'none']);
  });

  test('another claim in its reply', async () => {
    const scene = await createScene({ posts: [answered(0)] });
    await scene.keepLooking();
    await scene.claimToTheEnd('ada', { playername: 'Alex', replaces: await scene.requestOf('ada') });
    await scene.pass(LONGEST_MS);
    expect(scene.posts.map(({ playername }) => playername)).toEqual(['Steve', 'Alex']);
    expect(scene.heard('ada')).toEqual(['none', 'looking', 'none']);
    expect(await scene.ledger.lateAnswersFor(ADA)).toEqual([]);
  });

  test.each([
    ['before the message shows the look', 0],
    ['after claims that the message has yet to show', 100 * SECOND_MS],
  ])('another claim by the buttons from before it, %s', async (_when, laterMs) => {
    const posts = laterMs === 0 ? [answered(1)] : [answered(0), answered(0), answered(1)];
    const scene = await createScene({ posts });
    const clicked = await scene.requestOf('ada');
    await scene.keepLooking();
    await scene.pass(laterMs);
    const shown = await scene.requestOf('ada');
    await scene.claimToTheEnd('ada', { replaces: clicked });
    await scene.pass(LONGEST_MS);
    expect([scene.posts.length, scene.heard('ada').at(-1), await scene.rows()]).toEqual([
      1 + posts.length,
      'granted',
      [],
    ]);
    expect((await scene.ledger.standing(shown))?.request).toMatchObject({ replaced: true, reply: undefined });
    expect(await scene.ledger.lateAnswersFor(ADA)).toEqual([]);
  });

  test('the deletion of what is stored about the person', async () => {
    const scene = await createScene();
    await scene.keepLooking();
    await forgetPerson(scene.store, 'ada');
    expect(await scene.rows()).toEqual([]);
    await scene.pass(LONGEST_MS);
    expect(scene.posts).toHaveLength(1);
  });

  test('a wait that is too long, and says so', async () => {
    const limits: MemberLimits = { perPerson: { uses: 1, seconds: 3_600 }, perGuild: { uses: 600, seconds: 60 } };
    const scene = await createScene({ limits });
    await scene.keepLooking();
    await scene.pass(MINUTE_MS);
    expect([scene.posts.length, scene.heard('ada')]).toEqual([1, ['none', 'looking', 'none']]);
    expect(await scene.rows()).toEqual([]);
  });

  test('the access token of the guild, and says so', async () => {
    const scene = await createScene();
    await scene.keepLooking();
    scene.tokens.delete(GUILD);
    await scene.pass(40 * SECOND_MS);
    expect(scene.heard('ada')).toEqual(['none', 'looking', 'none']);
  });
});

describe('a look goes on', () => {
  test('after POSTs that were not sent', async () => {
    const scene = await createScene({ posts: [NOT_SENT, NOT_SENT, NOT_SENT, NOT_SENT, NOT_SENT, NOT_SENT, NOT_SENT] });
    scene.clock.chances.push(...Array.from({ length: 20 }, () => 0.99));
    await scene.keepLooking();
    await scene.pass(60 * SECOND_MS);
    expect(scene.told.at(-1)?.answer).toMatchObject({ kind: 'looking', after: { kind: 'unavailable' } });
  });

  test('in another process, when the one that began it has died', async () => {
    const scene = await createScene({ posts: [answered(1)] });
    await scene.keepLooking();
    await scene.pass(MINUTE_MS, scene.looking.slice(1));
    expect(scene.heard('ada')).toEqual(['none', 'looking', 'granted']);
  });

  test('when the limits allow another claim, like every other one', async () => {
    const limits: MemberLimits = { perPerson: { uses: 1, seconds: 300 }, perGuild: { uses: 600, seconds: 60 } };
    const scene = await createScene({ limits });
    await scene.keepLooking();
    await scene.pass(MINUTE_MS, scene.looking.slice(0, 1));
    expect(scene.posts).toHaveLength(1);
    const [look] = await scene.rows();
    expect((look?.due_at ?? 0) - scene.clock.now()).toBeGreaterThan(3 * MINUTE_MS);
    expect(look?.held_until).toBe(0);
    expect(scene.told.at(-1)?.answer).toMatchObject({ kind: 'looking', look: { nextAt: look?.due_at } });
  });

  test('later than others, where a guild has many looks: some claims are left to whoever asks now', async () => {
    const lookLimit: MemberLimits = { perPerson: { uses: 9, seconds: 60 }, perGuild: { uses: 1, seconds: 120 } };
    const scene = await createScene({ posts: Array.from({ length: 9 }, () => answered(0)), lookLimit });
    await scene.claimToTheEnd('bob', { playername: 'Alex' });
    await scene.keepLooking();
    await scene.keepLooking('bob');
    await scene.pass(MINUTE_MS, scene.looking.slice(0, 1));
    expect([scene.posts.length, (await scene.rows()).length]).toEqual([3, 2]);
    expect(await scene.claim('eve', { playername: 'Eve' })).toEqual({ kind: 'recorded' });
  });
});

test('a lost answer is told as that of any claim, and nothing more is looked for while it is not known', async () => {
  const scene = await createScene({ posts: Array.from({ length: 60 }, () => UNKNOWN) });
  await scene.keepLooking();
  await scene.pass(2 * LONGEST_MS);
  expect(scene.heard('ada')).toEqual(['none', 'looking', 'pending']);
  expect(await scene.claimRows()).toMatchObject([{ verdict: 'none' }, { state: 'parked' }]);
  expect(await scene.rows()).toEqual([]);
});

test('nothing is sent once the reply can be edited no more, and the person is told later that nothing was found', async () => {
  const scene = await createScene();
  await scene.keepLooking();
  await scene.clock.advance(LONGEST_MS);
  await scene.pass(2 * ROUND_MS);
  expect(scene.posts).toHaveLength(1);
  expect(await scene.rows()).toEqual([]);
  expect(await scene.ledger.lateAnswersFor(ADA)).toMatchObject([{ verdict: { kind: 'none' } }]);
});

describe('a look is not begun', () => {
  test('for more people of a guild than it may have claims under way', async () => {
    const scene = await createScene({ posts: [answered(0)], capacity: 1 });
    await scene.claimToTheEnd('bob', { playername: 'Alex' });
    expect(await scene.keepLooking()).toEqual({ kind: 'begun' });
    expect(await scene.keepLooking('bob')).toMatchObject({ kind: 'wait' });
  });

  test("for another person's request, or from another guild", async () => {
    const scene = await createScene();
    const requestId = await scene.requestOf('ada');
    expect(await scene.keepLooking('bob', { requestId })).toEqual({ kind: 'unknown' });
    expect(await scene.keepLooking('ada', { requestId, guildId: STRANGER_GUILD })).toEqual({ kind: 'unknown' });
  });

  test('twice by a double click', async () => {
    const scene = await createScene();
    const requestId = await scene.requestOf('ada');
    await Promise.all([scene.keepLooking('ada', { requestId }), scene.keepLooking('ada', { requestId })]);
    expect(await scene.rows()).toHaveLength(1);
    expect(scene.heard('ada')).toEqual(['none', 'looking']);
  });

  test('after another claim in the same message, and says so', async () => {
    const scene = await createScene({ posts: [answered(0)] });
    const requestId = await scene.requestOf('ada');
    await scene.claimToTheEnd('ada', { replaces: requestId });
    expect(await scene.keepLooking('ada', { requestId })).toEqual({ kind: 'unknown' });
  });

  test("after a moderator has checked somebody else's claim again", async () => {
    const scene = await createScene({ posts: [answered(0)] });
    await scene.claimToTheEnd('mona', { isRecheck: true });
    expect(await scene.keepLooking('mona')).toEqual({ kind: 'unknown' });
  });

  test('once the claim is a granted one', async () => {
    const scene = await createScene({ posts: [answered(1)] });
    await scene.claimToTheEnd('bob', { playername: 'Alex' });
    await scene.keepLooking('bob');
    expect(await scene.rows()).toEqual([]);
  });
});
