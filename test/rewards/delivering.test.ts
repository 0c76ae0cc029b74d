import { expect, test } from 'vitest';

import { createDelivering, HOOKS_AT_ONCE } from '../../src/rewards/delivering.ts';
import { HOOK_LEASE_MS, type Sent } from '../../src/rewards/schedule.ts';
import type { Sender } from '../../src/rewards/sender.ts';
import { createHookSecret } from '../../src/rewards/message.ts';
import { createDeliveries, type HookHealth } from '../../src/rewards/store/deliveries.ts';
import { createHooks } from '../../src/rewards/store/hooks.ts';
import { addressPlace, secretPlace } from '../../src/rewards/store/hooks.ts';
import { Secret } from '../../src/secret.ts';
import { DAY_MS, SECOND_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { admit, GRANTED, GUILD, ledgerOn, OTHER_GUILD, sealer } from '../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { postsOn } from '../guilds/store/take-all.ts';
import { createManualClock } from '../manual-clock.ts';
import { owedToManagers } from '../people/store/owed-to.ts';
import { ADDRESS, addHook, deliveriesIn } from './store/hook-scene.ts';

const answered = (status: number): Sent => ({ outcome: { kind: 'answered', status } });
const log = createLog({ level: 'silent', secrets: [] });
const MONA = { guildId: GUILD, userId: 'mona' };

/** A process that delivers, to receivers that a test speaks for. */
async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const sent: { address: string; id: string; body: string; at: number }[] = [];
  /** what the receivers answer */
  const receivers = { answer: (address: string): Promise<Sent> | Sent => answered(address === '' ? 400 : 204) };
  const sender: Pick<Sender, 'send'> = {
    async send({ address }, { id, body }, { stopping } = {}) {
      sent.push({ address, id, body, at: clock.now() });
      const stopped = new Promise<Sent>((resolve) => {
        stopping?.addEventListener('abort', () => {
          resolve({ outcome: { kind: 'no-answer' } });
        });
      });
      return Promise.race([receivers.answer(address), stopped]);
    },
  };
  const deliveries = createDeliveries({ store, sealer });
  const tried: string[] = [];
  const startProcess = (hooksAtOnce: Record<HookHealth, number> = HOOKS_AT_ONCE) => {
    const delivering = createDelivering({
      deliveries,
      sender,
      hooksAtOnce,
      count: (_, result) => tried.push(result),
      clock,
      log,
    });
    const stopping = new AbortController();
    return {
      round: () => delivering.round(stopping.signal),
      async deliver() {
        await delivering.round(stopping.signal);
        await delivering.idle();
      },
      async stop() {
        stopping.abort();
        await delivering.idle();
      },
    };
  };
  const ledger = ledgerOn(store);
  return {
    clock,
    store,
    sent,
    receivers,
    deliveries,
    tried,
    startProcess,
    hooks: createHooks({ store, sealer }),
    posts: postsOn(store),
    /** @returns the claim's id */
    async grant(playername = 'Steve', guildId = GUILD) {
      const { claim } = await admit(ledger, { playername, guildId, credentialId: guildId });
      await ledger.settle(claim, await ledger.startAttempt(claim), GRANTED);
      return claim.id;
    },
    states: async () => (await deliveriesIn(store)).map(({ state }) => state),
    owed: () => owedToManagers(store, GUILD),
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

describeOnEachDatabase('a delivery', (open) => {
  test('is made once, with the body that was written', async () => {
    const scene = await createScene(open);
    await addHook(scene.store);
    const claimId = await scene.grant();
    const [{ body } = { body: '' }] = await deliveriesIn(scene.store);
    const process = scene.startProcess();
    await process.deliver();
    await process.deliver();
    expect(scene.sent).toEqual([{ address: ADDRESS, id: claimId, body, at: scene.clock.now() }]);
    expect([await scene.states(), scene.tried]).toEqual([['delivered'], ['delivered']]);
  });

  test('that a process left behind is made again when its lease ends, with the same id', async () => {
    const scene = await createScene(open);
    await addHook(scene.store);
    const claimId = await scene.grant();
    scene.receivers.answer = () => new Promise(() => undefined);
    await scene.startProcess().round();
    while (scene.sent.length === 0) await scene.clock.settle();

    scene.receivers.answer = () => answered(204);
    const next = scene.startProcess();
    await scene.clock.advance(HOOK_LEASE_MS - 1);
    await next.deliver();
    expect(scene.sent).toHaveLength(1);
    await scene.clock.advance(1);
    await next.deliver();
    expect(scene.sent.map(({ id }) => id)).toEqual([claimId, claimId]);
    expect(await scene.states()).toEqual(['delivered']);
  });
});

/** Adds hooks, each with something due: a copy of one and its delivery. */
async function addHooks(scene: Scene, hooks: readonly { id: string; guildId: string; failures: number }[]) {
  await addHook(scene.store, OTHER_GUILD, 'https://dead.example/');
  await scene.grant('Steve', OTHER_GUILD);
  await scene.store.write(async (db) => {
    const hook = await db.selectFrom('reward_hooks').selectAll().executeTakeFirstOrThrow();
    const delivery = await db
      .selectFrom('reward_deliveries')
      .select(['hook_number', 'claim_id', 'message_id', 'body', 'state', 'due_at', 'created_at'])
      .executeTakeFirstOrThrow();
    await db.deleteFrom('reward_hooks').execute();
    for (const [index, { id, guildId, failures }] of hooks.entries()) {
      await db
        .insertInto('reward_hooks')
        .values({
          ...hook,
          id,
          guild_id: guildId,
          number: index,
          failures,
          sealed_address: sealer.seal(new Secret('https://dead.example/'), addressPlace(guildId, id)),
          sealed_secret: sealer.seal(createHookSecret(), secretPlace(guildId, id)),
        })
        .execute();
      await db
        .insertInto('reward_deliveries')
        .values({ ...delivery, hook_id: id, guild_id: guildId })
        .execute();
    }
  });
}

const neverAnswers = () => new Promise<Sent>(() => undefined);

/** Adds a hook, and grants a claim that it is told of. @returns whether it has been by now */
async function addLiveHook(scene: Scene): Promise<() => Promise<boolean>> {
  const live = await addHook(scene.store, GUILD, 'https://live.example/');
  await scene.grant('Alex');
  return async () =>
    (await deliveriesIn(scene.store)).some(({ hook_id, state }) => hook_id === live && state === 'delivered');
}

describeOnEachDatabase('1,000 dead hooks', (open) => {
  test('do not delay a live one', async () => {
    const scene = await createScene(open);
    const dead = Array.from({ length: 1_000 }, (_, index) => `dead ${index}`);
    await addHooks(
      scene,
      dead.map((id) => ({ id, guildId: id, failures: 1 })),
    );
    scene.receivers.answer = (address) => (address.includes('live') ? answered(204) : neverAnswers());
    const process = scene.startProcess();
    await process.round();

    const isDelivered = await addLiveHook(scene);
    do {
      await process.round();
      await scene.clock.settle();
    } while (!(await isDelivered()));

    expect(scene.sent.filter(({ address }) => !address.includes('live')).length).toBeLessThanOrEqual(64);
    await process.stop();
  });
});

describeOnEachDatabase('receivers that accept after 14 seconds', (open) => {
  const SLOW_MS = 14 * SECOND_MS;

  test('of 127 guilds with five each keep no other guild waiting', async () => {
    const scene = await createScene(open);
    const slow = Array.from({ length: 127 * 5 }, (_, index) => ({
      id: `slow ${index}`,
      guildId: `guild ${index % 127}`,
      failures: 0,
    }));
    await addHooks(scene, slow);
    scene.receivers.answer = (address) => (address.includes('live') ? answered(204) : neverAnswers());
    const process = scene.startProcess();
    for (let round = 1; round <= 3; round += 1) await process.round();

    const isDelivered = await addLiveHook(scene);
    await process.round();
    while (!(await isDelivered())) await scene.clock.settle();
    await process.stop();
  });

  test('give their place up after each message', async () => {
    const scene = await createScene(open);
    await addHook(scene.store, OTHER_GUILD, 'https://slow.example/');
    for (const name of ['Ann', 'Bob']) await scene.grant(name, OTHER_GUILD);
    scene.receivers.answer = async (address) => {
      if (address.includes('slow')) await scene.clock.advance(SLOW_MS);
      return answered(204);
    };
    const process = scene.startProcess({ well: 1, unwell: 1 });
    const addresses = () => scene.sent.map(({ address }) => new URL(address).hostname);
    await process.deliver();
    const isDelivered = await addLiveHook(scene);
    await process.deliver();
    expect([addresses(), await isDelivered()]).toEqual([['slow.example', 'live.example'], true]);
    await process.deliver();
    expect(addresses()).toEqual(['slow.example', 'live.example', 'slow.example']);
  });
});

describeOnEachDatabase('a hook', (open) => {
  test('that is removed drops what waits for it, and keeps what became of the rest', async () => {
    const scene = await createScene(open);
    const hook = await addHook(scene.store);
    await scene.grant('Steve');
    await scene.startProcess().deliver();
    await scene.grant('Alex');
    await scene.hooks.remove(OTHER_GUILD, hook);
    expect(await scene.hooks.list(GUILD)).toHaveLength(1);
    await scene.hooks.remove(GUILD, hook);
    await scene.startProcess().deliver();
    expect(await deliveriesIn(scene.store)).toMatchObject([
      { state: 'delivered', hook_id: null },
      { state: 'dropped', hook_id: null },
    ]);
    expect(scene.sent).toHaveLength(1);
  });

  test('is one of five at most, also when they are added at once', async () => {
    const scene = await createScene(open);
    const added = await Promise.all(Array.from({ length: 8 }, () => addHook(scene.store).catch(() => undefined)));
    expect(added.filter((id) => id !== undefined)).toHaveLength(5);
    expect((await scene.hooks.list(GUILD)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test('signs with both of two secrets for a day', async () => {
    const scene = await createScene(open);
    const hook = await addHook(scene.store);
    const secretsNow = async () =>
      (await scene.hooks.target(GUILD, hook))?.secrets.map((secret) => secret.reveal()) ?? [];
    const [first] = await secretsNow();
    await scene.grant();
    await scene.hooks.rotate(GUILD, hook, new Secret('whsec_second'));
    expect(await secretsNow()).toEqual(['whsec_second', first]);
    expect((await scene.deliveries.next(hook))?.target?.secrets.map((secret) => secret.reveal())).toEqual([
      'whsec_second',
      first,
    ]);
    await scene.clock.advance(DAY_MS);
    expect(await secretsNow()).toEqual(['whsec_second']);
    expect((await scene.deliveries.next(hook))?.target?.secrets.map((secret) => secret.reveal())).toEqual([
      'whsec_second',
    ]);
  });

  test('of another guild is touched by nothing that a manager does', async () => {
    const scene = await createScene(open);
    const hook = await addHook(scene.store, OTHER_GUILD);
    const claimId = await scene.grant('Steve', OTHER_GUILD);
    const before = await scene.hooks.list(OTHER_GUILD);
    const { hooks } = scene;
    await hooks.pause(GUILD, hook);
    await hooks.resume(GUILD, hook);
    await hooks.remove(GUILD, hook);
    await hooks.limit(GUILD, hook, 'credential');
    await hooks.rotate(GUILD, hook, new Secret('whsec_forged'));
    expect(await hooks.sendAgain(MONA, claimId, 'unless-paid')).toBe('nothing');
    expect(await hooks.target(GUILD, hook)).toBeUndefined();
    expect(await hooks.list(OTHER_GUILD)).toEqual(before);
    expect(await scene.states()).toEqual(['due']);
  });
});
