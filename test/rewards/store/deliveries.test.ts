import { expect, test } from 'vitest';

import type { Outcome } from '../../../src/rewards/hook.ts';
import { type AfterTry, HOOK_LEASE_MS } from '../../../src/rewards/schedule.ts';
import { createDeliveries, type FreeSlots, type HookHealth } from '../../../src/rewards/store/deliveries.ts';
import { createHooks } from '../../../src/rewards/store/hooks.ts';
import { deliveriesOf } from '../../../src/rewards/store/of-claim.ts';
import { Secret } from '../../../src/secret.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/work/clock.ts';
import { grant, GUILD, ledgerOn, OTHER_GUILD, sealer, wantAnnouncements } from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { rowsIn, setRows } from '../../database/rows.ts';
import { openOnClock } from '../../database/store-on-clock.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { owedToManagers } from '../../people/store/owed-to.ts';
import { addHook, ADDRESS, deliveriesIn } from './hook-scene.ts';

const FAILED: Outcome = { kind: 'answered', status: 500 };
const ACCEPTED: Outcome = { kind: 'answered', status: 204 };
const NO_SLOT: FreeSlots = { free: 0, further: 0, guilds: [] };
const later = (stops?: 'stopped' | 'gone'): AfterTry => ({
  kind: 'failed',
  messageRestsMs: 10 * MINUTE_MS,
  hookRestsMs: MINUTE_MS,
  stops,
});

async function createScene(open: OpenTestStore) {
  const { clock, store } = await openOnClock(open);
  const ledger = ledgerOn(store);
  const deliveries = createDeliveries({ store, sealer });
  let players = 0;
  async function grantNext(guildId = GUILD) {
    players += 1;
    const claimed = await grant(ledger, { playername: `player ${players}`, guildId, credentialId: guildId });
    return claimed.claim.id;
  }
  const hookRow = async (id: string) => (await rowsIn(store, 'reward_hooks')).find((hook) => hook.id === id);
  /** Takes hooks of one health, and says which, in the order of their guilds. */
  async function take(slots: Partial<FreeSlots> = {}, health: HookHealth = 'well') {
    const free = { free: 10, further: 10, guilds: [], ...slots };
    const taken = await deliveries.takeHooks({ well: NO_SLOT, unwell: NO_SLOT, [health]: free });
    return taken.map(({ id }) => id).toSorted();
  }
  return { clock, store, deliveries, hooks: createHooks({ store, sealer }), grant: grantNext, hookRow, take };
}

/** A hook with one message that is due, and was taken. */
async function createTaken(open: OpenTestStore) {
  const scene = await createScene(open);
  const hook = await addHook(scene.store);
  await scene.grant();
  await scene.take();
  const delivery = await scene.deliveries.next(hook);
  if (!delivery) throw new Error('nothing is due');
  return { ...scene, hook, delivery };
}

