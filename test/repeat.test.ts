import { expect, test } from 'vitest';

import { createLog } from '../src/log.ts';
import { repeat } from '../src/repeat.ts';
import { held } from './claims/claim-scene.ts';
import { createManualClock } from './manual-clock.ts';

const EVERY_MS = 10_000;
const log = createLog({ level: 'silent', secrets: [] });

/** A job that records when its rounds begin. `round` is what each of them does. */
function start(round: (index: number) => Promise<void> = () => Promise.resolve()) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const rounds: number[] = [];
  const job = repeat(
    () => {
      rounds.push(clock.now() - startedAt);
      return round(rounds.length - 1);
    },
    { everyMs: EVERY_MS, name: 'job', clock, log },
  );
  return { clock, rounds, job };
}

test('a job does its work at once, and again after each pause', async () => {
  const { clock, rounds } = start();
  await clock.advance(2 * EVERY_MS + 1);
  expect(rounds).toEqual([0, EVERY_MS, 2 * EVERY_MS]);
});

test('a round begins only after the one before is through', async () => {
  const slow = held();
  const { clock, rounds } = start((index) => (index === 0 ? slow.promise : Promise.resolve()));
  await clock.advance(3 * EVERY_MS);
  expect(rounds).toEqual([0]);

  slow.resolve();
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0, 4 * EVERY_MS]);
});

test('a round that fails is followed by the next', async () => {
  const { clock, rounds } = start(() => Promise.reject(new Error('refused by the test')));
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0, EVERY_MS]);
});

test('a job that is stopped in its pause ends at once and does nothing more', async () => {
  const { clock, rounds, job } = start();
  await clock.settle();
  await job.stop();
  await clock.advance(3 * EVERY_MS);
  expect(rounds).toEqual([0]);
});

test('a job that is stopped in a round ends when that is through', async () => {
  const slow = held();
  const { clock, rounds, job } = start(() => slow.promise);
  let stopped = false;
  const stopping = job.stop().then(() => (stopped = true));
  await clock.advance(EVERY_MS);
  expect(stopped).toBe(false);

  slow.resolve();
  await stopping;
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0]);
});
