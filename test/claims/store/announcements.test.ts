import { expect, test } from 'vitest';

import type { ProvenVerdict, ReviewOutcome } from '../../../src/claims/states.ts';
import type { Announcement } from '../../../src/claims/store/announcements.ts';
import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import { createDeliveries } from '../../../src/rewards/store/deliveries.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { setRows } from '../../database/rows.ts';
import { postAll, takeAll, postsOn } from '../../guilds/store/take-all.ts';
import { addHook } from '../../rewards/store/hook-scene.ts';
import { admit, grant, GRANTED, GUILD, ledgerOn, sealer, wantAnnouncements } from './ledger-scene.ts';

describeOnEachDatabase('an announcement', (open) => {
  test.each([
    ['who claimed, and as what', { closed_at: 1 }, {}],
    ['that a moderator had marked its claim as resolved', { resolved_at: 1 }, { wasResolved: true }],
    ['that an answer of its claim was lost', { verdict_detail: '{"maybeTwo":true}' }, { maybeTwo: true }],
    [
      'that this is unlikely',
      { verdict_detail: '{"maybeTwo":true,"unlikely":true}' },
      { maybeTwo: true, unlikely: true },
    ],
  ])('says %s', async (_what, values, says) => {
    const store = await open();
    await wantAnnouncements(store, GUILD);
    const { reference } = (await grant(ledgerOn(store))).claim;
    await setRows(store, 'claims', values);
    const doubts = { isDecided: false, wasResolved: false, maybeTwo: false, unlikely: false };
    const content = {
      playername: 'Steve',
      reference,
      ...doubts,
      reward: 'none',
      hasModerators: false,
      goal: undefined,
      ...says,
    };
    expect((await takeAll(postsOn(store))).map((post) => post.content)).toEqual([content]);
  });
});

describeOnEachDatabase('an announcement where nothing is sent', (open) => {
  test.each([
    [0, 'none'],
    [1, 'by-hand'],
  ])('says that staff hand the reward over if a manager chose that, else nothing of it: %i', async (chosen, reward) => {
    const store = await open();
    await wantAnnouncements(store, GUILD);
    const moderators = { moderators_channel_id: 'moderators', moderators_on: chosen };
    await setRows(store, 'guilds', { rewards_by_hand: chosen, ...moderators });
    await grant(ledgerOn(store));
    const [post] = await takeAll(postsOn(store));
    expect(post?.content).toMatchObject({ reward, hasModerators: chosen === 1 });
  });
});

describeOnEachDatabase('a claim that a moderator decides', (open) => {
  test.each<[outcome: ReviewOutcome, verdict: ProvenVerdict, isAnnounced: boolean]>([
    ['claimed', { kind: 'pending' }, true],
    ['claimed', { kind: 'likely-granted' }, true],
    ['claimed', { kind: 'already', recordedAt: undefined }, false],
    ['not-claimed', { kind: 'likely-granted' }, false],
    ['unstated', { kind: 'pending' }, false],
  ])('as %s, of %j, is announced once if it gives a reward: %s', async (outcome, verdict, isAnnounced) => {
    const store = await open();
    await wantAnnouncements(store, GUILD);
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, verdict);
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Seen', outcome });
    const posted = async () =>
      (await postAll(postsOn(store))).filter(({ kind }) => kind === 'announcement').map(({ content }) => content);
    const content = { reference: claim.reference, isDecided: true, wasResolved: false, reward: 'none' };
    expect(await posted()).toMatchObject(isAnnounced ? [content] : []);
    await ledger.endAttempt(attempt, GRANTED);
    expect(await posted()).toHaveLength(isAnnounced ? 0 : 1);
  });
});

const ACCEPTED = { kind: 'answered', status: 204 } as const;
const PLACES = ['https://one.example/votes', 'https://two.example/votes'];

/** A claim whose reward is on its way to places that can accept it. */
async function createRewarded(open: OpenTestStore, { isWanted = true, places = [...PLACES] } = {}) {
  const store = await open();
  await wantAnnouncements(store, GUILD);
  const guilds = createGuilds({ store, sealer });
  const want = (saysArrival: boolean) =>
    guilds.changePosts(GUILD, 'announcements', (before) => ({ ...before, saysArrival }));
  await want(isWanted);
  const hooks: string[] = [];
  for (const place of places) hooks.push(await addHook(store, GUILD, place));
  await grant(ledgerOn(store));
  const deliveries = createDeliveries({ store, sealer });
  const record = async (place: number) => {
    const delivery = await deliveries.next(hooks[place] ?? '');
    if (!delivery) throw new Error('nothing is due there');
    return deliveries.record(delivery, ACCEPTED, { kind: 'delivered' });
  };
  const posts = postsOn(store);
  /** What is posted, and whether as a change of the message that is there. */
  const posted = async () =>
    (await postAll(posts)).map(({ messageId, content }) => [messageId, (content as Announcement).reward]);
  return { posts, want, record, posted };
}

const THANKS = [undefined, 'on-its-way'];
const CHANGED = ['message', 'arrived'];

describeOnEachDatabase('an announcement of a reward', (open) => {
  test('is changed once every place has accepted it', async () => {
    const { record, posted } = await createRewarded(open);
    expect(await posted()).toEqual([THANKS]);
    await record(1);
    expect(await posted()).toEqual([]);
    await record(0);
    expect(await posted()).toEqual([CHANGED]);
    expect(await posted()).toEqual([]);
  });

  test('is changed once, of places that accept it at the same time', async () => {
    const { record, posted } = await createRewarded(open);
    await posted();
    await Promise.all([record(0), record(1)]);
    expect(await posted()).toEqual([CHANGED]);
    expect(await posted()).toEqual([]);
  });

  test('is changed when that came while it was being posted', async () => {
    const { posts, record, posted } = await createRewarded(open, { places: PLACES.slice(1) });
    const post = await posts.take(GUILD);
    await record(0);
    expect(await posts.dueGuilds()).toEqual([]);
    if (post) await posts.finish(post, 'message');
    expect(await posted()).toEqual([CHANGED]);
  });

  test('is left as it is where the guild does not want that', async () => {
    const { want, record, posted } = await createRewarded(open, { isWanted: false });
    await posted();
    await Promise.all([record(0), record(1)]);
    await want(true);
    expect(await posted()).toEqual([]);
  });
});