describeOnEachDatabase('hooks', (open) => {
  test('are taken once, with their guild and health, for as long as a lease', async () => {
    const { clock, store, deliveries, grant } = await createScene(open);
    const hook = await addHook(store);
    await grant();
    const slots = { free: 1, further: 1, guilds: [] };
    const takeAny = () => deliveries.takeHooks({ well: slots, unwell: slots });
    expect(await takeAny()).toEqual([{ id: hook, guildId: GUILD, health: 'well' }]);
    expect(await takeAny()).toEqual([]);
    await clock.advance(HOOK_LEASE_MS - 1);
    expect(await takeAny()).toEqual([]);
    await clock.advance(1);
    expect(await takeAny()).toHaveLength(1);
    await deliveries.release(hook);
    expect(await takeAny()).toHaveLength(1);
  });

  test('that failed are taken for the slots of those alone', async () => {
    const { clock, deliveries, hook, delivery, take } = await createTaken(open);
    await deliveries.record(delivery, FAILED, { ...later(), messageRestsMs: 0 } as AfterTry);
    await clock.advance(MINUTE_MS);
    expect(await take({}, 'well')).toEqual([]);
    const slots = { free: 1, further: 1, guilds: [] };
    expect(await deliveries.takeHooks({ well: slots, unwell: slots })).toEqual([
      { id: hook, guildId: GUILD, health: 'unwell' },
    ]);
  });

  test('with nothing due, or off, or resting, are not taken', async () => {
    const { clock, store, hooks, grant, take } = await createScene(open);
    const hook = await addHook(store);
    expect(await take()).toEqual([]);
    await grant();
    await hooks.pause(GUILD, hook);
    expect(await take()).toEqual([]);
    await hooks.resume(GUILD, hook);
    await setRows(store, 'reward_hooks', { next_at: clock.now() + 1 });
    expect(await take()).toEqual([]);
    await setRows(store, 'reward_hooks', { next_at: clock.now() });
    await setRows(store, 'reward_deliveries', { due_at: clock.now() + 1 });
    expect(await take()).toEqual([]);
    await clock.advance(1);
    expect(await take()).toEqual([hook]);
  });

  test('are taken as far as there are slots, those that have waited longest first', async () => {
    const { clock, store, grant, take } = await createScene(open);
    const first = await addHook(store);
    const second = await addHook(store);
    await grant();
    await setRows(store, 'reward_hooks', { next_at: clock.now() - 2 }, { id: second });
    await setRows(store, 'reward_hooks', { next_at: clock.now() - 1 }, { id: first });
    expect(await take({ free: 0 })).toEqual([]);
    expect(await take({ free: 1 })).toEqual([second]);
    expect(await take({ free: 1 })).toEqual([first]);
  });

  test('of a guild that has a slot, or gets one, come after one of every other, in slots of their own', async () => {
    const { store, grant, take } = await createScene(open);
    const [one, two] = [await addHook(store), await addHook(store)];
    await grant();
    const other = await addHook(store, OTHER_GUILD);
    await grant(OTHER_GUILD);
    expect(await take({ free: 1, guilds: [GUILD] })).toEqual([other]);
    expect(await take({ free: 5, further: 0, guilds: [GUILD] })).toEqual([]);
    expect(await take({ free: 5, further: 1 })).toHaveLength(1);
    expect(await take({ free: 5, further: 1, guilds: [GUILD] })).toHaveLength(1);
    expect(await take()).toEqual([]);
    expect([one, two]).not.toContain(other);
  });
});

describeOnEachDatabase('the next message of a hook', (open) => {
  test('is the oldest that is due', async () => {
    const { clock, store, deliveries, grant } = await createScene(open);
    const hook = await addHook(store);
    const claims = [await grant(), await grant()] as const;
    expect(await deliveries.next(hook)).toMatchObject({
      hookId: hook,
      guildId: GUILD,
      claimId: claims[0],
      message: { id: claims[0] },
      tries: 0,
      failures: 0,
    });
    await setRows(store, 'reward_deliveries', { due_at: clock.now() + 1 }, { claim_id: claims[0] });
    expect(await deliveries.next(hook)).toMatchObject({ claimId: claims[1] });
    await clock.advance(1);
    expect(await deliveries.next(hook)).toMatchObject({ claimId: claims[0] });
  });

  test('is none once the hook is off, or the message is dropped', async () => {
    const { store, deliveries, hooks, grant } = await createScene(open);
    const hook = await addHook(store);
    await grant();
    await hooks.pause(GUILD, hook);
    expect(await deliveries.next(hook)).toBeUndefined();
    await hooks.resume(GUILD, hook);
    await setRows(store, 'reward_deliveries', { state: 'dropped' });
    expect(await deliveries.next(hook)).toBeUndefined();
    expect(await deliveries.next('no such hook')).toBeUndefined();
  });
});

