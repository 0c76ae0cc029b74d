import { expect, test } from 'vitest';

import { createDelivering } from '../../src/rewards/delivering.ts';
import type { Outcome } from '../../src/rewards/hook.ts';
import type { AfterTry, Sent } from '../../src/rewards/schedule.ts';
import type { Deliveries, Delivery, DueHook, FreeSlots, HookHealth } from '../../src/rewards/store/deliveries.ts';
import type { Target } from '../../src/rewards/store/hooks.ts';
import { Secret } from '../../src/secret.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { held } from '../claims/claim-scene.ts';
import { createManualClock } from '../manual-clock.ts';

const answered = (status: number): Sent => ({ outcome: { kind: 'answered', status } });
const TARGET: Target = {
  guildId: '1',
  kind: 'webhook',
  address: 'https://game.example/',
  secrets: [new Secret('whsec_1')],
};

const DUE = { kind: 'webhook', state: 'due', dueAt: 0, lastOutcome: undefined, tries: 8, failures: 1 } as const;

/** A process, the hooks that it can take with so many messages each, and a record of what it does. */
function createScene(hooks: readonly DueHook[], messages = 1, hooksAtOnce = { well: 4, unwell: 2 }) {
  const clock = createManualClock();
  const scene = {
    /** what receivers answer, and how long they take */
    answer: (): Sent | Promise<Sent> => answered(204),
    takesMs: 0,
    target: TARGET as Delivery['target'],
    result: undefined as Awaited<ReturnType<Deliveries['record']>> | undefined,
  };
  const left = new Map(hooks.map(({ id }) => [id, messages]));
  const slots: Readonly<Record<HookHealth, FreeSlots>>[] = [];
  const sent: unknown[][] = [];
  const recorded: [claimId: string, Outcome, AfterTry][] = [];
  const released: string[] = [];
  const tried: string[] = [];
  const lines: string[] = [];
  let waiting = hooks;
  const delivering = createDelivering({
    deliveries: {
      takeHooks: (free) => {
        slots.push(free);
        const taken = waiting;
        waiting = [];
        return Promise.resolve(taken.slice());
      },
      next: (hookId) => {
        const number = left.get(hookId) ?? 0;
        if (number === 0) return Promise.resolve(undefined);
        const id = `claim ${number}`;
        return Promise.resolve({
          ...DUE,
          ...{ id: number, hookId, guildId: `guild of ${hookId}`, claimId: id },
          message: { id, body: '{}' },
          target: scene.target,
        });
      },
      begin: () => Promise.resolve(0),
      record: ({ claimId, hookId }, outcome, after) => {
        recorded.push([claimId, outcome, after]);
        if (after.kind === 'delivered') left.set(hookId, (left.get(hookId) ?? 0) - 1);
        return Promise.resolve(scene.result ?? after.kind);
      },
      release: (hookId) => {
        released.push(hookId);
        return Promise.resolve();
      },
    },
    sender: {
      send: async (...given) => {
        sent.push(given.slice(0, 2));
        await clock.advance(scene.takesMs);
        return scene.answer();
      },
    },
    hooksAtOnce,
    count: (_, result) => tried.push(result),
    clock,
    log: createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } }),
  });
  const stop = new AbortController();
  return {
    clock,
    scene,
    slots,
    sent,
    recorded,
    released,
    tried,
    stop,
    logged: () => lines.map((line) => JSON.parse(line) as object),
    look: () => delivering.round(stop.signal),
    idle: () => delivering.idle(),
    round: async () => {
      await delivering.round(stop.signal);
      await delivering.idle();
    },
  };
}

const hook = (id: string, health: HookHealth = 'well', guildId = `guild of ${id}`): DueHook => ({
  id,
  guildId,
  health,
});

test('a hook is sent its messages one by one, and then given back', async () => {
  const { sent, recorded, released, round } = createScene([hook('a')], 2);
  await round();
  expect(sent).toEqual([
    [TARGET, { id: 'claim 2', body: '{}' }],
    [TARGET, { id: 'claim 1', body: '{}' }],
  ]);
  expect(recorded).toEqual([
    ['claim 2', answered(204).outcome, { kind: 'delivered' }],
    ['claim 1', answered(204).outcome, { kind: 'delivered' }],
  ]);
  expect(released).toEqual(['a']);
});

