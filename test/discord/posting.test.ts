import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import type { Announcement } from '../../src/claims/store/announcements.ts';
import { createPosting } from '../../src/discord/posting.ts';
import { CannotSpeakError, RefusedMessageError } from '../../src/errors.ts';
import type { Outbox } from '../../src/guilds/store/outbox.ts';
import { createLog } from '../../src/log.ts';

const failure = new Error('refused by the test');

const announcement = (id: string, guildId: string): Announcement => ({
  kind: 'announcement',
  id,
  guildId,
  channelId: 'channel',
  locale: 'en-US',
  nonce: `nonce of ${id}`,
  playername: 'Steve',
  reference: id,
  wasResolved: false,
  maybeTwo: false,
  goal: undefined,
});

/** An outbox that hands out each of these posts once, by guild, and a record of what becomes of them, in order. */
function createScene(
  due: Record<string, readonly string[]>,
  failures: Record<string, Error> = {},
  outbox: Partial<Outbox<Announcement>> = {},
) {
  const journal: string[] = [];
  const lines: string[] = [];
  const waits = new Map<string, Promise<void>>();
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } });
  const note = (what: string, id: string) => {
    journal.push(`${what} ${id}`);
    return Promise.resolve();
  };
  const post = createPosting({
    messenger: {
      async post({ id }) {
        await waits.get(id);
        await (failures[id] ? Promise.reject(failures[id]) : note('post', id));
      },
    },
    log,
  });
  const round = (stopping = new AbortController().signal) =>
    post<Announcement>(
      {
        dueGuilds: () => Promise.resolve(Object.keys(due)),
        takeDue: (guildId) => Readable.from((due[guildId] ?? []).map((id) => announcement(id, guildId))),
        markPosted: ({ id }) => note('mark', id),
        giveUp: ({ id }) => note('give up', id),
        ...outbox,
      },
      stopping,
    );
  const levels = () => lines.map((line) => (JSON.parse(line) as { level: string }).level);
  return { round, journal, levels, waits };
}

test('everything that is due is posted, and noted as such', async () => {
  const { round, journal, levels } = createScene({ guild: ['a', 'b'] });
  await round();
  expect(journal).toEqual(['post a', 'mark a', 'post b', 'mark b']);
  expect(levels()).toEqual([]);
});

test('a process that stops ends the post that it is at, and begins no other', async () => {
  const stop = new AbortController();
  const { round, journal, waits } = createScene({ guild: ['a', 'b'], other: ['c'] });
  waits.set(
    'a',
    nextTurn().then(() => {
      stop.abort();
    }),
  );
  waits.set('c', nextTurn());
  await round(stop.signal);
  expect(journal.toSorted()).toEqual(['mark a', 'mark c', 'post a', 'post c']);
});

test('a post that fails for now stays due, and does not keep the others back', async () => {
  const { round, journal, levels } = createScene({ guild: ['a', 'b'] }, { a: failure });
  await round();
  expect(journal).toEqual(['post b', 'mark b']);
  expect(levels()).toEqual(['warn']);
});

test('a post whose channel is out of reach is given up', async () => {
  const { round, journal, levels } = createScene(
    { guild: ['a', 'b'] },
    { a: new CannotSpeakError('the channel is gone') },
  );
  await round();
  expect(journal).toEqual(['give up a', 'post b', 'mark b']);
  expect(levels()).toEqual(['warn']);
});

test('a post that Discord finds fault with is dropped, and the operator can see that the fault is ours', async () => {
  const { round, journal, levels } = createScene({ guild: ['a', 'b'] }, { a: new RefusedMessageError('a bad embed') });
  await round();
  expect(journal).toEqual(['mark a', 'post b', 'mark b']);
  expect(levels()).toEqual(['error']);
});

test('a post that cannot be noted as such does not keep the others back', async () => {
  const { round, journal } = createScene({ guild: ['a', 'b'] }, {}, { markPosted: () => Promise.reject(failure) });
  await round();
  expect(journal).toEqual(['post a', 'post b']);
});

test('a guild that is waited for keeps back only what comes after in the same guild', async () => {
  const { round, journal, waits } = createScene({ slow: ['a', 'b'], quick: ['c', 'd'] });
  const wait = Promise.withResolvers<undefined>();
  waits.set('a', wait.promise);
  const done = round();
  await vi.waitUntil(() => journal.includes('mark d'));
  expect(journal).toEqual(['post c', 'mark c', 'post d', 'mark d']);
  wait.resolve(undefined);
  await done;
  expect(journal.slice(4)).toEqual(['post a', 'mark a', 'post b', 'mark b']);
});

test('eight guilds are posted in at a time', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `${index}`);
  const { round, waits } = createScene(Object.fromEntries(ids.map((id) => [`guild ${id}`, [id]])));
  const underWay = { now: 0, max: 0 };
  waits.get = () => {
    underWay.max = Math.max(underWay.max, (underWay.now += 1));
    return nextTurn().then(() => void (underWay.now -= 1));
  };
  await round();
  expect(underWay.max).toBe(8);
});

test('a guild whose posts cannot be taken does not keep the others back', async () => {
  const { round, journal, levels } = createScene(
    { broken: ['a'], guild: ['b'] },
    { a: new CannotSpeakError('gone') },
    {
      giveUp: () => Promise.reject(failure),
    },
  );
  await round();
  expect(journal).toEqual(['post b', 'mark b']);
  expect(levels()).toEqual(['warn', 'warn']);
});