describeOnEachDatabase('a try', (open) => {
  test('that delivered ends the message, renews the lease and makes the hook well', async () => {
    const { clock, store, deliveries, hook, delivery, hookRow } = await createTaken(open);
    await setRows(store, 'reward_hooks', { failures: 3, next_at: 0 });
    await clock.advance(MINUTE_MS / 2);
    expect(await deliveries.record({ ...delivery, tries: 4 }, ACCEPTED, { kind: 'delivered' })).toBe('delivered');
    const now = clock.now();
    expect(await deliveriesIn(store)).toMatchObject([{ state: 'delivered', tries: 5, outcome: '204', ended_at: now }]);
    expect(await hookRow(hook)).toMatchObject({ failures: 0, next_at: now, held_until: now + HOOK_LEASE_MS });
  });

  test('that failed has message and hook rest', async () => {
    const { clock, store, deliveries, hook, delivery, hookRow } = await createTaken(open);
    const before = await hookRow(hook);
    const now = clock.now();
    expect(await deliveries.record({ ...delivery, tries: 4, failures: 2 }, FAILED, later())).toBe('failed');
    expect(await deliveriesIn(store)).toMatchObject([
      { state: 'due', tries: 5, outcome: '500', due_at: now + 10 * MINUTE_MS, ended_at: null },
    ]);
    expect(await hookRow(hook)).toMatchObject({
      state: 'on',
      failures: 3,
      next_at: now + MINUTE_MS,
      held_until: before?.held_until,
    });
    expect(await owedToManagers(store, GUILD)).toEqual([]);
  });

  test('of a message that was dropped meanwhile changes nothing of it', async () => {
    const { store, deliveries, delivery } = await createTaken(open);
    await setRows(store, 'reward_deliveries', { state: 'dropped' });
    await deliveries.record(delivery, ACCEPTED, { kind: 'delivered' });
    expect(await deliveriesIn(store)).toMatchObject([{ state: 'dropped', tries: 0, outcome: null }]);
  });

  test.each(['stopped', 'gone'] as const)(
    'that turns its hook off (%s) is told of to managers and in the channel',
    async (how) => {
      const { store, deliveries, hook, delivery, hookRow } = await createTaken(open);
      await wantAnnouncements(store, GUILD);
      const other = await addHook(store);
      expect(await deliveries.record(delivery, FAILED, later(how))).toBe('stopped');
      expect([(await hookRow(hook))?.state, (await hookRow(other))?.state]).toEqual([how, 'on']);
      expect(await owedToManagers(store, GUILD)).toEqual([{ number: 1, kind: 'webhook', state: how }]);
      expect(await postAll(postsOn(store))).toMatchObject([{ kind: 'notice', content: 'webhook' }]);
      expect((await deliveriesIn(store)).map(({ state }) => state)).toEqual(['due']);
    },
  );

  test('that would turn a hook off which a manager has pause already does not', async () => {
    const { store, deliveries, hooks, hook, delivery, hookRow } = await createTaken(open);
    await wantAnnouncements(store, GUILD);
    await hooks.pause(GUILD, hook);
    expect(await deliveries.record(delivery, FAILED, later('stopped'))).toBe('failed');
    expect((await hookRow(hook))?.state).toBe('paused');
    expect(await owedToManagers(store, GUILD)).toEqual([]);
    expect(await postAll(postsOn(store))).toEqual([]);
  });

  test.each(['pause', 'resume', 'remove'] as const)(
    'that turned a hook off is not told of once a manager has it %s',
    async (how) => {
      const { store, deliveries, hooks, hook, delivery } = await createTaken(open);
      await deliveries.record(delivery, FAILED, later('gone'));
      await hooks[how](OTHER_GUILD, hook);
      expect(await owedToManagers(store, GUILD)).toHaveLength(1);
      await hooks[how](GUILD, hook);
      expect(await owedToManagers(store, GUILD)).toEqual([]);
    },
  );
});

