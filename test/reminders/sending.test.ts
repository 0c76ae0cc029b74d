import { expect, test } from 'vitest';

import { translator } from '../../src/locales/index.ts';
import type { AfterReminder } from '../../src/reminders/deciding.ts';
import {
  type DueReminder,
  MESSAGE_EVERY_MS,
  nonceOf,
  type ReminderCalls,
  TOO_FAST_PAUSE_MS,
} from '../../src/reminders/reminder.ts';
import { createReminderSending } from '../../src/reminders/sending.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { dueReminder, NO_ANSWERS, NOON } from './reminder-scene.ts';

const CLAIMED_AT = NOON - 24 * HOUR_MS;
const ready = { kind: 'ready', channelId: 'channel', guildName: 'Castle' } as const;

const due = (userId: string, changes: Partial<DueReminder> = {}) => dueReminder({ userId, ...changes });

/** A process among reminders that are due, and a record of what it does. */
function createScene(waiting: DueReminder[]) {
  const scene = {
    isTurn: true,
    mayBegin: true,
    opened: ready as Awaited<ReturnType<ReminderCalls['open']>>,
    answer: 'sent' as Awaited<ReturnType<ReminderCalls['send']>>,
  };
  const held: { holder: string; forMs: number }[] = [];
  const recorded: [userId: string, AfterReminder][] = [];
  const sent: Parameters<ReminderCalls['send']>[] = [];
  const ended: string[] = [];
  const lines: string[] = [];
  const sending = createReminderSending({
    queue: {
      isDue: () => Promise.resolve(waiting.length > 0),
      take: () => Promise.resolve(waiting.shift()),
      begin: () => Promise.resolve(scene.mayBegin),
      record: ({ userId }, after) => {
        recorded.push([userId, after]);
        return Promise.resolve();
      },
    },
    answers: NO_ANSWERS,
    calls: {
      open: () => Promise.resolve(scene.opened),
      send: (...message) => {
        sent.push(message);
        return Promise.resolve(scene.answer);
      },
    },
    leases: {
      hold: (name, holder, forMs, options) => {
        expect(name).toBe('direct messages');
        held.push({ holder, forMs, ...options });
        return Promise.resolve(scene.isTurn);
      },
    },
    detailsOf: ({ userId }) => Promise.resolve({ voteLinks: [], playername: userId, claimUrl: 'https://claim' }),
    count: (_, result) => ended.push(result),
    clock: { random: () => 0.5 },
    log: createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } }),
  });
  const stop = new AbortController();
  async function round() {
    await sending.round(stop.signal);
    await sending.idle();
  }
  const logged = () => lines.map((line) => JSON.parse(line) as object);
  return { scene, held, recorded, sent, ended, waiting, logged, round, stop };
}

test('a turn is taken only when something is due, and is one message', async () => {
  const { held, recorded, sent, ended, waiting, round } = createScene([due('ada'), due('bob')]);
  await round();
  expect(held).toEqual([{ holder: expect.any(String) as string, forMs: MESSAGE_EVERY_MS }]);
  expect(recorded).toEqual([['ada', 'done']]);
  expect([sent.length, ended, waiting.length]).toEqual([1, ['sent'], 1]);
  await round();
  expect(recorded.at(-1)).toEqual(['bob', 'done']);
  expect(held[0]?.holder).not.toBe(held[1]?.holder);
  await round();
  expect(held).toHaveLength(2);
});

test('nothing is taken while another process has its turn', async () => {
  const { scene, waiting, recorded, round } = createScene([due('ada')]);
  scene.isTurn = false;
  await round();
  expect([waiting.length, recorded]).toEqual([1, []]);
});

