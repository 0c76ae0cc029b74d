import { expect, test } from 'vitest';

import { createDelivering } from '../../src/rewards/delivering.ts';
import type { Message } from '../../src/rewards/message.ts';
import { HOOK_LEASE_MS, type Sent } from '../../src/rewards/schedule.ts';
import type { Sender } from '../../src/rewards/sender.ts';
import { createDeliveries, type Deliveries } from '../../src/rewards/store/deliveries.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { admit, GRANTED, ledgerOn, sealer, UNKNOWN } from '../claims/store/ledger-scene.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock } from '../manual-clock.ts';
import { addHook } from './store/hook-scene.ts';

const log = createLog({ level: 'silent', secrets: [] });

/** Every step of a delivery, before and after which its process dies. */
const STEPS = ['takeHooks', 'next', 'send', 'record', 'release'] as const;
const POINTS = STEPS.flatMap((step) => [`before ${step}`, `after ${step}`]);

/** What the receiver does with the first message that reaches it. `isHandedOver`: it hands the reward over. */
const FIRST = {
  accepts: { isHandedOver: true, sent: { outcome: { kind: 'answered', status: 204 } } },
  'accepts, and its answer is lost': { isHandedOver: true, sent: { outcome: { kind: 'no-answer' } } },
  'hands over, and then fails': { isHandedOver: true, sent: { outcome: { kind: 'answered', status: 500 } } },
  fails: { isHandedOver: false, sent: { outcome: { kind: 'answered', status: 500 } } },
  'asks to wait': {
    isHandedOver: false,
    sent: { outcome: { kind: 'answered', status: 429 }, retryAfterMs: MINUTE_MS },
  },
  redirects: { isHandedOver: false, sent: { outcome: { kind: 'answered', status: 302 } } },
  'is not there': { isHandedOver: false, sent: { outcome: { kind: 'unreachable' } } },
} as const satisfies Record<string, { isHandedOver: boolean; sent: Sent }>;

/** A receiver that remembers ids, and how often it handed each claim's reward over. */
function createReceiver(first: (typeof FIRST)[keyof typeof FIRST]) {
  const seen = new Set<string>();
  const handedOver = new Map<string, number>();
  let isFirst = true;
  return {
    handedOver,
    take({ id, body }: Message): Sent {
      const { isHandedOver, sent } = isFirst ? first : FIRST.accepts;
      isFirst = false;
      const { claim } = (JSON.parse(body) as { data: { claim: string } }).data;
      if (isHandedOver && !seen.has(id)) handedOver.set(claim, (handedOver.get(claim) ?? 0) + 1);
      if (isHandedOver) seen.add(id);
      return sent;
    },
  };
}

/** Plays a grant and a claim that stays uncertain, with a process that dies at a point and two that go on. */
async function play(
  open: OpenTestStore,
  point: string,
  first: (typeof FIRST)[keyof typeof FIRST],
  idOf = (message: Message) => message.id,
) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const receiver = createReceiver(first);
  const ledger = ledgerOn(store);
  await addHook(store);
  const { claim: granted } = await admit(ledger);
  await ledger.settle(granted, await ledger.startAttempt(granted), GRANTED);
  const { claim: uncertain } = await admit(ledger, { playername: 'Alex' });
  await ledger.endAttempt(await ledger.startAttempt(uncertain), UNKNOWN);
  await ledger.close(uncertain, { kind: 'pending' });

  const sender: Sender = {
    send: (_target, message) => Promise.resolve(receiver.take({ ...message, id: idOf(message) })),
    close: () => Promise.resolve(),
  };
  const deliveries = createDeliveries({ store, sealer });
  const died = Promise.withResolvers<undefined>();
  const dying = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const dieAt = async (now: string) => {
      if (now !== point) return;
      died.resolve(undefined);
      await new Promise(() => undefined);
    };
    await dieAt(`before ${step}`);
    const value = await work();
    await dieAt(`after ${step}`);
    return value;
  };
  const mortal: Deliveries = {
    takeHooks: (places) => dying('takeHooks', () => deliveries.takeHooks(places)),
    begin: (delivery) => deliveries.begin(delivery),
    next: (hookId) => dying('next', () => deliveries.next(hookId)),
    record: (...tried) => dying('record', () => deliveries.record(...tried)),
    release: (hookId) => dying('release', () => deliveries.release(hookId)),
  };
  const mortalSender: Sender = {
    ...sender,
    send: (target, message) => dying('send', () => sender.send(target, message)),
  };
  const stopping = new AbortController().signal;
  const delivering = createDelivering({ deliveries: mortal, sender: mortalSender, clock, count: () => undefined, log });
  void delivering.round(stopping);
  await died.promise;

  const others = [1, 2].map(() => createDelivering({ deliveries, sender, clock, count: () => undefined, log }));
  for (const passed of [0, HOOK_LEASE_MS, HOUR_MS, HOUR_MS]) {
    await clock.advance(passed);
    await Promise.all(others.map((one) => one.round(stopping)));
    await Promise.all(others.map((one) => one.idle()));
  }
  return { handedOver: [...receiver.handedOver], granted: granted.id };
}

describeOnEachDatabase('the reward of a confirmed claim is handed over once, and no other', (open) => {
  const cases = POINTS.flatMap((point) => Object.entries(FIRST).map(([what, first]) => [point, what, first] as const));
  test.each(cases)('when a process dies %s and the receiver %s', async (point, _what, first) => {
    const { handedOver, granted } = await play(open, point, first);
    expect(handedOver).toEqual([[granted, 1]]);
  });

  test('and an id that is new on each try is found out', async () => {
    let tries = 0;
    const newEachTime = ({ id }: Message) => `${id} ${(tries += 1)}`;
    const { handedOver, granted } = await play(open, 'after send', FIRST.accepts, newEachTime);
    expect(handedOver).toEqual([[granted, 2]]);
  });
});
