import { randomUUID } from 'node:crypto';

import { SimpleIdentifyThrottler, type IIdentifyThrottler, type WebSocketManager } from '@discordjs/ws';

import type { Clock } from '../clock.ts';
import type { Leases } from '../database/leases.ts';
import type { Log } from '../log.ts';

/** Discord takes one IDENTIFY of a bucket of shards in this time (its documentation, "Session Start Limit Object"). */
const ONE_IN_MS = 5_000;
const ASKS_AGAIN_AFTER_MS = 500;

/**
 * Lets a shard identify when no other shard of its bucket has done so in the last five seconds, whichever process of the
 * same database it is connected by. While the database fails, this process keeps to the limit on its own.
 */
export function createSharedThrottler(options: {
  leases: Leases;
  clock: Clock;
  log: Log;
}): (manager: WebSocketManager) => Promise<IIdentifyThrottler> {
  const { leases, clock, log } = options;

  async function take(bucket: number, signal: AbortSignal): Promise<void> {
    while (!(await leases.hold(`identify ${bucket}`, randomUUID(), ONE_IN_MS))) {
      await clock.sleep(ASKS_AGAIN_AFTER_MS, signal);
      signal.throwIfAborted();
    }
  }

  return async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    const ownThrottler = new SimpleIdentifyThrottler(limit.max_concurrency);
    return {
      async waitForIdentify(shardId, signal) {
        try {
          await take(shardId % limit.max_concurrency, signal);
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error, shardId }, 'the other processes could not be asked whether they identify');
          await ownThrottler.waitForIdentify(shardId, signal);
        }
      },
    };
  };
}
