import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { Secret } from '../../src/secret.ts';
import { createLimiters, LIMITS } from '../../src/work/limits.ts';
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
  let lines: { level: string; msg: string; mend?: string }[];

  beforeEach(async () => {
    server = await RedisServer.start();
    onTestFinished(() => server.kill());
    clock = createManualClock();
    const connected = Promise.withResolvers<undefined>();
    lines = [];
    const destination = {
      write: (line: string) => {
        lines.push(JSON.parse(line) as (typeof lines)[number]);
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

  describe('that takes no writes', () => {
    const strict = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 100, seconds: 60 } };
    const ask = (command: string) => redis.client.sendCommand(command.split(' '));
    const said = () => lines.filter(({ msg }) => msg !== 'connected to Redis').map(({ level, msg }) => [level, msg]);

    test.each([
      ['a replica', 'replicaof 127.0.0.1 1', 'replicaof no one', 'address of the primary'],
      ['one whose memory is full', 'config set maxmemory 1', 'config set maxmemory 0', 'more memory'],
      [
        'one without its replicas',
        'config set min-replicas-to-write 1',
        'config set min-replicas-to-write 0',
        'replicas',
      ],
    ])(
      'is told of once, and so is its recovery; limits are counted here meanwhile: %s',
      async (_what, stop, go, mend) => {
        const { claim } = createLimiters({ ...LIMITS, claim: strict }, redis);
        await ask(stop);

        expect(await claim.consume('guild', 'ada')).toBe(0);
        expect(await claim.consume('guild', 'ada')).toBeGreaterThan(0);
        expect(said()).toEqual([['warn', 'Redis takes no writes, going on without it']]);
        expect(lines.find(({ level }) => level === 'warn')?.mend).toContain(mend);

        await vi.waitFor(() => ask(go));
        await claim.consume('guild', 'bob');
        await claim.consume('guild', 'cleo');
        expect(said().slice(1)).toEqual([['info', 'Redis takes writes again']]);
      },
    );
  });
});
