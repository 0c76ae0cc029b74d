import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { createPagedLists } from '../../src/ui/paged-lists.ts';
import { shareLists } from '../../src/ui/shared-lists.ts';
import type { Redis } from '../../src/work/redis.ts';
import { openRedisAt } from '../database/open-redis.ts';
import { RedisServer } from '../database/redis-server.ts';
import { maySkip, redisServerPath } from '../services-at-hand.ts';

const ADA = { guildId: 'guild', userId: 'ada' };
const skipped = maySkip(redisServerPath);
const suite = skipped ? 'redis-server is not installed: skipped' : 'lists that processes share';

describe.skipIf(skipped)(suite, () => {
  let server: RedisServer;
  let redis: Redis;

  beforeEach(async () => {
    server = await RedisServer.start();
    onTestFinished(() => server.kill());
    const opened = openRedisAt(server.url);
    await opened.connected;
    ({ redis } = opened);
  });

  /** The lists of a process; `now` orders those that it opens. */
  function startProcess(name = 'test') {
    let now = 0;
    const own = createPagedLists<string>(() => 0);
    // A busy machine may take longer than anybody waits for Redis.
    const patient = { ...redis, patiently: <T>(command: Promise<T>) => command };
    return shareLists(own, { redis: patient, name, schema: z.string(), now: () => (now += 1) });
  }

  test('are found by whoever opened them, in any process', async () => {
    const [one, other] = [startProcess(), startProcess()];
    const id = await one.open(ADA, 'list', 1);
    expect([await one.find(ADA, id), await other.find(ADA, id)]).toEqual(['list', 'list']);
    expect(await other.find({ ...ADA, userId: 'eve' }, id)).toBeUndefined();
    expect(await other.find({ ...ADA, guildId: 'other guild' }, id)).toBeUndefined();
    expect(await other.find(ADA, 'forged')).toBeUndefined();
    expect(await startProcess('of another kind').find(ADA, id)).toBeUndefined();
  });

  test('of a guild are the newest twenty, and last for half an hour', async () => {
    const [one, other] = [startProcess(), startProcess()];
    const ids: string[] = [];
    for (let opened = 0; opened < 25; opened += 1) ids.push(await one.open(ADA, `list ${opened}`, 1));
    const found = await Promise.all(ids.map((id) => other.find(ADA, id)));
    expect(found).toEqual(ids.map((_, index) => (index < 5 ? undefined : `list ${index}`)));
    const keys = await redis.client.keys('*');
    expect(keys).toHaveLength(21);
    for (const key of keys) expect(await redis.client.pTTL(key)).toBeGreaterThan(29 * 60_000);
  });

  test('that do not fit are not found', async () => {
    const id = await startProcess().open(ADA, 'list', 1);
    await redis.client.set(
      redis.keyOf('list', 'test', id),
      JSON.stringify({ ...ADA, list: { of: 'another version' } }),
    );
    expect(await startProcess().find(ADA, id)).toBeUndefined();
  });

  test('are found where they were opened while Redis is away', async () => {
    const one = startProcess();
    await server.kill();
    const id = await one.open(ADA, 'list', 1);
    expect(await one.find(ADA, id)).toBe('list');
    expect(await startProcess().find(ADA, id)).toBeUndefined();
  });
});
