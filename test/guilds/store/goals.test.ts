import { expect, test } from 'vitest';

import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import { forgetPerson } from '../../../src/database/forgetting.ts';
import type { Goal, GoalChange, GoalProgress } from '../../../src/guilds/goal.ts';
import { createGoals } from '../../../src/guilds/store/goals.ts';
import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import { createPanelPosts } from '../../../src/guilds/store/panel-posts.ts';
import { DAY_MS, HOUR_MS } from '../../../src/work/clock.ts';
import {
  admit,
  GRANTED,
  GUILD,
  ledgerOn,
  OTHER_GUILD,
  sealer,
  UNKNOWN,
  wantAnnouncements,
} from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { rowsIn } from '../../database/rows.ts';
import { openOnClock } from '../../database/store-on-clock.ts';
import { postAll, postsOn } from './take-all.ts';

const REST_MS = 60_000;
const TEN_A_DAY: Goal = { claims: 10, every: 'day' };
const NONE: AttemptOutcome = { kind: 'answered', claimed: 0 };

/** On a Sunday, at noon in UTC. */
async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  const ledger = ledgerOn(store);
  const goals = createGoals(store);
  let players = 0;

  async function claim(outcome = GRANTED, guildId = GUILD) {
    players += 1;
    const { claim } = await admit(ledger, { guildId, playername: `player ${players}` });
    return ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome });
  }
  async function claimTimes(times: number) {
    for (let time = 0; time < times; time += 1) await claim();
  }
  const count = async () => (await goals.progress(GUILD))?.count;
  const posts = postsOn(store);
  const reached = async () =>
    (await postAll(posts)).filter(({ kind }) => kind === 'goal').map(({ content }) => content);
  return { clock, store, ledger, goals, posts, reached, claim, claimTimes, count };
}

describeOnEachDatabase('a goal', (open) => {
  test('counts the confirmed claims of its guild, and no others', async () => {
    const { goals, claim, claimTimes, count } = await createScene(open);
    await goals.change(GUILD, TEN_A_DAY);
    await goals.change(OTHER_GUILD, TEN_A_DAY);
    await claimTimes(2);
    await claim(NONE);
    await claim(UNKNOWN);
    await claim(GRANTED, OTHER_GUILD);
    expect(await count()).toBe(2);
    expect(await goals.progress(OTHER_GUILD)).toMatchObject({ ...TEN_A_DAY, count: 1 });
  });

  test('counts none that a moderator said was claimed, also once it is granted late, and when all are counted anew', async () => {
    const { goals, ledger, count } = await createScene(open);
    await goals.change(GUILD, TEN_A_DAY);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'pending' });
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(true);
    expect(await count()).toBe(0);
    await goals.change(GUILD, { on: false });
    expect(await goals.change(GUILD, TEN_A_DAY)).toMatchObject({ count: 0 });
  });

  test('counts what was there when it is set, whatever its period becomes', async () => {
    const { clock, goals, claimTimes, count } = await createScene(open);
    await clock.advance(DAY_MS);
    await claimTimes(1);
    await clock.advance(DAY_MS);
    await claimTimes(2);
    expect(await goals.change(GUILD, TEN_A_DAY)).toMatchObject({ count: 2 });
    expect(await goals.change(GUILD, { claims: 10, every: 'week' })).toMatchObject({ count: 3 });
    await claimTimes(1);
    expect(await goals.change(GUILD, { claims: 5, every: 'month' })).toMatchObject({ count: 4, claims: 5 });
    expect(await count()).toBe(4);
    await goals.change(GUILD, { on: false });
    await claimTimes(1);
    expect(await goals.progress(GUILD)).toBeUndefined();
    expect(await goals.change(GUILD, TEN_A_DAY)).toMatchObject({ count: 4 });
  });

  test('counts each claim once that is confirmed while it is being set', async () => {
    const { ledger, goals, count } = await createScene(open);
    const claims = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const { claim } = await admit(ledger, { playername: `at once ${number}` });
        return { claim, attempt: await ledger.startAttempt(claim) };
      }),
    );
    const setting = goals.change(GUILD, TEN_A_DAY);
    await Promise.all(claims.map(({ claim, attempt }) => ledger.settle({ claim, attempt, outcome: GRANTED })));
    await setting;
    expect(await count()).toBe(12);
  });

  test('keeps its count when those who claimed have their data deleted', async () => {
    const { store, goals, claimTimes, count } = await createScene(open);
    await goals.change(GUILD, TEN_A_DAY);
    await claimTimes(3);
    await forgetPerson(store, 'ada');
    expect(await rowsIn(store, 'claims')).toEqual([]);
    expect(await count()).toBe(3);
  });
});

