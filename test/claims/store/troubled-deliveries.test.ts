import { expect, test } from 'vitest';

import type { TroubledDelivery } from '../../../src/claims/store/escalations.ts';
import { createOwnClaims } from '../../../src/claims/store/own-claims.ts';
import type { Outcome } from '../../../src/rewards/hook.ts';
import { afterTry } from '../../../src/rewards/schedule.ts';
import { createDeliveries } from '../../../src/rewards/store/deliveries.ts';
import { createHooks } from '../../../src/rewards/store/hooks.ts';
import { HOUR_MS } from '../../../src/work/clock.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { setRows } from '../../database/rows.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { createManualClock } from '../../manual-clock.ts';
import { addHook } from '../../rewards/store/hook-scene.ts';
import { admit, GRANTED, GUILD, ledgerOn, sealer } from './ledger-scene.ts';

const REFUSED: Outcome = { kind: 'bad-token' };
const NO_ANSWER: Outcome = { kind: 'no-answer' };
const MONA = { guildId: GUILD, userId: 'mona' };

/** A claim whose reward goes to two game servers, in a guild whose moderators have a channel. */
async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const ledger = ledgerOn(store);
  const deliveries = createDeliveries({ store, sealer });
  const moderators = { moderators_channel_id: 'moderators', moderators_on: 1 };
  await store.write((db) =>
    db
      .insertInto('guilds')
      .values({ id: GUILD, ...moderators, last_seen_at: 0 })
      .execute(),
  );
  const ids = [
    await addHook(store, GUILD, 'one.example:8192', undefined, 'votifier'),
    await addHook(store, GUILD, 'two.example:8192', undefined, 'votifier'),
  ];
  const { claim } = await admit(ledger);
  await ledger.settle({ claim, attempt: await ledger.startAttempt(claim), outcome: GRANTED });
  /** One vote to a game server, as the delivering process records it. */
  async function vote(to: 0 | 1, outcome: Outcome, afterMs = 6_000): Promise<void> {
    await clock.advance(afterMs);
    const due = await deliveries.next(ids[to] ?? '');
    const dueAt = due && (await deliveries.begin(due));
    if (!due || dueAt === undefined) throw new Error('nothing is due there');
    await deliveries.record({ ...due, state: 'sending', dueAt }, outcome, afterTry(due, { outcome }, clock));
  }
  /** What moderators read: of each post, how the reward stands with both. */
  const posted = async () =>
    (await postAll(postsOn(store))).map(({ content }) =>
      (content as TroubledDelivery).claim.deliveries.map(({ state }) => state),
    );
  const sendAgain = () => createHooks({ store, sealer }).sendAgain(MONA, claim.id, 'never');
  /** Both take the reward of another claim. */
  const recover = () => setRows(store, 'reward_hooks', { failures: 0, failing_since: null });
  /** Another claim, whose reward waits behind that of the first. @returns how the rewards of both stand, for who asked */
  async function standing() {
    const { claim: other } = await admit(ledger, { playername: 'Alex' });
    await ledger.settle({ claim: other, attempt: await ledger.startAttempt(other), outcome: GRANTED });
    const { rewardOf } = createOwnClaims(store);
    return Promise.all([claim, other].map((one) => rewardOf({ ...one, claimId: one.id, hasReward: true })));
  }
  return { vote, posted, sendAgain, recover, standing };
}

describeOnEachDatabase('a reward that two game servers', (open) => {
  test('do not accept is known to moderators once there is a post, which says nothing of one that waits behind it', async () => {
    const { vote, standing } = await createScene(open);
    for (const to of [0, 0] as const) await vote(to, REFUSED);
    expect(await standing()).toEqual([
      { reward: 'failing', isPosted: true },
      { reward: 'failing', isPosted: false },
    ]);
  });

  test('take in part has reached one, and its post says which', async () => {
    const { vote, posted, standing } = await createScene(open);
    await vote(0, { kind: 'vote-taken' });
    for (const to of [1, 1] as const) await vote(to, REFUSED);
    expect(await posted()).toEqual([['delivered', 'due']]);
    expect(await standing()).toMatchObject([{ reward: 'partly' }, { reward: 'failing' }]);
  });

  test('leave unanswered at the same time is asked about once', async () => {
    const { vote, posted } = await createScene(open);
    for (const to of [0, 1] as const) await vote(to, NO_ANSWER);
    expect(await posted()).toEqual([['parked', 'parked']]);
    expect(await posted()).toEqual([]);
  });

  test('leave unanswered one after the other is asked about again: what is decided may be another matter then', async () => {
    const { vote, posted } = await createScene(open);
    await vote(0, NO_ANSWER);
    expect(await posted()).toEqual([['parked', 'due']]);
    await vote(1, NO_ANSWER);
    expect(await posted()).toEqual([['parked', 'parked']]);
  });

  test('refuse is posted once, and once more when somebody had it sent again since', async () => {
    const { vote, posted, sendAgain } = await createScene(open);
    for (const to of [0, 1, 0] as const) await vote(to, REFUSED);
    expect(await posted()).toEqual([['due', 'due']]);
    await vote(1, REFUSED);
    expect(await posted()).toEqual([]);

    await sendAgain();
    // The message that is there says so.
    expect(await posted()).toEqual([['due', 'due']]);
    await vote(0, NO_ANSWER);
    expect(await posted()).toEqual([['parked', 'due']]);
  });

  test('refuse again, although they took others since somebody had it sent again, is posted again, once', async () => {
    const { vote, posted, sendAgain, recover } = await createScene(open);
    for (const to of [0, 0, 1, 1] as const) await vote(to, REFUSED);
    expect(await posted()).toEqual([['due', 'due']]);
    await sendAgain();
    expect(await posted()).toEqual([['due', 'due']]);
    await recover();
    for (const to of [0, 0, 1, 1] as const) await vote(to, REFUSED, HOUR_MS);
    expect(await posted()).toEqual([['due', 'due']]);
    expect(await posted()).toEqual([]);
  });
});
