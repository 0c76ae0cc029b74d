import { expect, test } from 'vitest';

import { FAILING_AFTER, type Outcome } from '../../../src/rewards/hook.ts';
import type { Verdict } from '../../../src/claims/states.ts';
import type { TroubledDelivery } from '../../../src/claims/store/escalations.ts';
import { createClaimHistory } from '../../../src/claims/store/history.ts';
import { CLAIM_TIMINGS } from '../../../src/claims/timings.ts';
import { afterTry, TRY_LASTS_MS } from '../../../src/rewards/schedule.ts';
import { createDeliveries, type FreeSlots } from '../../../src/rewards/store/deliveries.ts';
import { createHooks } from '../../../src/rewards/store/hooks.ts';
import { HOUR_MS, SECOND_MS } from '../../../src/work/clock.ts';
import { admit, grant, GRANTED, GUILD, ledgerOn, OTHER_GUILD, sealer } from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { addRows, rowsIn, setRows } from '../../database/rows.ts';
import { fallingSilent } from '../../database/store-falling-silent.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { createManualClock } from '../../manual-clock.ts';
import { owedToManagers } from '../../people/store/owed-to.ts';
import { addHook, deliveriesIn } from './hook-scene.ts';

const SLOTS: FreeSlots = { free: 10, further: 10, guilds: [] };
const NO_ANSWER: Outcome = { kind: 'no-answer' };
const REFUSED: Outcome = { kind: 'bad-token' };
const TAKEN: Outcome = { kind: 'vote-taken' };
const clock = { random: () => 0.5 };
const MONA = { guildId: GUILD, userId: 'mona' };
const AT = { guildId: GUILD, address: 'play.example.org:8192' };

/** A game server with NuVotifier, of a guild whose moderators have a channel, and a claim of which it is to be told. */
async function createScene(open: OpenTestStore) {
  const time = createManualClock();
  const { store, fallSilent } = fallingSilent(onClock(await open(), time.now));
  const ledger = ledgerOn(store);
  const deliveries = createDeliveries({ store, sealer });
  const hooks = createHooks({ store, sealer });
  await addRows(store, 'guilds', { id: GUILD, moderators_channel_id: 'moderators', moderators_on: 1, last_seen_at: 0 });
  const hook = await addHook(store, GUILD, AT.address, undefined, 'votifier');
  async function grantTo(playername = 'Steve') {
    const { claim, request } = await grant(ledger, { playername });
    return { claimId: claim.id, requestId: request.id };
  }
  /** A claim that is granted by the word of a moderator. */
  async function decide() {
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind: 'likely-granted' });
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Seen', outcome: 'claimed' });
    return { claimId: claim.id, requestId: request.id };
  }
  async function next() {
    await deliveries.takeHooks({ well: SLOTS, unwell: SLOTS });
    const delivery = await deliveries.next(hook);
    if (!delivery) throw new Error('nothing is due');
    return delivery;
  }
  /** One try, recorded as the delivering process does. @param begins - whether the vote goes out */
  async function attempt(outcome: Outcome, { begins = true } = {}) {
    const delivery = await next();
    const dueAt = begins ? await deliveries.begin(delivery) : undefined;
    const since = dueAt === undefined ? {} : { state: 'sending' as const, dueAt };
    return deliveries.record({ ...delivery, ...since }, outcome, afterTry(delivery, { outcome }, clock));
  }
  return {
    time,
    store,
    fallSilent,
    ledger,
    deliveries,
    hooks,
    hook,
    grant: grantTo,
    decide,
    next,
    attempt,
    states: async () => (await deliveriesIn(store)).map(({ state }) => state),
    posts: async () => (await postAll(postsOn(store))).map(({ kind }) => kind),
  };
}

