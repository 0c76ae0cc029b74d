import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createPosting } from '../../../src/discord/outgoing/posting.ts';
import type { DuePost, Posts } from '../../../src/guilds/store/posts.ts';
import { CannotSpeakError, RefusedMessageError } from '../../../src/work/errors.ts';
import { createLog } from '../../../src/work/log.ts';

const failure = new Error('refused by the test');

/** An outbox with these posts, by guild, and a record of what becomes of them, in order. */
function createScene(
  due: Record<string, readonly string[]>,
  failures: Record<string, Error> = {},
  overrides: Partial<Posts> = {},
) {
  const journal: string[] = [];
  const lines: string[] = [];
  const waits = new Map<string, Promise<void>>();
  const log = createLog({ level: 'info', secrets: [], destination: { write: (line) => lines.push(line) } });
  const left = new Map(Object.entries(due).map(([guildId, ids]) => [guildId, [...ids]]));
  const note = (what: string, id: string) => {
    journal.push(`${what} ${id}`);
    return Promise.resolve();
  };
  const posting = createPosting({
    posts: {
      dueGuilds: () => Promise.resolve(Object.keys(due)),
      take(guildId) {
        const id = left.get(guildId)?.shift();
        return Promise.resolve(id === undefined ? undefined : ({ id, kind: 'notice', guildId } as DuePost));
      },
      isHeld: () => Promise.resolve(true),
      finish: ({ id }) => note('finish', id),
      wait: ({ id }) => note('wait', id),
      giveUp: ({ id }) => note('give up', id),
      ...overrides,
    },
    messenger: {
      async post({ id }, isHeld) {
        await waits.get(id);
        if (!(await isHeld(1))) throw failure;
        await (failures[id] ? Promise.reject(failures[id]) : note('post', id));
      },
    },
    refused: {
      pauseOf: ({ guildId }) => Promise.resolve(guildId === 'closed' ? undefined : 90_000),
      over: () => Promise.resolve(),
    },
    log,
  });
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const levels = () => logged().map(({ level }) => level);
  const round = async () => {
    await posting.round(new AbortController().signal);
    await posting.idle();
  };
  return { round, journal, logged, levels, waits };
}

test('a post that another process may have by now is not posted', async () => {
  const isHeld: Posts['isHeld'] = ({ id }, forMs) => Promise.resolve(id !== 'a' && forMs === 1);
  const { round, journal } = createScene({ guild: ['a'], other: ['b'] }, {}, { isHeld });
  await round();
  expect(journal).toEqual(['post b', 'finish b']);
});

test('a post that fails for now stays due, and keeps back only what is newer in its guild', async () => {
  const { round, journal, levels } = createScene({ guild: ['a', 'b'], other: ['c'] }, { a: failure });
  await round();
  expect(journal).toEqual(['post c', 'finish c']);
  expect(levels()).toEqual(['warn']);
});

test.each([
  ['guild', 'wait'],
  ['closed', 'give up'],
])('a post whose channel is out of reach waits, or is given up: %s, %s', async (guildId, becomes) => {
  const { round, journal, levels } = createScene(
    { [guildId]: ['a', 'b'] },
    { a: new CannotSpeakError('the channel is gone') },
  );
  await round();
  expect(journal).toEqual([`${becomes} a`, 'post b', 'finish b']);
  expect(levels()).toEqual(['warn']);
});

test('a post that Discord finds fault with is dropped, and the operator can see that the fault is ours', async () => {
  const { round, journal, levels } = createScene({ guild: ['a', 'b'] }, { a: new RefusedMessageError('a bad embed') });
  await round();
  expect(journal).toEqual(['finish a', 'post b', 'finish b']);
  expect(levels()).toEqual(['error']);
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

test('the log says that it was posts whose outbox failed', async () => {
  const { round, logged } = createScene({}, {}, { dueGuilds: () => Promise.reject(failure) });
  await round();
  expect(logged()).toMatchObject([{ level: 'error', kind: 'posts' }]);
});
