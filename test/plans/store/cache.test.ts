import { EventEmitter } from 'node:events';

import { createClient } from '@keyv/redis';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { createMemoryCache, type PlanCache, type SavedPlan } from '../../../src/plans/store/cache.ts';
import { createSharedCache } from '../../../src/plans/store/shared-cache.ts';
import { Secret } from '../../../src/secret.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { createLog } from '../../../src/work/log.ts';
import { openRedis, REDIS_PATIENCE_MS } from '../../../src/work/redis.ts';
import { RedisServer } from '../../database/redis-server.ts';
import { closedPort } from '../../http/scripted-host.ts';
import { createManualClock, type ManualClock } from '../../manual-clock.ts';
import { maySkip, redisServerPath } from '../../services-at-hand.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const SOURCE = 'https://identity.example';
const MEBIBYTE = 1024 * 1024;

/** Emits each message as it is logged. */
class LoggedMessages extends EventEmitter<{ message: [string] }> {
  readonly all: string[] = [];

  write(line: string): void {
    const { msg } = JSON.parse(line) as { msg: string };
    this.all.push(msg);
    this.emit('message', msg);
  }

  /** Resolves when the wanted message is logged next. */
  next(wanted: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.on('message', (message) => {
      if (message === wanted) resolve(undefined);
    });
    return promise;
  }
}

let logged: LoggedMessages;
let clock: ManualClock;

beforeEach(() => {
  logged = new LoggedMessages();
  clock = createManualClock();
});

function openCache({ redisUrl, source = SOURCE }: { redisUrl: string; source?: string }): PlanCache {
  const log = createLog({ level: 'info', secrets: [], destination: logged });
  const redis = openRedis(new Secret(redisUrl), { clock, log });
  onTestFinished(() => redis.close());
  return createSharedCache({ redis, source, log });
}

function saved(id: string, name = 'Northlight'): SavedPlan {
  return {
    plan: {
      entity: { id, kind: 'team', teamMode: null, name },
      plan: 'premium',
      status: 'active',
      interval: 'month',
      currentPeriodEnd: { kind: 'time', at: NOW },
      graceUntil: { kind: 'text', text: 'soon' },
      cancelAtPeriodEnd: false,
      pendingChange: { to: ['standard', 1, null] },
      deleteAt: null,
      since: null,
      version: '7',
    },
    checkedAt: NOW,
    freshUntil: NOW + 60_000,
  };
}

/** What the cache returns once its patience has run out. */
async function outlast<T>(given: Promise<T>): Promise<T> {
  await clock.advance(REDIS_PATIENCE_MS);
  return given;
}

/** Values that do not have the shape of a saved plan. */
const strangers: [string, unknown][] = [
  ['an older shape', { plan: 'premium', savedAt: NOW }],
  ['a time of another kind', { ...saved('ent_a'), plan: { ...saved('ent_a').plan, since: NOW } }],
];

describe('the plan cache in memory', () => {
  test('gives back what was saved', async () => {
    const cache = createMemoryCache(clock);
    await cache.set('ent_a', saved('ent_a'));

    expect(await cache.get('ent_a')).toEqual(saved('ent_a'));
  });

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

describe('a Redis that is not there', () => {
  test('is a miss, and never an error', async () => {
    const cache = openCache({ redisUrl: `redis://127.0.0.1:${await closedPort()}` });
    await outlast(cache.set('ent_a', saved('ent_a')));

    expect(await outlast(cache.get('ent_a'))).toBeUndefined();
  });
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
    const cache = openCache({ redisUrl: redis.url, source });
    const connected = logged.next('connected to Redis');
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

  test.each(strangers)('takes for a miss what another version saved as %s', async (_, value) => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    const { client, key } = await onlyEntry();
    const entry = JSON.parse((await client.get(key)) ?? '') as object;
    expect(entry).toHaveProperty('value');
    await client.set(key, JSON.stringify({ ...entry, value }));

    expect(await cache.get('ent_a')).toBeUndefined();
  });

  test.each(['junk', 'null'])('takes for a miss the junk %j', async (junk) => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    const { client, key } = await onlyEntry();
    await client.set(key, junk);

    expect(await cache.get('ent_a')).toBeUndefined();
  });

  test('is a miss, and never an error, from when the server dies', async () => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    await redis.kill();

    expect(await cache.get('ent_a')).toBeUndefined();
    await expect(cache.set('ent_a', saved('ent_a'))).resolves.toBeUndefined();
  });

  test('waits for a hung server no longer than its patience', async () => {
    const cache = await connectedCache();
    await cache.set('ent_a', saved('ent_a'));
    redis.hang();

    expect(await outlast(cache.get('ent_a'))).toBeUndefined();
  });
});
