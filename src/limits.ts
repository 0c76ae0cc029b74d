import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

import type { Redis } from './redis.ts';

/** At most `uses` in a fixed window of `seconds`, which starts with the first use after the previous window ended. */
type Limit = { uses: number; seconds: number };

/** How often one person may do something in a guild, and how often all its members together may. */
export type MemberLimits = { perPerson: Limit; perGuild: Limit };

/**
 * Every limit there is. The first one counts claims; of the others exactly one counts each interaction, before anything
 * else is done. A person's limit is above what hands can do, and a guild's bounds its share of the one thread that all
 * guilds have: what one use costs it was measured on two cores.
 */
export const LIMITS = {
  /** A vote comes every few hours. 600 people a minute is the crowd that a large guild sends when it is reminded. */
  claim: { perPerson: { uses: 1, seconds: 10 }, perGuild: { uses: 600, seconds: 60 } },
  /** Autocomplete: ten keystrokes a second, where Discord's client sends two or three. A refusal costs suggestions only. */
  typing: { perPerson: { uses: 100, seconds: 10 }, perGuild: { uses: 1_000, seconds: 10 } },
  /** Three clicks a second, without a pause. A guild's has room for the whole crowd of a minute's claims at once. */
  ordinary: { perPerson: { uses: 30, seconds: 10 }, perGuild: { uses: 1_000, seconds: 10 } },
  /**
   * What may call the identity service, or counts through a guild's claims: up to 20 ms each. Two a second is somebody
   * who turns pages without reading them; in a guild five such people at once.
   */
  lookUp: { perPerson: { uses: 20, seconds: 10 }, perGuild: { uses: 100, seconds: 10 } },
  /** A thousand plans, or a file of thousands of rows: up to half a second, in slices. One takes longer to look at. */
  report: { perPerson: { uses: 6, seconds: 60 }, perGuild: { uses: 30, seconds: 60 } },
  /** The same for what is stored about a person, so that asking for it uses up no report of a guild's moderators. */
  personalData: { perPerson: { uses: 6, seconds: 60 }, perGuild: { uses: 30, seconds: 60 } },
} as const satisfies Record<string, MemberLimits>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, MemberLimits>;
export type Limiters = Record<LimitName, Limiter>;

export type UseLimit = Exclude<LimitName, 'claim' | 'typing'>;

/** @param redis - where all processes count together; without it, or while it is away, each counts for itself */
export function createLimiters(limits: Limits, redis?: Redis): Limiters {
  const limiters = Object.entries(limits).map(([name, limit]) => [
    name,
    createLimiter(limit, redis && { redis, name }),
  ]);
  return Object.fromEntries(limiters) as Limiters;
}

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * Keeps to {@link MemberLimits}. What is refused does not count. The guild is asked first, so that nobody whom it refuses
 * is remembered: of a guild at most twice as many people as its limit has uses are in memory, until their window ends.
 */
export function createLimiter({ perPerson, perGuild }: MemberLimits, shared?: { redis: Redis; name: string }) {
  const people = createCounter(perPerson, shared && { ...shared, name: `${shared.name}:person` });
  const guilds = createCounter(perGuild, shared && { ...shared, name: `${shared.name}:guild` });
  return {
    /** Counts a use and returns 0, or returns how long to wait, in ms. */
    async consume(guildId: string, userId: string): Promise<number> {
      const guildWaitMs = await consume(guilds, guildId);
      if (guildWaitMs > 0) return guildWaitMs;
      const personWaitMs = await consume(people, `${guildId}:${userId}`);
      if (personWaitMs > 0) await refund(guilds, guildId);
      return personWaitMs;
    },
    /** Takes back a use that was counted but came to nothing. */
    async refund(guildId: string, userId: string): Promise<void> {
      await refund(people, `${guildId}:${userId}`);
      await refund(guilds, guildId);
    },
  };
}

function createCounter({ uses, seconds }: Limit, shared?: { redis: Redis; name: string }): RateLimiterAbstract {
  const limit = { points: uses, duration: seconds };
  const ofThisProcess = new RateLimiterMemory(limit);
  if (!shared) return ofThisProcess;
  const { redis, name } = shared;
  const { client } = redis;
  return new RateLimiterRedis({
    ...limit,
    keyPrefix: redis.keyOf('limit', name),
    useRedisPackage: true,
    // The two commands with which it counts here, each of which gives up soon.
    storeClient: {
      eval: (...script: Parameters<typeof client.eval>) => redis.patiently(client.eval(...script)),
      del: (key: string) => redis.patiently(client.del(key)),
    },
    insuranceLimiter: ofThisProcess,
  });
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    await refund(limiter, key);
    return Math.max(1, refusal.msBeforeNext);
  }
}

/** Leaves nothing once the window has ended: otherwise the next window would allow one use too many. */
async function refund(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(key);
  if (consumedPoints < 0) await limiter.delete(key);
}