describeOnEachDatabase('the post that a goal is reached', (open) => {
  async function createReached() {
    const scene = await createScene(open);
    await wantAnnouncements(scene.store, GUILD);
    await scene.goals.change(GUILD, { claims: 2, every: 'day' });
    await scene.claimTimes(3);
    return scene;
  }

  test('is due once a period', async () => {
    const { clock, reached, claimTimes } = await createReached();
    expect(await reached()).toMatchObject([{ claims: 2, count: 2 }]);
    await claimTimes(2);
    expect(await reached()).toEqual([]);
    await clock.advance(DAY_MS);
    await claimTimes(1);
    expect(await reached()).toEqual([]);
    await claimTimes(1);
    expect(await reached()).toHaveLength(1);
  });

  test('is due after the announcement of the claim that reached it', async () => {
    const { posts } = await createReached();
    const kinds = (await postAll(posts)).map(({ kind }) => kind);
    expect(kinds).toEqual(['announcement', 'announcement', 'goal', 'announcement']);
  });

  test.each<[what: string, changes: GoalChange[], told: number[]]>([
    ['set right after it was lowered by mistake', [{ claims: 4 }], [4]],
    ['raised, with more claims needed', [{ claims: 5 }], [5]],
    ['raised to what there is already', [{ claims: 3 }], []],
    ['lowered again', [{ claims: 1 }], []],
    ['turned off and on', [{ on: false }, { on: true }], []],
    ['raised and lowered', [{ claims: 9 }, { claims: 2 }], []],
    ['a goal of a week, told too, and of a day again', [{ every: 'week' }, { every: 'day' }], [3]],
  ])('is due again only for more claims than were told of: %s', async (_what, changes, told) => {
    const { goals, reached, claimTimes } = await createReached();
    // It was told with the second of three claims, and then of all three.
    await reached();
    await goals.change(GUILD, { claims: 3 });
    await reached();
    for (const change of changes) await goals.change(GUILD, change);
    await claimTimes(2);
    expect((await reached()).map((content) => (content as GoalProgress).claims)).toEqual(told);
  });

  test('is due anew with the next day of the guild, at its hour', async () => {
    const { store, clock, goals, claimTimes, count } = await createScene(open);
    await wantAnnouncements(store, GUILD);
    // Noon in UTC is seven in the morning in New York: until eight it is still yesterday there.
    await goals.setDayStart(GUILD, { timeZone: 'America/New_York', hour: 8 });
    expect(await goals.change(GUILD, TEN_A_DAY)).toMatchObject({
      from: Date.parse('2026-02-28T13:00:00.000Z'),
      until: Date.parse('2026-03-01T13:00:00.000Z'),
    });
    await claimTimes(2);
    expect(await count()).toBe(2);
    await clock.advance(HOUR_MS);
    expect(await count()).toBe(0);
    await claimTimes(1);
    expect(await count()).toBe(1);
    await goals.setDayStart(GUILD, { timeZone: 'UTC', hour: 0 });
    expect(await count()).toBe(3);
  });

  test('is due no second time when the day begins at another hour', async () => {
    const { goals, reached, claimTimes } = await createReached();
    await reached();
    await goals.setDayStart(GUILD, { hour: 8 });
    await claimTimes(1);
    expect(await reached()).toEqual([]);
  });

  test('is due at once when the day begins so that more claims belong to it', async () => {
    const { store, clock, goals, reached, claimTimes } = await createScene(open);
    await wantAnnouncements(store, GUILD);
    await goals.change(GUILD, { claims: 2, every: 'day' });
    await claimTimes(1);
    // It is one in the night: the claim of noon belongs to yesterday, until the day begins at two.
    await clock.advance(13 * HOUR_MS);
    await claimTimes(1);
    expect(await reached()).toEqual([]);
    await goals.setDayStart(GUILD, { hour: 2 });
    expect(await reached()).toMatchObject([{ claims: 2, count: 2 }]);
  });

  test('is due at once where a goal is set that is reached already', async () => {
    const { store, goals, reached, claimTimes } = await createScene(open);
    await wantAnnouncements(store, GUILD);
    await claimTimes(3);
    await goals.change(GUILD, { claims: 2, every: 'month' });
    expect(await reached()).toMatchObject([{ claims: 2, count: 3 }]);
  });

  test('is not made, nor later, where there are no announcements', async () => {
    const { store, goals, reached, claimTimes } = await createScene(open);
    await goals.change(GUILD, { claims: 1, every: 'day' });
    await claimTimes(1);
    expect(await reached()).toEqual([]);
    await wantAnnouncements(store, GUILD);
    await claimTimes(1);
    expect(await reached()).toEqual([]);
  });
});

