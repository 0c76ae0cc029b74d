import { createClient } from '@keyv/redis';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { createMemoryCache, type PlanCache, type SavedPlan } from '../../../src/plans/store/cache.ts';
import { createSharedCache } from '../../../src/plans/store/shared-cache.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { REDIS_PATIENCE_MS } from '../../../src/work/redis.ts';
import { freePort } from '../../database/free-port.ts';
import { openRedisAt } from '../../database/open-redis.ts';
import { RedisServer } from '../../database/redis-server.ts';
import { createManualClock, type ManualClock } from '../../manual-clock.ts';
import { maySkip, redisServerPath } from '../../services-at-hand.ts';
import { NOW, pending, plan, UNREADABLE } from '../news.ts';

const SOURCE = 'https://identity.example';
const MEBIBYTE = 1024 * 1024;

let clock: ManualClock;

beforeEach(() => {
  clock = createManualClock();
});

/** `connected` resolves once it is connected to Redis. */
function openCache(redisUrl: string, source = SOURCE): { cache: PlanCache; connected: Promise<undefined> } {
  const { redis, connected, log } = openRedisAt(redisUrl, clock);
  return { cache: createSharedCache({ redis, source, log }), connected };
}

function saved(id: string, name = 'Northlight'): SavedPlan {
  const entity = { id, kind: 'team', teamMode: null, name };
  const odd = { graceUntil: UNREADABLE, ...pending({ to: ['standard', 1, null] }) };
  return { plan: plan({ entity, ...odd }), checkedAt: NOW, freshUntil: NOW + 60_000 };
}

/** What the cache returns once its patience has run out. */
async function outlast<T>(given: Promise<T>): Promise<T> {
  await clock.advance(REDIS_PATIENCE_MS);
  return given;
}

describe('the plan cache in memory', () => {
  test('keeps a plan for 24 hours', async () => {
    const cache = createMemoryCache(clock);
    await cache.set('ent_a', saved('ent_a'));

    await clock.advance(DAY_MS - 1);
    expect(await cache.get('ent_a')).toEqual(saved('ent_a'));

    await clock.advance(2);
    expect(await cache.get('ent_a')).toBeUndefined();
  });

  test('is bounded: the oldest goes first', async () => {
    const cache = createMemoryCache(clock);
    const longName = 'x'.repeat(MEBIBYTE);
    for (let count = 0; count < 40; count += 1) await cache.set(`ent_${count}`, saved(`ent_${count}`, longName));

    expect(await cache.get('ent_0')).toBeUndefined();
    expect(await cache.get('ent_39')).toEqual(saved('ent_39', longName));
  });
});

test('a Redis that is not there is a miss, and never an error', async () => {
  const { cache } = openCache(`redis://127.0.0.1:${await freePort()}`);
  await outlast(cache.set('ent_a', saved('ent_a')));

  expect(await outlast(cache.get('ent_a'))).toBeUndefined();
});

const skipped = maySkip(redisServerPath);
const suite = skipped ? 'redis-server is not installed: skipped' : 'the plan cache in Redis';

describe.skipIf(skipped)(suite, () => {
  let redis: RedisServer;

  beforeEach(async ({ onTestFinished }) => {
    redis = await RedisServer.start();
    onTestFinished(() => redis.kill());
  });

  /** A cache that is connected to Redis. */
  async function connectedCache(source = SOURCE): Promise<PlanCache> {
    const { cache, connected } = openCache(redis.url, source);
    await cache.get('ent_nobody');
    await connected;
    return cache;
  }

  /** The key of the only saved entry, and a plain Redis client to access it with. */
  async function onlyEntry() {
    const client = createClient({ url: redis.url });
    await client.connect();
    onTestFinished(() => {
      client.destroy();
    });
    const [key = '', ...more] = await client.keys('*');
    expect(more).toEqual([]);
    return { client, key };
  }

  test('is shared between processes', async () => {
    const ours = await connectedCache();
    const theirs = await connectedCache();
    await ours.set('ent_a', saved('ent_a'));

    expect(await theirs.get('ent_a')).toEqual(saved('ent_a'));
  });

  test.each([
    ['another host', 'ent_a', 'https://identity.test', 'ent_a'],
    ['the same host at another port', '8443:x', `${SOURCE}:8443`, 'x'],
    ['another path of the same host', '/v2:x', `${SOURCE}/v2`, 'x'],
  ])('does not mix with plans of %s', async (_, ourId, theirSource, theirId) => {
    const ours = await connectedCache();
    const theirs = await connectedCache(theirSource);
    await ours.set(ourId, saved(ourId));

    expect(await theirs.get(theirId)).toBeUndefined();
  });

  test('forgets a plan after 24 hours by itself', async () => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    const { client, key } = await onlyEntry();

    expect(await client.pTTL(key)).toBeGreaterThan(DAY_MS - 60_000);
    expect(await client.pTTL(key)).toBeLessThanOrEqual(DAY_MS);
  });

  const ofAnotherShape = (value: unknown) => JSON.stringify({ value });
  test.each([
    ['an older shape', ofAnotherShape({ plan: 'premium', savedAt: NOW })],
    ['a time of another kind', ofAnotherShape({ ...saved('ent_a'), plan: { ...saved('ent_a').plan, since: NOW } })],
    ['junk', 'junk'],
    ['null', 'null'],
  ])('takes for a miss what another version saved as %s', async (_, value) => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    const { client, key } = await onlyEntry();
    expect(JSON.parse((await client.get(key)) ?? '')).toMatchObject({ value: {} });
    await client.set(key, value);

    expect(await cache.get('ent_a')).toBeUndefined();
  });

  test('waits for a hung server no longer than its patience', async () => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    redis.hang();

    expect(await outlast(cache.get('ent_a'))).toBeUndefined();
  });
});
