import { expect, test } from 'vitest';

import { createLog } from '../../src/work/log.ts';
import { createWorker, repeat, start } from '../../src/work/worker.ts';
import { held } from '../claims/claim-scene.ts';
import { createManualClock } from '../manual-clock.ts';

const EVERY_MS = 10_000;
const log = createLog({ level: 'silent', secrets: [] });
const going = new AbortController().signal;

/** A job that records when its rounds begin. `round` is what each of them does. */
function startJob(round: (index: number) => Promise<void> = () => Promise.resolve()) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const rounds: number[] = [];
  const work = () => {
    rounds.push(clock.now() - startedAt);
    return round(rounds.length - 1);
  };
  const job = repeat([work], { everyMs: EVERY_MS, name: 'job', clock, log });
  return { clock, rounds, job };
}

test('a job does its work at once, and again after each pause', async () => {
  const { clock, rounds } = startJob();
  await clock.advance(2 * EVERY_MS + 1);
  expect(rounds).toEqual([0, EVERY_MS, 2 * EVERY_MS]);
});

test('a round begins only after the one before is through', async () => {
  const slow = held();
  const { clock, rounds } = startJob((index) => (index === 0 ? slow.promise : Promise.resolve()));
  await clock.advance(3 * EVERY_MS);
  expect(rounds).toEqual([0]);

  slow.resolve();
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0, 4 * EVERY_MS]);
});

test('a round that fails is followed by the next', async () => {
  const { clock, rounds } = startJob(() => Promise.reject(new Error('refused by the test')));
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0, EVERY_MS]);
});

test('a job that is stopped in its pause ends at once and does nothing more', async () => {
  const { clock, rounds, job } = startJob();
  await clock.settle();
  await job.stop();
  await clock.advance(3 * EVERY_MS);
  expect(rounds).toEqual([0]);
});

test('a job that is stopped in a round ends when that is through', async () => {
  const slow = held();
  const { clock, rounds, job } = startJob(() => slow.promise);
  await clock.settle();
  let stopped = false;
  const stopping = job.stop().then(() => (stopped = true));
  await clock.advance(EVERY_MS);
  expect(stopped).toBe(false);

  slow.resolve();
  await stopping;
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0]);
});

test('of several works none waits for another', async () => {
  const clock = createManualClock();
  const slow = held();
  const done: string[] = [];
  const job = repeat(
    [
      () => slow.promise.then(() => void done.push('slow')),
      () => {
        done.push('quick');
        return Promise.resolve();
      },
    ],
    { everyMs: EVERY_MS, name: 'works', clock, log },
  );
  await clock.advance(2 * EVERY_MS);
  expect(done).toEqual(['quick', 'quick', 'quick']);

  slow.resolve();
  await job.stop();
  expect(done).toEqual(['quick', 'quick', 'quick', 'slow']);
});

/** A worker whose owners have so many pieces of work each, every one of which waits until it is let through. */
function createScene({ atOnce, pieces }: { atOnce: number; pieces: Record<string, number> }) {
  const lines: string[] = [];
  const begun: string[] = [];
  const left: string[] = [];
  const seen: string[][] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const fails = new Set<string>();
  const worker = createWorker({
    name: 'pieces',
    atOnce,
    due(serving) {
      seen.push(serving.map(({ id }) => id));
      return fails.has('due')
        ? Promise.reject(new Error('no look'))
        : Promise.resolve(Object.keys(pieces).flatMap((id) => (pieces[id] ? [{ id, guildId: `guild of ${id}` }] : [])));
    },
    async next({ id }) {
      begun.push(id);
      const gate = held();
      gates.set(id, gate);
      await gate.promise;
      if (fails.has(id)) throw new Error('no piece');
      pieces[id] = (pieces[id] ?? 0) - 1;
      return pieces[id] > 0;
    },
    leave({ id }) {
      left.push(id);
      return Promise.resolve();
    },
    log: createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } }),
  });
  const clock = createManualClock();
  const settle = () => clock.settle();
  async function letThrough(id: string) {
    gates.get(id)?.resolve();
    await settle();
  }
  return { worker, lines, begun, left, seen, fails, letThrough, settle };
}

test('a worker serves several owners at once, each by one piece after the other', async () => {
  const { worker, begun, left, letThrough } = createScene({ atOnce: 5, pieces: { a: 2, b: 1 } });
  await worker.round(going);
  expect(begun).toEqual(['a', 'b']);

  await letThrough('a');
  expect([begun, left]).toEqual([['a', 'b', 'a'], []]);
  await letThrough('b');
  await letThrough('a');
  expect([begun, left]).toEqual([
    ['a', 'b', 'a'],
    ['b', 'a'],
  ]);
  await worker.idle();
});

test('an owner that is being served is not served beside that', async () => {
  const { worker, begun, seen, letThrough } = createScene({ atOnce: 5, pieces: { a: 1, b: 1 } });
  await worker.round(going);
  await letThrough('b');
  await worker.round(going);
  expect(begun).toEqual(['a', 'b']);
  expect(seen).toEqual([[], ['a']]);
});

test('whoever finds no place waits for one, and comes before the next look', async () => {
  const { worker, begun, seen, settle, letThrough } = createScene({ atOnce: 2, pieces: { a: 1, b: 1, c: 1 } });
  let isThrough = false;
  const round = worker.round(going).then(() => (isThrough = true));
  await settle();
  expect(begun).toEqual(['a', 'b']);

  await letThrough('b');
  expect([begun, isThrough]).toEqual([['a', 'b', 'c'], false]);
  await letThrough('a');
  await round;
  expect(seen).toHaveLength(1);
});

test('what fails for one owner is logged with its guild, and keeps no other from being served', async () => {
  const { worker, lines, left, fails, letThrough } = createScene({ atOnce: 5, pieces: { a: 1, b: 1 } });
  fails.add('a');
  await worker.round(going);
  await letThrough('a');
  await letThrough('b');
  await worker.idle();
  expect(left).toEqual(['b']);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'error', kind: 'pieces', guildId: 'guild of a', msg: 'a job failed, it will be tried again' },
  ]);
  await worker.round(going);
  await letThrough('a');
  await worker.idle();
  expect(lines).toHaveLength(2);
});

test('a look that fails is logged, and followed by the next', async () => {
  const { worker, lines, begun, fails } = createScene({ atOnce: 5, pieces: { a: 1 } });
  fails.add('due');
  await worker.round(going);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ kind: 'pieces' }]);
  fails.clear();
  await worker.round(going);
  expect(begun).toEqual(['a']);
});

test('a worker that is stopped ends with the pieces under way, and leaves the rest', async () => {
  const { worker, begun, left, settle, letThrough } = createScene({ atOnce: 2, pieces: { a: 2, b: 1, c: 1 } });
  const clock = createManualClock();
  const job = start(worker, { everyMs: EVERY_MS, clock });
  await settle();
  let isStopped = false;
  const stopped = job.stop().then(() => (isStopped = true));
  await letThrough('a');
  expect(isStopped).toBe(false);
  await letThrough('b');
  await stopped;
  expect([begun, left.toSorted()]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
});

test('a worker looks again after a while, however long it serves those that it found', async () => {
  const { worker, seen } = createScene({ atOnce: 2, pieces: { a: 1 } });
  const clock = createManualClock();
  start(worker, { everyMs: EVERY_MS, clock });
  await clock.advance(2 * EVERY_MS);
  expect(seen).toEqual([[], ['a'], ['a']]);
});