describeOnEachDatabase('what became of the messages about claims', (open) => {
  test('is told by claim and hook, with what came of the last try', async () => {
    const { store, deliveries, hooks, grant, take } = await createScene(open);
    const [first, second] = [await addHook(store), await addHook(store)];
    const [claim, later, other] = [await grant(), await grant(), await grant(OTHER_GUILD)];
    for (const [hook, outcome, after] of [
      [first, ACCEPTED, { kind: 'delivered' }],
      [second, FAILED, { kind: 'failed', messageRestsMs: MINUTE_MS, hookRestsMs: MINUTE_MS, stops: undefined }],
    ] as const) {
      await take();
      const delivery = await deliveries.next(hook);
      if (delivery) await deliveries.record(delivery, outcome, after);
    }
    await hooks.remove(GUILD, second);

    const found = await store.read((db) => deliveriesOf(db, [claim, later, other]));
    expect([...found.keys()]).toEqual([claim, later]);
    const tried = { tries: 1, earlierTries: 0, endedAt: expect.any(Number) as number };
    expect(found.get(claim)).toEqual([
      { ...tried, hookNumber: 1, kind: 'webhook', state: 'delivered', outcome: ACCEPTED },
      { ...tried, hookNumber: 2, kind: undefined, state: 'dropped', outcome: FAILED },
    ]);
    expect(found.get(later)).toMatchObject([
      { hookNumber: 1, state: 'due', tries: 0, earlierTries: 0, outcome: undefined, endedAt: undefined },
      { hookNumber: 2, state: 'dropped', kind: undefined },
    ]);
  });
});

describeOnEachDatabase('a hook', (open) => {
  test('that is removed drops what waits for it, and keeps what became of the rest', async () => {
    const { store, deliveries, hooks, grant, hook, delivery } = await createTaken(open);
    await deliveries.record(delivery, ACCEPTED, { kind: 'delivered' });
    await grant();
    await hooks.remove(GUILD, hook);
    expect(await deliveries.next(hook)).toBeUndefined();
    expect(await deliveriesIn(store)).toMatchObject([
      { state: 'delivered', hook_id: null },
      { state: 'dropped', hook_id: null },
    ]);
  });

  test('is one of five at most, also when they are added at once', async () => {
    const { store, hooks } = await createScene(open);
    const added = await Promise.all(Array.from({ length: 8 }, () => addHook(store).catch(() => undefined)));
    expect(added.filter((id) => id !== undefined)).toHaveLength(5);
    expect((await hooks.list(GUILD)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test('signs with both of two secrets for a day', async () => {
    const { clock, deliveries, hooks, hook } = await createTaken(open);
    /** Of a test, and of the next message. */
    const secretsNow = async () => {
      const targets = [await hooks.target(GUILD, hook), (await deliveries.next(hook))?.target];
      return targets.map((target) => target?.secrets.map((secret) => secret.reveal()));
    };
    const [[first] = []] = await secretsNow();
    await hooks.rotate(GUILD, hook, new Secret('whsec_second'));
    const both = ['whsec_second', first];
    expect(await secretsNow()).toEqual([both, both]);
    await clock.advance(DAY_MS);
    expect(await secretsNow()).toEqual([['whsec_second'], ['whsec_second']]);
  });

  test('of another guild is touched by nothing that a manager does', async () => {
    const { store, hooks, grant } = await createScene(open);
    const hook = await addHook(store, OTHER_GUILD);
    const claimId = await grant(OTHER_GUILD);
    const before = await hooks.list(OTHER_GUILD);
    await hooks.pause(GUILD, hook);
    await hooks.resume(GUILD, hook);
    await hooks.remove(GUILD, hook);
    await hooks.restrict(GUILD, hook, 'credential');
    await hooks.noteLook(hook, { guildId: GUILD, address: ADDRESS }, { kind: 'unreachable' });
    await hooks.rotate(GUILD, hook, new Secret('whsec_forged'));
    expect(await hooks.sendAgain({ guildId: GUILD, userId: 'mona' }, claimId, 'unless-paid')).toBe('nothing');
    expect(await hooks.target(GUILD, hook)).toBeUndefined();
    expect(await hooks.list(OTHER_GUILD)).toEqual(before);
    expect((await deliveriesIn(store)).map(({ state }) => state)).toEqual(['due']);
  });
});