describeOnEachDatabase('a panel that shows a goal', (open) => {
  async function createPanelScene() {
    const scene = await createScene(open);
    const { store, goals } = scene;
    const posts = createPanelPosts(store);
    const post = async () => posts.finish(await posts.begin(GUILD, 'channel'), 'message');
    await post();
    await goals.change(GUILD, TEN_A_DAY);
    async function take() {
      const outdated = await goals.guildsOfOutdatedPanels();
      const taken = await Promise.all(outdated.map((guildId) => goals.takeOutdatedPanel(guildId, REST_MS)));
      return outdated.filter((_, index) => taken[index]);
    }
    async function show() {
      const progress = await goals.progress(GUILD);
      if (progress) await goals.markShown(GUILD, progress);
    }
    return { ...scene, post, take, show };
  }

  test('is taken by one of several processes, and then left alone for a while', async () => {
    const { clock, claim, take, show } = await createPanelScene();
    const taken = await Promise.all(Array.from({ length: 4 }, take));
    expect(taken.flat()).toEqual([GUILD]);
    await show();
    await claim();
    await claim();
    await clock.advance(REST_MS - 1);
    expect(await take()).toEqual([]);
    await clock.advance(1);
    expect(await take()).toEqual([GUILD]);
  });

  test('is left alone while it shows what there is, and taken with the next period', async () => {
    const { clock, claim, take, show } = await createPanelScene();
    await claim();
    await show();
    await clock.advance(REST_MS);
    expect(await take()).toEqual([]);
    await clock.advance(DAY_MS / 2);
    expect(await take()).toEqual([GUILD]);
  });

  test('is tried again after a while when it was not shown, later where it cannot be', async () => {
    const { clock, goals, take } = await createPanelScene();
    expect(await take()).toEqual([GUILD]);
    await clock.advance(REST_MS);
    expect(await take()).toEqual([GUILD]);
    await goals.leavePanel(GUILD, 10 * REST_MS);
    await clock.advance(9 * REST_MS);
    expect(await take()).toEqual([]);
    await clock.advance(REST_MS);
    expect(await take()).toEqual([GUILD]);
  });

  test('is not taken where there is no goal, or no panel', async () => {
    const { store, goals, post, take } = await createPanelScene();
    const isTaken = () => goals.takeOutdatedPanel(GUILD, REST_MS);
    await createGuilds({ store, sealer }).clearPanel(GUILD, { channelId: 'channel', messageId: 'message' });
    expect([await take(), await isTaken()]).toEqual([[], false]);
    await post();
    await goals.change(GUILD, { on: false });
    expect([await take(), await isTaken()]).toEqual([[], false]);
    await goals.change(GUILD, TEN_A_DAY);
    expect(await goals.takeOutdatedPanel(OTHER_GUILD, REST_MS)).toBe(false);
    expect(await isTaken()).toBe(true);
  });
});