test('of its slots a process offers those that are left, half of them to guilds that have one', async () => {
  const hooks = [hook('a', 'well', 'one'), hook('b', 'well', 'two'), hook('c', 'unwell', 'three')];
  const { scene, slots, look, stop, idle } = createScene(hooks);
  const silent = held();
  scene.answer = () => silent.promise.then(() => answered(204));
  await look();
  await look();
  expect(slots).toEqual([
    { well: { free: 4, further: 2, guilds: [] }, unwell: { free: 2, further: 1, guilds: [] } },
    { well: { free: 2, further: 0, guilds: ['one', 'two'] }, unwell: { free: 1, further: 0, guilds: ['three'] } },
  ]);
  stop.abort();
  silent.resolve();
  await idle();
});

test.each([
  ['goes on after a try of a second', SECOND_MS, 2],
  ['gives its place up after a longer one', SECOND_MS + 1, 1],
])('a hook %s', async (_what, takesMs, messages) => {
  const { scene, sent, released, round } = createScene([hook('a')], 2);
  scene.takesMs = takesMs;
  await round();
  expect([sent.length, released]).toEqual([messages, ['a']]);
});

test.each(['failed', 'stopped'] as const)('a hook whose try %s is given back', async (result) => {
  const { scene, sent, recorded, released, round } = createScene([hook('a')], 2);
  Object.assign(scene, { result, answer: () => ({ ...answered(429), retryAfterMs: 30 * MINUTE_MS }) });
  await round();
  expect([sent.length, released]).toEqual([1, ['a']]);
  const rests = { messageRestsMs: 24 * 60 * MINUTE_MS, hookRestsMs: 30 * MINUTE_MS };
  expect(recorded).toEqual([['claim 2', answered(429).outcome, { kind: 'failed', ...rests, stops: undefined }]]);
});

test('a message whose key is lost is a try that sends nothing', async () => {
  const { scene, sent, recorded, tried, round } = createScene([hook('a')]);
  scene.target = undefined;
  await round();
  expect([sent, tried]).toEqual([[], ['unreadable']]);
  expect(recorded).toMatchObject([['claim 1', { kind: 'unreadable' }, { kind: 'failed' }]]);
});

test.each<[Sent, number]>([
  [{ outcome: { kind: 'no-answer' } }, 0],
  [answered(204), 1],
  [{ outcome: { kind: 'unreachable' } }, 1],
])(
  'what came while the process was stopped, %j, is recorded %i times, and nothing more is sent',
  async (came, times) => {
    const { scene, stop, sent, recorded, released, round } = createScene([hook('a')], 2);
    scene.answer = () => {
      stop.abort();
      return came;
    };
    await round();
    expect([sent.length, recorded.length, released]).toEqual([1, times, ['a']]);
  },
);

test.each<[Sent, Awaited<ReturnType<Deliveries['record']>>, metric: string, line: object]>([
  [answered(204), 'delivered', 'delivered', { level: 'info', outcome: '204', msg: 'reward delivered' }],
  [answered(404), 'failed', 'refused', { level: 'warn', outcome: '404', msg: 'a reward could not be delivered' }],
  [answered(410), 'stopped', 'refused', { level: 'warn', outcome: '410', msg: 'a reward hook was turned off' }],
  [
    { outcome: { kind: 'bad-name' } },
    'parked',
    'bad-name',
    { level: 'warn', outcome: 'bad-name', msg: 'no vote has such a name: the reward is left to a moderator' },
  ],
])(
  'a try that came to %j, and is %s, counts as %s, and the log has a line of it',
  async (came, result, metric, line) => {
    const { scene, tried, logged, round } = createScene([hook('a')]);
    Object.assign(scene, { result, answer: () => came });
    await round();
    expect(tried).toEqual([metric]);
    expect(logged()).toMatchObject([{ ...line, guildId: 'guild of a', claimId: 'claim 1', attempts: 9 }]);
  },
);
