import { beforeEach, describe, expect, test } from 'vitest';

import type { Plan, PlanRead } from '../../src/plans/plan.ts';
import { createPlans } from '../../src/plans/service.ts';
import { createMemoryCache } from '../../src/plans/store/cache.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import {
  AnswerLostError,
  NotSentError,
  RateLimitedError,
  StatusError,
  UnreadableAnswerError,
  UpstreamError,
} from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import { bareRecord, planFrom } from './plan-from.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const TTL_MS = 60_000;
const EARLIEST_STALE_MS = 54_000;
const MIN_REFRESH_INTERVAL_MS = 5_000;
/** The middle of the random range: no jitter. */
const MIDDLE = 0.5;

const log = createLog({ level: 'silent', secrets: [] });

let now: number;
let chance: number;
let service: IdentityService;

/** On this clock no timeout ever expires. */
const clock: Clock = {
  ...systemClock,
  now: () => now,
  monotonic: () => now,
  sleep: () => new Promise(() => undefined),
  random: () => chance,
};

/** A scripted identity service that records what it was asked. */
class IdentityService {
  readonly reads: string[] = [];
  readonly listings: (readonly string[])[] = [];
  answer: (entityId: string) => Promise<Plan> = (entityId) => Promise.resolve(planOf(entityId));

  readPlan(entityId: string): Promise<Plan> {
    this.reads.push(entityId);
    return this.answer(entityId);
  }

  async listPlans(entityIds: readonly string[]): Promise<Map<string, PlanRead>> {
    this.listings.push(entityIds);
    const reads = entityIds.map(async (id): Promise<[string, PlanRead]> => {
      try {
        return [id, await this.answer(id)];
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        return [id, error];
      }
    });
    return new Map(await Promise.all(reads));
  }

  failWith(error: Error): void {
    this.answer = () => Promise.reject(error);
  }
}

const planOf = (entityId: string): Plan => planFrom(bareRecord(entityId));
const openPlans = () => createPlans({ identity: service, cache: createMemoryCache(clock), ttlMs: TTL_MS, clock, log });

/** Plans of which that of `ent_a` was read so long ago that it is fresh no more, and whose service fails since. */
async function openOutdated(error: Error) {
  const plans = openPlans();
  await plans.lookUp('ent_a');
  now += 2 * TTL_MS;
  service.failWith(error);
  return plans;
}

beforeEach(() => {
  now = NOW;
  chance = MIDDLE;
  service = new IdentityService();
});

describe('looking up a plan', () => {
  test('is dated when the answer came, not when it was asked for', async () => {
    const plans = openPlans();
    service.answer = (entityId) => {
      now += 700;
      return Promise.resolve(planOf(entityId));
    };

    expect(await plans.lookUp('ent_a')).toMatchObject({ checkedAt: NOW + 700 });
  });

  test.each([
    ['the least chance', 0, EARLIEST_STALE_MS],
    ['no jitter', MIDDLE, TTL_MS],
    ['nearly the most chance', 1 - Number.EPSILON, 1.1 * TTL_MS],
  ])('serves from the cache for the TTL, give or take a tenth: %s', async (_, random, freshMs) => {
    const plans = openPlans();
    chance = random;
    await plans.lookUp('ent_a');

    now = NOW + freshMs - 1;
    expect(await plans.lookUp('ent_a')).toEqual({ plan: planOf('ent_a'), checkedAt: NOW, stale: false });
    expect(service.reads).toHaveLength(1);

    now = NOW + freshMs;
    expect(await plans.lookUp('ent_a')).toMatchObject({ checkedAt: NOW + freshMs });
    expect(service.reads).toHaveLength(2);
  });
});

test('refreshing a plan serves a copy of the last five seconds', async () => {
  const plans = openPlans();
  await plans.lookUp('ent_a');
  now += MIN_REFRESH_INTERVAL_MS - 1;

  expect(await plans.lookUp('ent_a', { refresh: true })).toMatchObject({ checkedAt: NOW, stale: false });
  expect(service.reads).toHaveLength(1);
});

describe('when the service fails', () => {
  test.each<[string, Error]>([
    ['nothing could be sent', new NotSentError('identity', 'refused')],
    ['the answer was lost', new AnswerLostError('identity', 'reset')],
    ['it answers 500', new StatusError('identity', 500)],
    ['it answers 503', new StatusError('identity', 503)],
    ['it answers 404', new StatusError('identity', 404)],
    ['it asks to wait', new RateLimitedError('identity', NOW + 30_000)],
    ['its answer is unreadable', new UnreadableAnswerError('identity', ['plan'])],
  ])('a saved plan is served as stale, and without one it fails the same way: %s', async (_, error) => {
    const plans = await openOutdated(error);

    expect(await plans.lookUp('ent_a')).toEqual({ plan: planOf('ent_a'), checkedAt: NOW, stale: true });
    await expect(plans.lookUp('ent_b')).rejects.toBe(error);
  });

  test('a refresh of a fresh plan is served as stale', async () => {
    const plans = openPlans();
    await plans.lookUp('ent_a');
    now += MIN_REFRESH_INTERVAL_MS;
    service.failWith(new StatusError('identity', 500));

    expect(await plans.lookUp('ent_a', { refresh: true })).toMatchObject({ checkedAt: NOW, stale: true });
  });

  test.each([
    ['the key is unknown', new StatusError('identity', 401)],
    ['the key lacks the scope', new StatusError('identity', 403)],
    ['the fault is our own', new TypeError('undefined is not a function')],
  ])('a saved plan does not hide that %s', async (_, error) => {
    const plans = await openOutdated(error);

    await expect(plans.lookUp('ent_a')).rejects.toBe(error);
  });
});

