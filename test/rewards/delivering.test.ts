import { expect, test } from 'vitest';

import { createDelivering } from '../../src/rewards/delivering.ts';
import { createHookSecret } from '../../src/rewards/message.ts';
import type { Sent } from '../../src/rewards/schedule.ts';
import type { Sender } from '../../src/rewards/sender.ts';
import { createDeliveries } from '../../src/rewards/store/deliveries.ts';
import { addressCell, createHooks, secretCell } from '../../src/rewards/store/hooks.ts';
import { Secret } from '../../src/secret.ts';
import { DAY_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { grant, GUILD, ledgerOn, OTHER_GUILD, sealer } from '../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { addRows, deleteRows, rowsIn } from '../database/rows.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock } from '../manual-clock.ts';
import { ADDRESS, addHook, deliveriesIn } from './store/hook-scene.ts';

const ACCEPTED: Sent = { outcome: { kind: 'answered', status: 204 } };
const log = createLog({ level: 'silent', secrets: [] });
const MONA = { guildId: GUILD, userId: 'mona' };

/** A process that delivers, to receivers that a test speaks for. */
async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const sent: string[] = [];
  /** what the receivers answer */
  const receivers: { answer: (address: string) => Promise<Sent> | Sent } = { answer: () => ACCEPTED };
  const sender: Pick<Sender, 'send'> = {
    async send({ address }, _message, { stopping } = {}) {
      sent.push(address);
      const stopped = new Promise<Sent>((resolve) => {
        stopping?.addEventListener('abort', () => {
          resolve({ outcome: { kind: 'no-answer' } });
        });
      });
      return Promise.race([receivers.answer(address), stopped]);
    },
  };
  const deliveries = createDeliveries({ store, sealer });
  const delivering = createDelivering({ deliveries, sender, count: () => undefined, clock, log });
  const stopping = new AbortController();
  const ledger = ledgerOn(store);
  return {
    clock,
    store,
    sent,
    receivers,
    deliveries,
    round: () => delivering.round(stopping.signal),
    async deliver() {
      await delivering.round(stopping.signal);
      await delivering.idle();
    },
    async stop() {
      stopping.abort();
      await delivering.idle();
    },
    hooks: createHooks({ store, sealer }),
    /** @returns the claim's id */
    grant: async (playername = 'Steve', guildId = GUILD) =>
      (await grant(ledger, { playername, guildId, credentialId: guildId })).claim.id,
    states: async () => (await deliveriesIn(store)).map(({ state }) => state),
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/** Adds so many hooks that failed once, each of a guild of its own and with something due: copies of one. */
async function addDeadHooks({ store, grant }: Scene, count: number): Promise<void> {
  await addHook(store, OTHER_GUILD, 'https://dead.example/');
  await grant('Steve', OTHER_GUILD);
  const [[hook], [delivery]] = [await rowsIn(store, 'reward_hooks'), await deliveriesIn(store)];
  if (!hook || !delivery) throw new Error('there is no hook to copy');
  await deleteRows(store, 'reward_hooks');
  const due = { ...delivery, id: undefined };
  const numbers = Array.from({ length: count }, (_, number) => String(number));
  const hooks = numbers.map((id) => ({
    ...hook,
    ...{ id, guild_id: id, failures: 1 },
    sealed_address: sealer.seal(new Secret('https://dead.example/'), addressCell(id, id)),
    sealed_secret: sealer.seal(createHookSecret(), secretCell(id, id)),
  }));
  await addRows(store, 'reward_hooks', ...hooks);
  await addRows(store, 'reward_deliveries', ...numbers.map((id) => ({ ...due, hook_id: id, guild_id: id })));
}

describeOnEachDatabase('1,000 dead hooks', (open) => {
  test('do not delay a live one', async () => {
    const scene = await createScene(open);
    await addDeadHooks(scene, 1_000);
    scene.receivers.answer = (address) => (address.includes('live') ? ACCEPTED : new Promise(() => undefined));
    await scene.round();
    await addHook(scene.store, GUILD, 'https://live.example/');
    await scene.grant('Alex');
    do {
      await scene.round();
      await scene.clock.settle();
    } while (!(await scene.states()).includes('delivered'));

    expect(scene.sent.filter((address) => !address.includes('live')).length).toBeLessThanOrEqual(64);
    await scene.stop();
  });
});

describeOnEachDatabase('a hook', (open) => {
  test('that is removed drops what waits for it, and keeps what became of the rest', async () => {
    const scene = await createScene(open);
    const hook = await addHook(scene.store);
    await scene.grant('Steve');
    await scene.deliver();
    await scene.grant('Alex');
    await scene.hooks.remove(OTHER_GUILD, hook);
    expect(await scene.hooks.list(GUILD)).toHaveLength(1);
    await scene.hooks.remove(GUILD, hook);
    await scene.deliver();
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
    await scene.grant();
    /** Of a test, and of the next message. */
    const secretsNow = async () => {
      const targets = [await scene.hooks.target(GUILD, hook), (await scene.deliveries.next(hook))?.target];
      return targets.map((target) => target?.secrets.map((secret) => secret.reveal()));
    };
    const [[first] = []] = await secretsNow();
    await scene.hooks.rotate(GUILD, hook, new Secret('whsec_second'));
    const both = ['whsec_second', first];
    expect(await secretsNow()).toEqual([both, both]);
    await scene.clock.advance(DAY_MS);
    expect(await secretsNow()).toEqual([['whsec_second'], ['whsec_second']]);
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
    await hooks.restrict(GUILD, hook, 'credential');
    await hooks.noteLook(hook, { guildId: GUILD, address: ADDRESS }, { kind: 'unreachable' });
    await hooks.rotate(GUILD, hook, new Secret('whsec_forged'));
    expect(await hooks.sendAgain(MONA, claimId, 'unless-paid')).toBe('nothing');
    expect(await hooks.target(GUILD, hook)).toBeUndefined();
    expect(await hooks.list(OTHER_GUILD)).toEqual(before);
    expect(await scene.states()).toEqual(['due']);
  });
});
