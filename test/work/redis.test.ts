import { rmSync } from 'node:fs';

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { systemClock } from '../../src/work/clock.ts';
import { createLimiter, createLimiters, LIMITS } from '../../src/work/limits.ts';
import { type Redis, REDIS_PATIENCE_MS } from '../../src/work/redis.ts';
import { openRedisAt } from '../database/open-redis.ts';
import { RedisServer } from '../database/redis-server.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { maySkip, redisServerPath } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const skipped = maySkip(redisServerPath);
const suite = skipped ? 'redis-server is not installed: skipped' : 'a Redis that processes share';

describe.skipIf(skipped)(suite, () => {
  let folder: string;
  let server: RedisServer;
  let clock: ManualClock;
  let redis: Redis;
  let lines: ReturnType<typeof openRedisAt>['lines'];

  beforeEach(async () => {
    folder = temporaryFolder();
    server = await RedisServer.start(folder);
    onTestFinished(() => server.kill());
    clock = createManualClock();
    const opened = openRedisAt(server.url, clock);
    await opened.connected;
    ({ redis, lines } = opened);
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

  describe('that counts uses', () => {
    const limits = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 2, seconds: 30 } };
    /** Of two processes. */
    const limiters = () =>
      [createLimiter(limits, systemClock, redis, 'any'), createLimiter(limits, systemClock, redis, 'any')] as const;
    const windows = () =>
      Promise.all(['guild:guild', 'person:guild:ada'].map((of) => redis.client.pTTL(`planvote:limit:any:${of}`)));

    test('has all processes count together, for the person and for the guild', async () => {
      const [here, there] = limiters();
      expect(await here.consume('guild', 'ada')).toBe(0);
      const [ofGuild = 0, ofPerson = 0] = await windows();
      expect([ofGuild > 20_000, ofGuild <= 30_000, ofPerson > 50_000]).toEqual([true, true, true]);

      expect(await there.consume('guild', 'ada')).toBeGreaterThan(50_000);
      expect(await there.consume('guild', 'bob')).toBe(0);
      const waitMs = await here.consume('guild', 'cleo');
      expect([waitMs > 20_000, waitMs <= 30_000]).toEqual([true, true]);
      expect(await there.consume('other', 'ada')).toBe(0);
    });

    test('takes a use back, and never one that is not there', async () => {
      const [here, there] = limiters();
      await here.consume('guild', 'ada');
      await there.refund('guild', 'ada');
      await there.refund('guild', 'ada');
      expect(await here.consume('guild', 'ada')).toBe(0);
      expect(await here.consume('guild', 'ada')).toBeGreaterThan(0);
    });
  });

  describe('that takes no writes', () => {
    const strict = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 100, seconds: 60 } };
    /** The value at the end may be empty. */
    const ask = (command: string) => redis.client.sendCommand(command.split(' '));
    const said = () => lines.filter(({ msg }) => msg !== 'connected to Redis').map(({ level, msg }) => [level, msg]);

    /** Has a snapshot fail, as on a full disk. */
    async function failToSave(): Promise<void> {
      rmSync(folder, { recursive: true });
      await redis.client.configSet('save', '3600 1');
      await ask('bgsave');
      await vi.waitFor(() => expect(redis.client.set('planvote:any', '')).rejects.toThrow('MISCONF'));
    }

    test.each<[string, stop: string | (() => Promise<void>), go: string, mend: string]>([
      ['a replica', 'replicaof 127.0.0.1 1', 'replicaof no one', 'of the primary'],
      ['whose memory is full', 'config set maxmemory 1', 'config set maxmemory 0', 'more memory'],
      ['without replicas', 'config set min-replicas-to-write 1', 'config set min-replicas-to-write 0', 'replicas'],
      ['that cannot save', failToSave, 'config set save ', "often a full disk. A cache needs none: save ''"],
      ['for others', 'acl setuser default resetkeys ~other:*', 'acl setuser default allkeys', 'begin with planvote:'],
      ['without scripts', 'acl setuser default -@scripting', 'acl setuser default +@all', '(ACL SETUSER)'],
    ])(
      'is told of once, and so is its recovery; limits are counted here meanwhile: one %s',
      async (_what, stop, go, mend) => {
        const { claim } = createLimiters({ ...LIMITS, claim: strict }, systemClock, redis);
        await (typeof stop === 'string' ? ask(stop) : stop());

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