test.each([
  ['a refresh joins a read', false, true],
  ['a look-up joins a refresh', true, false],
  ['a refresh joins a refresh', true, true],
])('many who ask at once share the read under way: %s', async (_, refreshFirst, refreshSecond) => {
  const plans = openPlans();
  const [asked, read] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Plan>()];
  service.answer = () => {
    asked.resolve(undefined);
    return read.promise;
  };
  const first = plans.lookUp('ent_a', { refresh: refreshFirst });
  await asked.promise;
  const second = plans.lookUp('ent_a', { refresh: refreshSecond });
  read.resolve(planOf('ent_a'));

  expect(await second).toEqual(await first);
  expect(service.reads).toHaveLength(1);
});

describe('reading many plans', () => {
  test('asks past the cache, and what it read is fresh for a look-up', async () => {
    const plans = openPlans();
    await plans.lookUp('ent_a');
    const read = await plans.readMany(['ent_a', 'ent_b']);
    await plans.lookUp('ent_b');

    expect([service.reads, service.listings]).toEqual([['ent_a'], [['ent_a', 'ent_b']]]);
    expect(read.get('ent_b')).toEqual(planOf('ent_b'));
  });

  test('has no saved copy stand in for an answer', async () => {
    const plans = openPlans();
    await plans.lookUp('ent_a');
    const outage = new StatusError('identity', 500);
    service.failWith(outage);

    expect((await plans.readMany(['ent_a'])).get('ent_a')).toBe(outage);
  });
});

describe('looking up many plans', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `ent_${index}`);
  const outage = new StatusError('identity', 500);

  test('lists them by the hundred, each once', async () => {
    const answers = await openPlans().lookUpMany([...ids(250), 'ent_0']);

    expect(service.listings).toEqual([ids(250).slice(0, 100), ids(250).slice(100, 200), ids(250).slice(200)]);
    expect(service.reads).toEqual([]);
    expect([...answers.keys()].toSorted()).toEqual(ids(250).toSorted());
    expect(answers.get('ent_7')).toEqual({ plan: planOf('ent_7'), checkedAt: NOW, stale: false });
  });

  test('asks for nothing that is fresh, and what it found is fresh for a look-up', async () => {
    const plans = openPlans();
    await plans.lookUp('ent_a');
    await plans.lookUpMany(['ent_a', 'ent_b']);
    await plans.lookUp('ent_b');

    expect([service.reads, service.listings]).toEqual([['ent_a'], [['ent_b']]]);
  });

  test('tells how many are done while others are not', async () => {
    const plans = openPlans();
    await plans.lookUp('ent_0');
    const progress: number[] = [];
    await plans.lookUpMany(ids(250), (done) => progress.push(done));

    expect(progress).toEqual([101, 201]);
  });

  test('serves a saved plan as stale where a read failed, and has none of the others', async () => {
    const plans = await openOutdated(outage);

    expect(await plans.lookUpMany(['ent_a', 'ent_b'])).toEqual(
      new Map([['ent_a', { plan: planOf('ent_a'), checkedAt: NOW, stale: true }]]),
    );
  });

  test('fails as the reads did when there is no plan at all', async () => {
    service.failWith(outage);

    await expect(openPlans().lookUpMany(ids(250))).rejects.toBe(outage);
    expect(service.listings).toHaveLength(3);
  });

  test.each([401, 403])('lets a %i of one take nothing from the others, nor a saved copy hide it', async (status) => {
    const plans = openPlans();
    await plans.lookUp('ent_7');
    now += 2 * TTL_MS;
    const refusal = new StatusError('identity', status);
    const isRefused = (id: string) => id === 'ent_7' || id === 'ent_240';
    service.answer = (id) => (isRefused(id) ? Promise.reject(refusal) : Promise.resolve(planOf(id)));

    expect([...(await plans.lookUpMany(ids(250))).keys()]).toEqual(ids(250).filter((id) => !isRefused(id)));
  });

  test.each([401, 403])('stops at the first hundred when the key is refused with %i', async (status) => {
    const refusal = new StatusError('identity', status);
    service.failWith(refusal);

    await expect(openPlans().lookUpMany(ids(250))).rejects.toBe(refusal);
    expect(service.listings).toHaveLength(1);
  });
});
