import { setTimeout as delay } from 'node:timers/promises';

import type { LoopbackDiscord } from '../../src/sandbox/discord/loopback-discord.ts';
import { Balancer } from '../balancer.ts';
import { freePort } from '../database/free-port.ts';
import { RedisServer } from '../database/redis-server.ts';
import type { Life } from './lives.ts';

/** How interactions reach the processes of the bot. */
export type WayIn = {
  /** What the process in this place needs to know. */
  environment(place: number): Record<string, string>;
  /** The processes that may have been given an interaction; there may be more of them later. */
  heirs(interactionId: string): Set<Life>;
  /** Gives the last interaction to every process, as may happen while one takes over from another. */
  deliverAgain(): void;
  /** Ends what the processes share besides the database, for `ms`, unless it has ended already. */
  failShared(ms: number): Promise<void>;
  close(): Promise<void>;
};

/** Through the gateway: two processes are both given everything, as while one takes over from the other. */
export function byGateway(discord: LoopbackDiscord, _places: number, lives: ReadonlySet<Life>): WayIn {
  const heirs = new Map<string, Set<Life>>();
  let last: { id: string } | undefined;
  discord.on('gateway', ({ direction, frame }) => {
    const { t, d } = frame as { t?: string; d?: unknown };
    if (direction === 'sent' && t === 'INTERACTION_CREATE') last = d as { id: string };
  });
  return {
    environment: () => ({}),
    heirs(interactionId) {
      const given = heirs.get(interactionId) ?? new Set(lives);
      heirs.set(interactionId, given);
      return given;
    },
    deliverAgain() {
      if (!last) return;
      for (const life of lives) if (life.isReady) heirs.get(last.id)?.add(life);
      discord.gateway.dispatchToAll('INTERACTION_CREATE', last);
    },
    failShared: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** By HTTP, each interaction to the next process, all of which share a Redis. */
export async function byHttp(discord: LoopbackDiscord, places: number, lives: ReadonlySet<Life>): Promise<WayIn> {
  const heirs = new Map<string, Set<Life>>();
  function heirsOf(interactionId: string): Set<Life> {
    const given = heirs.get(interactionId) ?? new Set();
    heirs.set(interactionId, given);
    return given;
  }
  const redis = await RedisServer.start();
  const ports = await Promise.all(Array.from({ length: places }, () => freePort()));
  const portOf = (place: number) => ports[place] ?? 0;
  const balancer = new Balancer(
    () => [...lives].filter(({ isReady }) => isReady).map((life) => ({ life, port: portOf(life.place) })),
    (body, { life }) => heirsOf((JSON.parse(body) as { id: string }).id).add(life),
  );
  let failing = false;
  await balancer.listen();
  const { endpoint } = discord.application;
  endpoint.url = balancer.url;
  return {
    environment: (place) => ({ INTERACTIONS_PORT: String(portOf(place)), REDIS_URL: redis.url }),
    heirs: heirsOf,
    deliverAgain() {
      for (let times = 0; times < places; times += 1) void endpoint.replayLast();
    },
    async failShared(ms) {
      if (failing) return;
      failing = true;
      await redis.kill();
      await delay(ms);
      await redis.revive();
      failing = false;
    },
    async close() {
      await Promise.all([balancer.close(), redis.kill()]);
    },
  };
}