test('a message says what is known of guild and member, with the nonce of the claim', async () => {
  const { sent, round } = createScene([due('ada')]);
  await round();
  const nonce = nonceOf({ guildId: 'guild', userId: 'ada' }, CLAIMED_AT);
  expect(sent).toMatchObject([['channel', { nonce, locale: 'fr' }]]);
  const { embeds, components } = sent[0]?.[1].words(translator('en')) ?? {};
  expect(embeds?.[0]?.title).toContain('Castle');
  expect(JSON.stringify(components)).toContain('https://claim');
  expect(nonce).toHaveLength(25);
});

test('what must not be sent now is put off, and the next one is looked at in the same turn', async () => {
  const off = due('off', { hours: undefined });
  const early = due('early', { hours: 25 });
  const { held, recorded, ended, round } = createScene([off, early, due('ada')]);
  await round();
  expect(recorded).toEqual([
    ['off', 'dropped'],
    ['early', { until: NOON + HOUR_MS }],
    ['ada', 'done'],
  ]);
  expect([ended, held.length]).toEqual([['off', 'sent'], 1]);
});

test('a turn in which nothing can be sent ends', async () => {
  const { sent, recorded, round } = createScene([due('early', { hours: 25 })]);
  await round();
  expect([sent, recorded.length]).toEqual([[], 1]);
});

test('one that must not be sent after all is looked at again, and has not ended', async () => {
  const { scene, sent, recorded, ended, waiting, round } = createScene([due('ada'), due('bob')]);
  scene.mayBegin = false;
  await round();
  expect(recorded).toEqual([['ada', { until: NOON }]]);
  expect([sent, ended, waiting.length]).toEqual([[], [], 1]);
});

test('nobody is written to for ten minutes once Discord wants that more slowly', async () => {
  const { scene, held, recorded, round } = createScene([due('ada')]);
  scene.answer = 'too-fast';
  await round();
  const { holder } = held[0] ?? {};
  expect(held).toEqual([
    { holder, forMs: MESSAGE_EVERY_MS },
    { holder, forMs: TOO_FAST_PAUSE_MS, evenIfHeld: true },
  ]);
  expect(recorded).toEqual([['ada', { restsMs: 5_000 }]]);
});

test('nobody is asked to show a message whose channel cannot be opened', async () => {
  const { scene, sent, recorded, ended, held, round } = createScene([due('ada')]);
  scene.opened = { kind: 'left' };
  await round();
  expect([sent, recorded, ended, held.length]).toEqual([[], [['ada', 'forgotten']], ['left'], 1]);
});

test.each<[Awaited<ReturnType<ReminderCalls['send']>>, object[]]>([
  ['sent', []],
  ['closed', []],
  ['refused', [{ level: 'error', msg: 'Discord finds fault with a reminder, it is dropped' }]],
  ['too-fast', [{ level: 'warn', msg: 'Discord wants reminders to be sent more slowly' }]],
  ['failed', [{ level: 'warn', msg: 'a reminder could not be sent, it will be later', outcome: 'failed' }]],
  ['unknown', [{ level: 'warn', msg: 'a reminder could not be sent, it will be later', outcome: 'unknown' }]],
])('the log says of one that came to %s: %j', async (answer, lines) => {
  const { scene, logged, ended, round } = createScene([due('ada')]);
  scene.answer = answer;
  await round();
  expect(logged()).toMatchObject(lines.map((line) => ({ ...line, guildId: 'guild' })));
  expect(logged()).toHaveLength(lines.length);
  expect(ended).toEqual([answer]);
});

test('the log says that it is not known whether one was sent', async () => {
  const { logged, ended, round } = createScene([due('ada', { begunAt: NOON - HOUR_MS })]);
  await round();
  const line = { level: 'warn', msg: 'whether a reminder was sent is not known', guildId: 'guild' };
  expect(logged()).toMatchObject([line]);
  expect(ended).toEqual(['unconfirmed']);
});

test('a process that stops takes no more', async () => {
  const { waiting, stop, round } = createScene([due('early', { hours: 25 }), due('ada')]);
  stop.abort();
  await round();
  expect(waiting).toHaveLength(2);
});