describeOnEachDatabase('a vote', (open) => {
  test('goes out once: whoever is second may not send it', async () => {
    const { time, grant, next, deliveries, states } = await createScene(open);
    await grant();
    const delivery = await next();
    const begun = await Promise.all([deliveries.begin(delivery), deliveries.begin(delivery)]);
    expect(begun.filter((until) => until !== undefined)).toEqual([time.now() + TRY_LASTS_MS]);
    expect(await states()).toEqual(['sending']);
  });

  test.each([true, false])('goes out when the record that it does has no answer (committed: %s)', async (isDone) => {
    const { time, grant, next, deliveries, states, fallSilent } = await createScene(open);
    await grant();
    const delivery = await next();
    fallSilent(isDone);
    expect(await deliveries.begin(delivery)).toBe(time.now() + TRY_LASTS_MS);
    expect(await states()).toEqual(['sending']);
  });

  test('has arrived for its claim once what another game server waited for is dropped', async () => {
    const { store, ledger, hooks, grant, attempt } = await createScene(open);
    const other = await addHook(store, GUILD, 'lobby.example.org:8192', undefined, 'votifier');
    const { requestId } = await grant();
    expect(await attempt(TAKEN)).toBe('delivered');
    expect((await ledger.standing(requestId))?.verdict).toEqual({ kind: 'granted' });
    await hooks.remove(GUILD, other);
    expect((await ledger.standing(requestId))?.verdict).toEqual({ kind: 'granted', arrived: true });
  });

  test('whose process dies with it holds up the next one for half a minute at most', async () => {
    const { time, grant, next, attempt, deliveries, hook, states } = await createScene(open);
    await grant('Steve');
    await grant('Alex');
    await deliveries.begin(await next());
    await time.advance(20 * SECOND_MS);
    expect(await deliveries.takeHooks({ well: SLOTS, unwell: SLOTS })).toHaveLength(1);
    expect(await attempt(NO_ANSWER, { begins: false })).toBe('parked');
    await deliveries.release(hook);
    await time.advance(6 * SECOND_MS);
    expect(await attempt(TAKEN)).toBe('delivered');
    expect(await states()).toEqual(['parked', 'delivered']);
  });

  test('that is refused is due again, and its game server fails after the second time', async () => {
    const { time, store, grant, attempt, hooks, states } = await createScene(open);
    await grant();
    expect(await attempt(REFUSED)).toBe('failed');
    expect([await states(), await owedToManagers(store, GUILD)]).toEqual([['due'], []]);
    expect((await hooks.list(GUILD))[0]?.failing).toBeUndefined();
    await time.advance(6_000);
    const since = time.now();
    expect(await attempt(REFUSED)).toBe('failed');
    expect(await owedToManagers(store, GUILD)).toEqual([{ number: 1, kind: 'votifier', outcome: 'bad-token' }]);
    expect(await hooks.list(GUILD)).toMatchObject([{ failing: { since, outcome: REFUSED } }]);
    await time.advance(6 * 60_000);
    expect(await attempt(TAKEN)).toBe('delivered');
    expect(await owedToManagers(store, GUILD)).toEqual([]);
    expect((await hooks.list(GUILD))[0]?.failing).toBeUndefined();
  });

  test('whose game server was not reached when it was given counts as failing, until one is taken', async () => {
    const { time, store, grant, attempt, hooks, hook } = await createScene(open);
    const failing = async () => (await hooks.list(GUILD))[0]?.failing;
    const [unreached, since] = [{ kind: 'no-votifier' } as const, time.now()];
    await hooks.noteLook(hook, AT, unreached);
    expect(await failing()).toEqual({ since, outcome: unreached });
    await hooks.noteLook(hook, AT, undefined);
    expect(await failing()).toBeUndefined();
    await hooks.noteLook(hook, AT, unreached);
    await grant();
    for (const told of [0, 1]) {
      await time.advance(6_000);
      await attempt(REFUSED);
      expect([await failing(), await owedToManagers(store, GUILD)]).toMatchObject([
        { since, outcome: REFUSED },
        { length: told },
      ]);
    }
    await hooks.noteLook(hook, AT, undefined);
    expect(await failing()).toBeDefined();
    await time.advance(6 * 60_000);
    expect(await attempt(TAKEN)).toBe('delivered');
    expect(await failing()).toBeUndefined();
  });

  test('that was refused goes out at once, with all its tries, when a test is taken', async () => {
    const { grant, attempt, deliveries, hooks, hook, store } = await createScene(open);
    await grant();
    for (let tries = 0; tries < FAILING_AFTER; tries += 1) {
      await attempt(REFUSED);
      await hooks.readdress(GUILD, hook, AT.address);
    }
    expect((await hooks.list(GUILD))[0]?.failing).toBeDefined();
    await hooks.noteLook(hook, AT, TAKEN);
    expect((await hooks.list(GUILD))[0]?.failing).toBeUndefined();
    expect(await owedToManagers(store, GUILD)).toEqual([]);
    expect(await deliveries.next(hook)).toMatchObject({ state: 'due', tries: 0, failures: 0 });
  });

  test('keeps nothing of a look at an address that its game server no longer has', async () => {
    const { hooks, hook } = await createScene(open);
    const [failing, moved] = [{ kind: 'no-votifier' } as const, { ...AT, address: 'moved.example.org:8192' }];
    await hooks.readdress(GUILD, hook, moved.address);
    await hooks.noteLook(hook, AT, failing);
    expect((await hooks.list(GUILD))[0]?.failing).toBeUndefined();
    await hooks.noteLook(hook, moved, failing);
    await hooks.noteLook(hook, AT, undefined);
    expect((await hooks.list(GUILD))[0]?.failing).toMatchObject({ outcome: failing });
  });

  test('that is refused again while its game server is resumed leaves that failing', async () => {
    const { time, grant, next, attempt, deliveries, hooks, hook } = await createScene(open);
    await grant();
    for (let tries = 0; tries < FAILING_AFTER; tries += 1) {
      await attempt(REFUSED);
      await time.advance(6 * 60_000);
    }
    const delivery = await next();
    await hooks.resume(GUILD, hook);
    await deliveries.record(delivery, REFUSED, afterTry(delivery, { outcome: REFUSED }, clock));
    expect((await hooks.list(GUILD))[0]?.failing).toEqual({ since: time.now(), outcome: REFUSED });
  });

  test('for a name that is too long is left to a moderator, and nothing is wrong with the game server', async () => {
    const { grant, attempt, hooks, states, posts } = await createScene(open);
    await grant('a_name_of_many_letters');
    expect(await attempt({ kind: 'bad-name' }, { begins: false })).toBe('parked');
    expect([await states(), await posts()]).toEqual([['parked'], ['delivery']]);
    expect(await hooks.list(GUILD)).toMatchObject([{ state: 'on', failing: undefined, waiting: 0 }]);
  });

  test('is sent again, or arrived, as a moderator of its guild says, and nobody else', async () => {
    const { grant, attempt, hooks, states } = await createScene(open);
    const { claimId } = await grant();
    await attempt(NO_ANSWER);
    expect(await hooks.sendAgain({ ...MONA, guildId: OTHER_GUILD }, claimId, 'unless-paid')).toBe('nothing');
    expect(await hooks.markArrived({ ...MONA, guildId: OTHER_GUILD }, claimId)).toBe(false);
    expect(await states()).toEqual(['parked']);
    expect(await hooks.sendAgain(MONA, claimId, 'unless-paid')).toBe('sent');
    expect(await states()).toEqual(['due']);
    expect(await attempt(NO_ANSWER)).toBe('parked');
    expect(await hooks.markArrived(MONA, claimId)).toBe(true);
    expect(await hooks.markArrived(MONA, claimId)).toBe(false);
    expect(await states()).toEqual(['delivered']);
  });

  test('is sent again alone where another place has its message', async () => {
    const { store, grant, attempt, hooks, states } = await createScene(open);
    await addHook(store);
    const { claimId } = await grant();
    await attempt(NO_ANSWER);
    await setRows(store, 'reward_deliveries', { state: 'delivered' }, { hook_number: 2 });
    expect(await hooks.sendAgain(MONA, claimId, 'never')).toBe('sent');
    expect(await states()).toEqual(['due', 'delivered']);
    // Whoever presses it once more, in the same post, sends nothing that has arrived.
    await attempt(TAKEN);
    expect(await hooks.sendAgain(MONA, claimId, 'never')).toBe('nothing');
    expect(await states()).toEqual(['delivered', 'delivered']);
  });

  test('that goes out again, or arrived, is on record with who said so and when, and all its tries count', async () => {
    const { time, store, grant, attempt, hooks } = await createScene(open);
    const { claimId } = await grant();
    await attempt(NO_ANSWER);
    const first = time.now();
    await hooks.sendAgain(MONA, claimId, 'unless-paid');
    await attempt(NO_ANSWER);
    await time.advance(6 * 60_000);
    await hooks.sendAgain({ ...MONA, userId: 'max' }, claimId, 'never');
    await attempt(NO_ANSWER);
    await hooks.markArrived(MONA, claimId);
    const claim = await createClaimHistory(store).find(GUILD, claimId);
    expect(claim?.decisions).toEqual([
      { hookNumber: 1, kind: 'sent-again', by: 'mona', at: first },
      { hookNumber: 1, kind: 'sent-again', by: 'max', at: time.now() },
      { hookNumber: 1, kind: 'arrived', by: 'mona', at: time.now() },
    ]);
    expect(claim?.deliveries).toMatchObject([{ state: 'delivered', tries: 1, earlierTries: 2 }]);
  });

  test('that was taken goes out again only when that is confirmed, and once for each confirmation', async () => {
    const { store, grant, attempt, hooks, states } = await createScene(open);
    const { claimId } = await grant();
    await attempt(TAKEN);
    const decided = async () => (await createClaimHistory(store).find(GUILD, claimId))?.decisions.length;
    expect(await hooks.sendAgain(MONA, claimId, 'unless-paid')).toBe('paid');
    expect([await states(), await decided()]).toEqual([['delivered'], 0]);

    expect(await hooks.sendAgain(MONA, claimId, { afterDecisions: 0 })).toBe('sent');
    // A second click.
    expect(await hooks.sendAgain(MONA, claimId, { afterDecisions: 0 })).toBe('was-sent');
    expect([await states(), await decided()]).toEqual([['due'], 1]);
    await attempt(TAKEN);
    // One on an older message.
    expect(await hooks.sendAgain(MONA, claimId, { afterDecisions: 0 })).toBe('was-sent');
    expect([await states(), await decided()]).toEqual([['delivered'], 1]);
    expect(await hooks.sendAgain({ ...MONA, guildId: OTHER_GUILD }, claimId, { afterDecisions: 1 })).toBe('nothing');
  });

  test('for a name that no vote has does not keep the message of another place from going out again', async () => {
    const { store, grant, attempt, hooks, states } = await createScene(open);
    await addHook(store);
    const { claimId } = await grant('@a');
    await attempt({ kind: 'bad-name' }, { begins: false });
    await setRows(store, 'reward_deliveries', { state: 'delivered' }, { hook_number: 2 });
    expect(await hooks.sendAgain(MONA, claimId, 'unless-paid')).toBe('sent');
    expect(await states()).toEqual(['parked', 'due']);
  });

  test('stays with the moderator while its game server is off', async () => {
    const { grant, attempt, hooks, hook, states } = await createScene(open);
    const { claimId } = await grant();
    await attempt(NO_ANSWER);
    await hooks.pause(GUILD, hook);
    expect(await hooks.sendAgain(MONA, claimId, 'unless-paid')).toBe('off');
    expect(await states()).toEqual(['parked']);
  });

  test('that a dead process left unanswered is left to a moderator also where its game server is off', async () => {
    const { time, grant, next, attempt, deliveries, hooks, hook, states } = await createScene(open);
    await grant();
    await deliveries.begin(await next());
    await deliveries.release(hook);
    await hooks.pause(GUILD, hook);
    await time.advance(TRY_LASTS_MS);
    expect(await attempt(NO_ANSWER, { begins: false })).toBe('parked');
    expect(await states()).toEqual(['parked']);
  });

  test('left unanswered is found while its game server rests, and nothing else is sent meanwhile', async () => {
    const { time, store, grant, next, deliveries, hook } = await createScene(open);
    await grant('Ann');
    const { claimId: bobs } = await grant('Bob');
    await setRows(store, 'reward_hooks', { next_at: time.now() + 60_000, failures: 1 });
    await setRows(store, 'reward_deliveries', { state: 'sending' }, { claim_id: bobs });
    const found = await next();
    expect(found.state).toBe('sending');
    await deliveries.record(found, NO_ANSWER, afterTry(found, { outcome: NO_ANSWER }, clock));
    expect(await deliveries.next(hook)).toBeUndefined();
  });

  test('is not touched by the end of an earlier try', async () => {
    const { time, grant, next, attempt, deliveries, hooks, states } = await createScene(open);
    const { claimId } = await grant();
    const paused = await next();
    const dueAt = (await deliveries.begin(paused)) ?? 0;
    await time.advance(TRY_LASTS_MS);
    await attempt(NO_ANSWER, { begins: false });
    await hooks.sendAgain(MONA, claimId, 'unless-paid');
    await time.advance(1);
    await deliveries.begin(await next());
    const late = { outcome: { kind: 'unreachable' } } as const;
    const sent = { ...paused, state: 'sending', dueAt } as const;
    expect(await deliveries.record(sent, late.outcome, afterTry(paused, late, clock))).toBe('lost');
    expect(await states()).toEqual(['sending']);
  });

  test('under way is left to a moderator when its game server is removed', async () => {
    const { grant, next, deliveries, hooks, hook, states } = await createScene(open);
    await grant();
    const delivery = await next();
    const dueAt = (await deliveries.begin(delivery)) ?? 0;
    await hooks.remove(GUILD, hook);
    expect(await states()).toEqual(['parked']);
    // An answer that comes after that still counts.
    const after = afterTry(delivery, { outcome: TAKEN }, clock);
    await deliveries.record({ ...delivery, state: 'sending', dueAt }, TAKEN, after);
    expect(await states()).toEqual(['delivered']);
  });

  test.each([
    ['taken', TAKEN, 1],
    ['unanswered', NO_ANSWER, 1],
    ['not sent', undefined, 2],
  ])('%s by a game server that was removed and added again is not due there by a late grant', async (_, end, due) => {
    const { time, store, ledger, hooks, hook, attempt, states } = await createScene(open);
    const { claim } = await admit(ledger, { playername: 'Alex' });
    const lost = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'likely-granted' });
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'seen', outcome: 'claimed' });
    if (end) await attempt(end);
    await hooks.remove(GUILD, hook);
    await addHook(store, GUILD, AT.address, undefined, 'votifier');
    await time.advance(1);
    expect(await ledger.endAttempt(lost, GRANTED)).toBe(true);
    expect(await states()).toHaveLength(due);
  });

  test('that keeps failing is posted for the moderators once, with the claim', async () => {
    const { time, grant, attempt, store } = await createScene(open);
    await grant();
    for (const tries of [1, 2, 3]) {
      await attempt(REFUSED, { begins: false });
      expect((await rowsIn(store, 'posts')).map(({ kind }) => kind)).toEqual(tries < FAILING_AFTER ? [] : ['delivery']);
      await time.advance(HOUR_MS);
    }
    await attempt(TAKEN);
    expect((await postAll(postsOn(store))).map(({ kind }) => kind)).not.toContain('delivery');
  });

  test('that keeps failing is said to be over once its game server is removed', async () => {
    const { time, grant, attempt, store, hooks, hook } = await createScene(open);
    await grant();
    for (let tries = 0; tries < FAILING_AFTER; tries += 1) {
      await attempt(REFUSED, { begins: false });
      await time.advance(HOUR_MS);
    }
    expect(await postAll(postsOn(store))).toMatchObject([{ kind: 'delivery', content: { isSettled: false } }]);
    await hooks.remove(GUILD, hook);
    expect(await postAll(postsOn(store))).toMatchObject([{ kind: 'delivery', content: { isSettled: true } }]);
  });

  test.each<[told: 'granted' | 'reviewed', verdict: Verdict]>([
    ['granted', { kind: 'granted', arrived: true }],
    ['reviewed', { kind: 'reviewed', outcome: 'claimed', arrived: true }],
  ])('that arrived can be told while the reply to its claim lives, and only then: %s', async (told, verdict) => {
    const { time, ledger, grant, decide, attempt } = await createScene(open);
    const { claimId, requestId } = await (told === 'granted' ? grant() : decide());
    // It is told that the reward is claimed, and the reply is kept for more.
    expect(await ledger.markTold(requestId, told)).toBe(true);
    expect(await ledger.toTellArrived(claimId)).toEqual([]);
    await attempt(TAKEN);
    expect(await ledger.toTellArrived(claimId)).toMatchObject([{ id: requestId }]);
    expect((await ledger.standing(requestId))?.verdict).toEqual(verdict);
    expect(await ledger.markTold(requestId, told)).toBe(false);
    // A process that was killed before it said so leaves that to recovery.
    await time.advance(CLAIM_TIMINGS.leaseMs);
    expect(await ledger.untold()).toMatchObject([{ id: requestId }]);
    expect(await ledger.markTold(requestId, told, true)).toBe(true);
    expect(await ledger.untold()).toEqual([]);
    expect(await ledger.toTellArrived(claimId)).toEqual([]);
    expect((await ledger.standing(requestId))?.request.reply).toBeUndefined();
  });

  test('that moderators were asked about is settled where they were: by their decision, and by what came of it', async () => {
    const { time, store, hooks, grant, attempt } = await createScene(open);
    const posts = postsOn(store);
    /** Of each post that goes out or is changed: its message, whether that is settled, and what became of the vote. */
    const said = async () =>
      (await postAll(posts)).map(({ messageId, content }) => {
        const { isSettled, claim } = content as TroubledDelivery;
        return [messageId, isSettled, claim.deliveries[0]?.state];
      });
    const { claimId } = await grant();
    await attempt(NO_ANSWER);
    expect(await said()).toEqual([[undefined, false, 'parked']]);
    await time.advance(1);
    await hooks.sendAgain(MONA, claimId, 'never');
    expect(await said()).toEqual([['message', true, 'due']]);
    await time.advance(1);
    await attempt(NO_ANSWER);
    expect(await said()).toEqual([[undefined, false, 'parked']]);
    await hooks.markArrived(MONA, claimId);
    expect(await said()).toEqual([
      ['message', true, 'delivered'],
      ['message', true, 'delivered'],
    ]);
    expect(await said()).toEqual([]);
  });
});
