import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { Secret } from '../../src/secret.ts';
import { createLog } from '../../src/work/log.ts';
import { openRedis, type Redis, REDIS_PATIENCE_MS } from '../../src/work/redis.ts';
import { RedisServer } from '../database/redis-server.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { maySkip, redisServerPath } from '../services-at-hand.ts';

const skipped = maySkip(redisServerPath);
const suite = skipped ? 'redis-server is not installed: skipped' : 'a Redis that processes share';

describe.skipIf(skipped)(suite, () => {
  let server: RedisServer;
  let clock: ManualClock;
  let redis: Redis;

  beforeEach(async () => {
    server = await RedisServer.start();
    onTestFinished(() => server.kill());
    clock = createManualClock();
    const connected = Promise.withResolvers<undefined>();
    const destination = {
      write: (line: string) => {
        if (line.includes('connected to Redis')) connected.resolve(undefined);
      },
    };
    redis = openRedis(new Secret(server.url), {
      clock,
      log: createLog({ level: 'info', secrets: [], destination }),
    });
    onTestFinished(() => redis.close());
    await connected.promise;
  });

  test('answers', async () => {
    expect(await redis.patiently(redis.client.ping())).toBe('PONG');
  });

  test('is given up soon while it hangs', async () => {
    server.hang();
    const answer = redis.patiently(redis.client.ping());
    const refused = expect(answer).rejects.toThrow('Redis did not answer in time');
    await clock.advance(REDIS_PATIENCE_MS);
    await refused;
  });

  test('is given up at once when it is gone', async () => {
    const noticed = new Promise((resolve) => {
      redis.client.on('error', resolve);
    });
    await server.kill();
    await noticed;
    await expect(redis.patiently(redis.client.ping())).rejects.toThrow();
  });

  test('is closed although it hangs, and so is what is under way', async () => {
    server.hang();
    const answer = redis.patiently(redis.client.ping());
    await redis.close();
    await expect(answer).rejects.toThrow();
  });
});
