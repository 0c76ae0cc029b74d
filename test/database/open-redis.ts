import { onTestFinished } from 'vitest';

import { Secret } from '../../src/secret.ts';
import { type Clock, systemClock } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { openRedis } from '../../src/work/redis.ts';

/** What asks this Redis until the test ends; `connected` resolves once it does. `lines`: what it logs */
export function openRedisAt(url: string, clock: Clock = systemClock) {
  const { promise: connected, resolve } = Promise.withResolvers<undefined>();
  const lines: { level: string; msg: string; mend?: string }[] = [];
  const write = (line: string) => {
    lines.push(JSON.parse(line) as (typeof lines)[number]);
    if (line.includes('connected to Redis')) resolve(undefined);
  };
  const log = createLog({ level: 'info', secrets: [], destination: { write } });
  const redis = openRedis(new Secret(url), { clock, log });
  onTestFinished(() => redis.close());
  return { redis, connected, lines, log };
}
